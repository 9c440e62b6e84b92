import System

@testable import Text

/// Dictionaries of libdatrie, with a text in Thai that they divide.
///
/// The first bytes are the text's letters; the rest is the dictionary's file.
enum WordsTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let text = source.take(source.choice(64)).map { 0xE00 + UInt32($0 & 0x7F) }
    let file = Array(source.rest())
    let list: WordList?
    do {
      let memory = try MemoryFile.sealed(name: "fuzz", bytes: file.span)
      list = WordList(path: "/proc/self/fd/\(memory.rawValue)")
    } catch {
      throw Finding("a file in memory cannot be made: \(error)")
    }
    guard let list else { return }
    let places = ThaiWords.beginnings(in: text, by: list)
    try require(
      places.allSatisfy { 0..<text.count ~= $0 } && zip(places, places.dropFirst()).allSatisfy(<),
      "words begin at \(places)")
    var string = String.UnicodeScalarView()
    for letter in text { if let scalar = Unicode.Scalar(letter) { string.append(scalar) } }
    let once = ThaiWords.separated(String(string), by: list)
    try require(
      ThaiWords.separated(once, by: list).utf8.elementsEqual(once.utf8),
      "a text with spaces gets others")
  }
}
