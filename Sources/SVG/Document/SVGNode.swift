/// An element of a file. Elements are in the document's array, and refer to each other by their
/// places there.
struct SVGNode {
  /// The name without a prefix; empty for an element of another namespace.
  var name: String
  /// The attributes without a namespace.
  var attributes: [String: String]
  /// The element's reference: `href`, or else `xlink:href`.
  var href: String?
  /// Bytes of all attributes but references, which are read once.
  var attributeByteCount = 0
  /// Counted from 1.
  var line: Int
  /// The parent's place; −1 for the root.
  var parent: Int
  var children: [Int] = []
  /// The place among the parent's children, counted from 0.
  var index = 0
  /// The place among those of the children that have the same name, and their number.
  var typeIndex = 0
  var typeCount = 1
  /// The text in it, kept for a style sheet alone.
  var text = ""
  /// The content of an element of a text, in its order.
  var parts: [TextPart] = []

  /// An attribute without the space around it; nil where there is none or nothing in it.
  func attribute(_ name: String) -> Substring? {
    guard let value = attributes[name] else { return nil }
    let trimmed = value.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }
}

/// A part of a text: characters, or an element among them by its place.
enum TextPart {
  case text(String)
  case element(Int)
}

extension StringProtocol {
  /// Without the white space of XML around it.
  var trimmed: SubSequence {
    let bytes = utf8
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, bytes[start].isXMLSpace { start = bytes.index(after: start) }
    // Each white space is a character of one byte, but CR and LF together are one character.
    while start < end {
      let last = self.index(before: end)
      guard self[last].utf8.allSatisfy(\.isXMLSpace) else { break }
      end = last
    }
    return self[start..<end]
  }
}

extension UInt8 {
  var isXMLSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
