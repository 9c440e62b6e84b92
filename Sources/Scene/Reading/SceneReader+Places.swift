import Layers

/// Placeholders in texts.
extension SceneReader {
  /// Warns of words in braces that are not placeholders.
  func warnOfUnknownPlaces(in text: String, at offset: Int) {
    let known = TextTemplate.words
    let bytes = Array(text.utf8)
    var index = 0
    while !isFull, let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      guard let end = bytes[index...].firstIndex(where: { !SceneReader.isLetter($0) }), end > index,
        bytes[end] == UInt8(ascii: "}")
      else { continue }
      let word = String(decoding: bytes[index..<end], as: UTF8.self)
      guard !known.contains(word) else { continue }
      let nearest =
        Synonyms.name(for: word, among: known) ?? Spelling.nearest(to: word, among: known)
      warn(
        .withoutEffect, at: place(of: brace, in: bytes, at: offset),
        "nothing fills in `{" + ObjectReader.shortened(word) + "}`",
        hint: nearest.map { "did you mean `{" + $0 + "}`?" }
          ?? "what is filled in is `{" + known.joined(separator: "}`, `{") + "}`")
    }
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

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
