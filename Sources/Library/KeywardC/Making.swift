import CKeyward
import KeywardEngine
import SecureMemory

struct EmbeddingError: Error, CustomStringConvertible {
  let description: String
  let code: Int32

  init(_ description: String, code: Int32 = Code.argument) {
    self.description = description
    self.code = code
  }

  init(panelHeight height: Double) {
    self.init(
      "The option panel_height cannot be \(height): give at least 20 points for each row of keys, 0 "
        + "for the height that fits the width, or -1 to fill the screen.")
  }
}

@c @implementation
public func kw_version() -> UnsafePointer<CChar>! { unsafe pointer("0.3.0") }

@c @implementation
public func kw_error_text(_ code: Int32) -> UnsafePointer<CChar>! {
  unsafe pointer(Argument.sentence(of: code) ?? Code.text(code))
}

@c @implementation
public func kw_layouts(_ names: UnsafeMutablePointer<CChar>!, _ size: Int) -> Int64 {
  let text = ShippedLayouts.keyboardNames.joined(separator: " ")
  let count = text.utf8.count + 1
  guard let names = unsafe names else { return Int64(count) }
  guard size >= count else { return Int64(Code.space) }
  unsafe copyText(text, names, size)
  return Int64(count)
}

@c @implementation
public func kw_create(
  _ options: UnsafePointer<kw_options>!, _ error: UnsafeMutablePointer<CChar>!, _ error_size: Int
) -> OpaquePointer! {
  unsafe LoadedLibrary.locked {
    do {
      let configuration = try unsafe KeyboardConfiguration(options)
      let text = try SecretText(remembersKeys: !configuration.others.isEmpty)
      let keyboard = try Keyboard(configuration, text: text)
      guard keyboard.currentPanel != nil else {
        throw KeyboardError.noRoom(on: configuration.screen.size)
      }
      unsafe setCode(Code.done, options)
      return unsafe keyboards.add(EmbeddedKeyboard(keyboard))
    } catch let reason {
      let (sentence, code) =
        switch reason {
        case is SecretMemoryError: ("\(reason)", Code.memory)
        case KeyboardError.noRoom: ("width and height: \(reason)", Code.screen)
        case KeyboardError.panelHeight(let height):
          (EmbeddingError(panelHeight: height).description, Code.argument)
        case let error as EmbeddingError: (error.description, error.code)
        default: ("\(reason)", Code.argument)
        }
      Argument.forget()
      unsafe copyText(sentence, error, error_size)
      unsafe setCode(code, options)
      return nil
    }
  }
}

private func setCode(_ code: Int32, _ options: UnsafePointer<kw_options>?) {
  if let known = try? unsafe KeyboardConfiguration.known(options), let place = unsafe known.code {
    unsafe place.pointee = code
  }
}

@c @implementation
public func kw_destroy(_ keyboard: OpaquePointer!) {
  LoadedLibrary.locked {
    guard let host = unsafe keyboards.remove(keyboard) else { return }
    host.events = nil
    host.keyboard.onReturn = nil
  }
}

@c @implementation
public func kw_harden() -> Int32 {
  let hardening = ProcessHardening.begin()
  guard (try? hardening.requireProtection(.required)) != nil,
    hardening.outcome(of: .coreLimit) == .done
  else { return Code.system }
  return Code.done
}

func copyText(_ sentence: String, _ place: UnsafeMutablePointer<CChar>?, _ size: Int) {
  guard let place = unsafe place, size > 0 else { return }
  unsafe copy(sentence, to: UnsafeMutableRawBufferPointer(start: place, count: size))
}

private func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
