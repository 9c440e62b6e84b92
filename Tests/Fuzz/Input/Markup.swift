/// The elements and the attributes of a text, as far as they can be told without reading it whole.
struct Markup {
  struct Element {
    var all: Range<Int>
    /// The place behind the name of its first tag.
    var nameEnd: Int
    /// The text between its tags; nil where it has only one.
    var content: Range<Int>?
  }

  private let text: [UInt8]
  /// In the order of their beginnings.
  private(set) var elements: [Element] = []
  private(set) var values: [Range<Int>] = []

  init(_ text: [UInt8]) {
    self.text = text
    // Indices of open elements.
    var open: [Int] = []
    var index = 0
    while let start = next(UInt8(ascii: "<"), from: index) {
      guard let end = tagEnd(from: start + 1) else { break }
      index = end
      guard start + 1 < text.count else { break }
      switch text[start + 1] {
      case UInt8(ascii: "/"):
        guard let element = open.popLast() else { break }
        elements[element].content = elements[element].all.upperBound..<start
        elements[element].all = elements[element].all.lowerBound..<end
      case UInt8(ascii: "!"), UInt8(ascii: "?"): break
      default:
        var nameEnd = start + 1
        while nameEnd < end - 1, !" \t\n/>".utf8.contains(text[nameEnd]) { nameEnd += 1 }
        elements.append(Element(all: start..<end, nameEnd: nameEnd))
        if text[end - 2] != UInt8(ascii: "/") { open.append(elements.count - 1) }
      }
    }
  }

  private func next(_ byte: UInt8, from start: Int) -> Int? {
    start <= text.count ? text[start...].firstIndex(of: byte) : nil
  }

  /// The index behind a tag; the values in it are noted.
  private mutating func tagEnd(from start: Int) -> Int? {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ">") { return index + 1 }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let end = next(byte, from: index + 1) else { return nil }
        values.append(index + 1..<end)
        index = end
      }
      index += 1
    }
    return nil
  }

  func numbers(in range: Range<Int>) -> [Range<Int>] {
    var numbers: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, "0123456789.".utf8.contains(text[index]) { index += 1 }
      if index > start { numbers.append(start..<index) } else { index += 1 }
    }
    return numbers
  }
}
