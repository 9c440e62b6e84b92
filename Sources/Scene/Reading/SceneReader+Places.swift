import CodeUnits
import Layers

/// Placeholders in texts.
extension SceneReader {
  /// Warns of words in braces that are not placeholders, and of signs around placeholders that
  /// other formats have.
  func warnOfUnknownPlaces(in text: String, at offset: Int) {
    let bytes = Array(text.utf8)
    var index = 0
    while !isFull, let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      guard let end = bytes[index...].firstIndex(where: { !Self.isOfWord($0) }), end > index,
        bytes[end] == UInt8(ascii: "}")
      else { continue }
      let written = String(decoding: bytes[index..<end], as: UTF8.self)
      if TextTemplate.words.contains(written) {
        warnOfSigns(around: written, brace, end, in: bytes, at: offset)
      } else {
        warnOfUnknownPlace(written, at: place(of: brace, in: bytes, at: offset))
      }
    }
  }

  /// - Parameter written: the characters between the braces.
  private func warnOfUnknownPlace(_ written: String, at offset: Int) {
    let space = UInt8(ascii: " ")
    let words = written.utf8.split(separator: space)
    guard words.count == 1 else { return }
    let word = String(decoding: Array(words[0]), as: UTF8.self)
    let known = TextTemplate.words
    let nearest =
      Synonyms.name(for: word, among: known) ?? Spelling.nearest(to: word, among: known)
    let other = stringUse.places[ExactText(word)] == nil ? nil : "{@" + word + "}"
    warn(
      .withoutEffect, at: offset, "nothing fills in `{" + ObjectReader.shortened(written) + "}`",
      hint: (other ?? nearest.map { "{" + $0 + "}" }).map { "did you mean `" + $0 + "`?" }
        ?? "what is filled in is `{" + known.joined(separator: "}`, `{") + "}`")
  }

  /// Warns of a second pair of braces or a dollar sign, which stay in the text.
  /// - Parameters:
  ///   - brace: the place of the placeholder's first brace.
  ///   - end: the place of its last one.
  private func warnOfSigns(
    around word: String, _ brace: Int, _ end: Int, in bytes: [UInt8], at offset: Int
  ) {
    guard brace > 0 else { return }
    let after = end + 1 < bytes.count ? bytes[end + 1] : 0
    let written: String
    switch bytes[brace - 1] {
    case UInt8(ascii: "{") where after == UInt8(ascii: "}"): written = "{{" + word + "}}"
    case UInt8(ascii: "$"): written = "${" + word + "}"
    default: return
    }
    warn(
      .withoutEffect, at: place(of: brace - 1, in: bytes, at: offset),
      "of `" + written + "`, only `{" + word + "}` is filled in",
      hint: "write `{" + word + "}`: the signs around it would be shown")
  }

  /// The place in the file of a byte of a string, or of the string where escapes hide it.
  /// - Parameters:
  ///   - index: of the byte in the string's text.
  ///   - offset: of the string in the file.
  func place(of index: Int, in text: [UInt8], at offset: Int) -> Int {
    // Without escapes, the text stands unchanged in the file after a quotation mark.
    let place = source.place(of: offset)
    let isPlain = place.file.bytes.dropFirst(place.offset + 1).starts(with: text)
    return isPlain ? offset + 1 + index : offset
  }

  /// True of letters, digits, the signs in names, and spaces.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: " "):
      true
    default: UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
  }
}
