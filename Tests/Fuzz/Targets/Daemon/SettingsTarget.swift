@testable import Server

/// Configuration files and the kernel's command line, separated by a NUL. No setting ends the
/// start, and settings printed as a file read the same.
enum SettingsTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    var reader = SettingsReader(
      path: "none", kernel: String(decoding: parts[0], as: UTF8.self), folders: [])
    for (index, part) in parts.dropFirst().enumerated() {
      reader.read(Array(part), from: "/x/\(index)")
    }
    let settings = try settings(reader)
    // A line's end cannot stand in a file's value, nor can quotes around all of it.
    guard settings.used.allSatisfy({ !$0.value.utf8.contains { $0 < 0x20 || $0 == 0x22 } }) else {
      return
    }
    var again = SettingsReader()
    again.read(Array(settings.text.utf8), from: "/x/again")
    let same = try self.settings(again)
    let (values, expected) = (same.used.map(\.value), settings.used.map(\.value))
    try require(values == expected, "\(expected) read as \(values)")
  }

  private static func settings(_ reader: SettingsReader) throws(Finding) -> Settings {
    do throws(UsageError) {
      return try Settings(reader, [])
    } catch {
      throw Finding("a file ends the start: " + error.message)
    }
  }
}
