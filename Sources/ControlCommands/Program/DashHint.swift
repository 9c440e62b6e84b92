import ArgumentParser
import Foundation
import JSON

/// A suggestion for a value that begins with a dash, which the parser takes for an option.
enum DashHint {
  /// Subcommands whose values may be any words.
  private static let wordCommands: Set = [
    "text", "log", "message", "ask", "state", "choose", "progress", "image",
  ]

  /// - Parameters:
  ///   - message: the words of the parser.
  ///   - arguments: the command line's arguments, with the subcommand and without the program.
  /// - Returns: nil if the mistake is another one.
  static func hint(for message: String, arguments: [String]) -> String? {
    let words = Array(arguments.prefix { $0 != "--" })
    guard let command = words.first else { return nil }
    if let option = quoted(in: message, after: "Missing value for '") {
      // The name comes with that of its value: `--text <text>`.
      let name = option.prefix { $0 != " " }
      guard let place = words.firstIndex(where: { $0 == name }), place + 1 < words.count,
        name.hasPrefix("--")
      else { return nil }
      return "\(name)=\(shown(words[place + 1]))"
    }
    guard !message.contains("Did you mean"), let about = about(command),
      let place = unknownOption(in: words, message, about),
      isLikelyValue(words[place], of: command),
      about.contains(where: { $0["kind"]?.stringValue == "positional" })
    else { return nil }
    if command == "progress", (try? ProgressValue(String(words[place].drop { $0 == "-" }))) != nil {
      return "a value from 0 to 1, or from 0% to 100%: progress has no minus sign"
    }
    if words.contains("--hold") { return "the same with -- before the command and its options" }
    // In the suggestion, options after the value move before it.
    let values = words[place...]
    let end = values.dropFirst().firstIndex { $0.hasPrefix("--") } ?? values.endIndex
    let line = Array(words[..<place]) + Array(values[end...]) + ["--"] + Array(values[..<end])
    return "firstlight " + line.map(shown).joined(separator: " ")
  }

  /// False for a word that is rather a misspelt option.
  private static func isLikelyValue(_ word: String, of command: String) -> Bool {
    let rest = word.drop { $0 == "-" }
    return wordCommands.contains(command) || word.contains(" ") || rest.first?.isLetter != true
      || FileManager.default.fileExists(atPath: word)
  }

  /// The place of the word that the parser took for an unknown option, which it does not name where
  /// an argument is missing.
  private static func unknownOption(
    in words: [String], _ message: String, _ about: [JSONObject]
  ) -> Int? {
    let others = words.indices.dropFirst()
    if let option = quoted(in: message, after: "Unknown option '") {
      return others.first { words[$0].hasPrefix(option) }
    }
    let known = about.flatMap { $0["names"]?.arrayValue ?? [] }
      .compactMap { $0.objectValue?["name"]?.stringValue }
    return others.first { place in
      let name = words[place].drop { $0 == "-" }.prefix { $0 != "=" }
      return words[place].hasPrefix("-") && !name.isEmpty && !known.contains(String(name))
    }
  }

  /// The arguments of a subcommand, as the parser describes them.
  private static func about(_ name: String) -> [JSONObject]? {
    let command = ClientCommand.configuration.subcommands.first {
      $0.configuration.commandName == name
    }
    guard let help = command?._dumpHelp(), let about = try? JSONValue(parsing: Array(help.utf8))
    else { return nil }
    return about.objectValue?["command"]?.objectValue?["arguments"]?.arrayValue?
      .compactMap { $0.objectValue }
  }

  private static func quoted(in message: String, after start: String) -> String? {
    guard let range = message.range(of: start) else { return nil }
    return message[range.upperBound...].firstIndex(of: "'").map {
      String(message[range.upperBound..<$0])
    }
  }

  /// As a shell takes it.
  private static func shown(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        || "-_./:=%@+,".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty
      ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
