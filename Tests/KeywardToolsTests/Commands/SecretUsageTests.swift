import ArgumentParser
import Foundation
import SecretCommands
import TestSupport
import Testing

@testable import KeywardTools

/// The options that `keyward-tools` declares equal those that `keyward` reads, in name and meaning.
@Suite struct SecretUsageTests {
  @Test(arguments: ["type", "get", "exec", "confirm", "attend", "agent"])
  func bothKnowTheSameNames(command: String) throws {
    let type = try #require(SecretCommands.all.first { $0.name == command })
    #expect(try declaredNames(of: command) == type.names)
  }

  @Test func everyDeclaredCommandIsKnown() {
    let declared = KeywardUsage.configuration.subcommands.compactMap {
      ($0 as? any SecretUsage.Type)?.configuration.commandName
    }
    #expect(Set(declared) == Set(SecretCommands.all.map { $0.name }))
  }

  @Test(arguments: [
    "", "type", "get -n", "get -nn", "get --no-newline --", "get -x", "get -nx", "get --n", "get x",
    "get -- x", "get --prompt", "get --prompt --plain", "get --prompt -- x", "get --prompt - -n",
    "get --prompt=a=b", "get --prompt= --title=", "get ---plain", "get ----", "get --=x", "get -=x",
    "get -n=x", "get --plain=yes", "get --plain=", "get -n=", "get --help", "get -h",
    "get --version", "--version", "--help",
    "--prompt get", "--prompt x get", "--plain get", "-n", "-- get", "- get", "get get", "help get",
    "get --user", "get --user x", "get --user --plain", "get --user=x", "get --user=",
    "get --user -n",
    "get --user -nn", "get --user -- ", "get --user --x=y", "get -n --user x --user",
    "exec --user --user-env U -- true", "exec --user U -- true", "exec --user-env U -- true",
    "exec --user --user-env U --env U -- true", "exec --fd 3 --stdin -- true", "exec", "exec --",
    "exec true", "exec x -- true", "exec -- true -- -x --help", "exec --fd 1 -- true",
    "exec --fd 5 --fd 0 -- true", "exec --env 1X -- true", "exec --env X --env Y -- a b",
    "confirm", "confirm x", "confirm x y", "confirm -- -x", "confirm -- --", "confirm x --",
    "confirm --timeout 5 x", "confirm x --timeout=x", "confirm - --keep --no-keep",
    "confirm --mask x", "confirm --default yes x", "confirm --default no --danger x",
    "confirm --default maybe x", "confirm --default=yes --danger x", "confirm --danger x",
    "confirm --yes Delete --no Keep x", "confirm --yes", "confirm --no-default x",
    "attend", "attend --", "attend true", "attend -- true -- -x", "attend --not a --not=b -- true",
    "attend --not -- true", "attend --form card --plain -- sh -c x", "attend --fd 3 -- true",
    "agent", "agent --directory", "agent --directory /a --directory=/b", "agent x", "agent --plain",
    "type --enroll a --verify b", "type --force", "type --force --enroll a", "type --format text",
    "type --format png", "type --device iphone-xs --screen 1x1", "type --safe-area 1,1,1,1",
    "type --screen 375x812 --safe-area 1,1,1,1", "type --idiom pad", "frames", "gte",
    "get --rotate landscape@1 --rotate portrait@2", "get --rotate=x", "get --tries 0",
    "get --generate words:6", "get --generate words:0", "get --mask fixed --mask hidden",
    "get --keyboard --no-keyboard", "get --no-prompt x", "get --timeout -5", "get --timeout=-5",
  ])
  func bothReadTheSame(line: String) {
    compare(line.split(separator: " ").map(String.init))
  }

  @Test func bothReadTheSameOfAnEmptyWord() { compare(["get", "--prompt", "", "--title="]) }

  @Test func bothReadTheSameAtRandom() throws {
    let words = [
      "--prompt", "--prompt=x", "--plain", "--no-plain", "--mask", "fixed", "--mask=hidden",
      "stars",
      "--timeout", "5", "--timeout=2.5", "-1", "-n", "-nn", "--no-newline", "--user", "--user=me",
      "--", "x", "", "-", "--title", "--error=", "--form", "inline", "--keep", "--allow", "0123",
      "--max-length", "12", "--layout", "a,b", "--screen", "375x812", "--safe-area=0,0,0,0",
      "--repeat", "--quality", "--generate", "chars:8", "--env", "NAME", "--fd", "4", "--stdin",
      "--enroll", "--verify=f", "--not", "--directory", "/run", "--colour", "--no-keyboard",
      "--default", "--danger", "yes", "--no",
      "--bogus",
      "--shuffle", "digits", "--panel=numbers", "--rotate", "landscape@1", "--metrics", "jgs",
    ]
    var random = SplitMix(state: 20_260_414)
    for _ in 0..<120 {
      var line = [["type"], ["get"], ["exec"], ["confirm"], ["attend"], ["agent"], []]
        .randomElement(
          using: &random)!
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        line.append(words.randomElement(using: &random)!)
      }
      if ["exec", "attend"].contains(line.first), Bool.random(using: &random) {
        line += ["--", "true"]
      }
      compare(line)
    }
  }

  // MARK: Comparing

  private func compare(_ words: [String]) {
    let declared = (try? KeywardUsage.parseAsRoot(words)).flatMap { $0 as? any SecretUsage }
    let isNamed = words.first.map { $0.first != "-" || $0 == "-" } ?? false
    let type = isNamed ? SecretCommands.all.first { $0.name == words[0] } : TypeCommand.self
    let read = type.flatMap { try? $0.init(words.dropFirst(isNamed ? 1 : 0)) }
    #expect(
      declared.map { Self.values($0) } == read.map { Self.values($0) },
      "\(words): declared, then read")
    if let read { #expect((SecretCommands.command(words) == nil) == read.isForTools, "\(words)") }
  }

  /// Every value by its name, those of groups too.
  private static func values(_ options: Any) -> [String: String] {
    var values: [String: String] = [:]
    for child in Mirror(reflecting: options).children {
      guard let label = child.label else { continue }
      let value = parsed(child.value)
      if value is any CommandOptions || value is any ParsableArguments {
        values.merge(Self.values(value)) { _, last in last }
      } else {
        values[label.hasPrefix("_") ? String(label.dropFirst()) : label] = text(value)
      }
    }
    return values
  }

  /// The content of a property wrapper of the parser; any other value itself.
  private static func parsed(_ value: Any) -> Any {
    guard let held = Mirror(reflecting: value).children.first(where: { $0.label == "_parsedValue" })
    else { return value }
    return Mirror(reflecting: held.value).children.first?.value ?? value
  }

  /// A value's description, whether it is optional or not.
  private static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { text($0.value) } ?? "nil"
  }

  /// The names of a command in the parser's list; true for those with a value.
  private func declaredNames(of command: String) throws -> [String: Bool] {
    let data = Data(KeywardUsage._dumpHelp().utf8)
    let tool = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let root = try #require(tool["command"] as? [String: Any])
    let commands = try #require(root["subcommands"] as? [[String: Any]])
    let found = try #require(commands.first { $0["commandName"] as? String == command })
    var names: [String: Bool] = [:]
    for argument in found["arguments"] as? [[String: Any]] ?? [] {
      let kind = argument["kind"] as? String
      for name in argument["names"] as? [[String: Any]] ?? [] where kind != "positional" {
        names[name["name"] as? String ?? ""] = kind == "option"
      }
    }
    for name in ["help", "h", "version"] { names[name] = nil }
    return names
  }
}
