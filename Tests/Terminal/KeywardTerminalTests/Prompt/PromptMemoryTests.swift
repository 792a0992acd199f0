import KeywardEngine
import Testing

@testable import KeywardTerminal
@testable import SecureMemory

@Suite struct PromptMemoryTests {
  @Test(arguments: [
    [255, 255], [1022], [4080], [4080, 4080], [4080, 256], [4080, 4080, 256], [],
  ])
  func everyFieldHasItsCapacity(_ capacities: [Int]) throws {
    let memory = try PromptMemory(capacities: capacities, policy: .allowUnlocked)
    let found = memory.fields.map { $0.text.capacity }
    #expect(found == capacities)
    #expect(memory.ring.capacity == InputRing.defaultCapacity)
    // A row of shown characters never needs more.
    #expect(memory.scratch.capacity >= 2048)
  }

  @Test func guardPagesAreBetweenRingFieldsAndShownCharacters() throws {
    let memory = try PromptMemory(capacities: [255, 255], policy: .allowUnlocked)
    let scratch = ObjectIdentifier(memory.scratch.region)
    let ring = ObjectIdentifier(memory.ring.region)
    let fields = memory.fields.map { ObjectIdentifier($0.text.region) }
    #expect(Set(fields + [ring, scratch]).count == 4)
  }

  @Test func wipingWipesAll() throws {
    let memory = try PromptMemory(capacities: [64, 64], policy: .allowUnlocked)
    for field in memory.fields { _ = field.insert("secret") }
    memory.fields[1].beginPaste()
    memory.fields[1].paste("half".utf8Span.span.bytes)
    memory.wipe()
    for field in memory.fields {
      let left = (field.text.byteCount, field.text.stagedByteCount)
      #expect(left == (0, 0))
    }
  }

  @Test func decisionsNeedNoField() throws {
    let memory = try PromptMemory(capacities: [], policy: .allowUnlocked)
    #expect(memory.fields.isEmpty)
  }
}

extension SecretField {
  fileprivate func insert(_ text: String) -> Outcome { insert(text.utf8Span.span.bytes) }
}
