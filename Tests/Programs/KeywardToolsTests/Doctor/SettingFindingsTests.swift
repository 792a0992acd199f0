import Testing

@testable import KeywardPrograms
@testable import KeywardTools

@Suite struct SettingFindingsTests {
  private func advice(_ variables: [String: String], _ role: Fallback.Role) -> String? {
    Finding.ofSettings { (name: String) -> String? in variables[name] }
      .first { $0.subject.hasPrefix("without a terminal, \(role.callers)") }?.advice
  }

  @Test(
    "Without a fallback, setup is the remedy only where it would find one",
    arguments: Fallback.Role.allCases)
  func remedy(role: Fallback.Role) {
    #expect(advice(["HOME": "/nonexistent"], role) == nil)
    let variables = [
      "HOME": "/nonexistent", "DISPLAY": ":940", "SSH_ASKPASS": "/bin/true",
    ]
    let lookup: @Sendable (String) -> String? = { name in variables[name] }
    let agentFile = SetupFile.all(programs: "", lookup: lookup).first
    let hasFormer =
      PreviousPinentry(agentFile: agentFile, lookup: lookup).fallback(for: role) != nil
    let found = advice(variables, role)
    #expect(found?.contains("which makes the previous program the fallback") == hasFormer)
    #expect(hasFormer || found?.hasPrefix("install ") == true)
  }
}
