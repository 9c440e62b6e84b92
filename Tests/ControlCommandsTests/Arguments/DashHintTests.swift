import ArgumentParser
import Testing

@testable import ControlCommands

/// Suggestions for values that begin with a dash.
struct DashHintTests {
  private func hint(_ arguments: String...) -> String? {
    do {
      _ = try ClientCommand.parseAsRoot(arguments)
      return nil
    } catch {
      return DashHint.hint(for: ClientCommand.message(for: error), arguments: arguments)
    }
  }

  @Test func `a value that begins with a dash has a hint to write -- before it`() {
    #expect(hint("text", "-5") == "firstlight text -- -5")
    #expect(hint("text", "ticket", "-5 °C") == "firstlight text ticket -- '-5 °C'")
    #expect(hint("text", "-5", "--json") == "firstlight text --json -- -5")
    #expect(
      hint("text", "--timeout", "2s", "-5", "--json") == "firstlight text --timeout 2s --json -- -5"
    )
    for command in ["log", "message", "ask", "state", "choose", "reveal", "load"] {
      #expect(hint(command, "-5") == "firstlight \(command) -- -5", "\(command)")
    }
    for value in ["-5%", "-0.5", "-1"] {
      #expect(
        hint("progress", value)
          == "a value from 0 to 1, or from 0% to 100%: progress has no minus sign")
    }
    #expect(hint("progress", "-x", "40%") == "firstlight progress -- -x 40%")
    #expect(hint("text", "--hello") == "firstlight text -- --hello")
    #expect(hint("log", "it's -5", "-it's") == "firstlight log 'it'\\''s -5' -- '-it'\\''s'")
    #expect(hint("progress", "40%", "--text", "-5 left") == "--text='-5 left'")
    #expect(hint("state", "--hold", "update", "on", "./install", "-v")?.contains("--") == true)
  }

  @Test func `a misspelt option is no value`() {
    #expect(hint("text", "--jsn", "hello") == nil)
    #expect(hint("load", "scene.jsonc", "--colour") == nil)
    #expect(hint("status", "-5") == nil)
    #expect(hint("text") == nil && hint("progress", "40%", "--text") == nil)
  }
}
