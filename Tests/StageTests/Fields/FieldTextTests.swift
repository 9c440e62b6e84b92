import Testing

@testable import Stage

/// The memory of what is typed.
@Suite struct FieldTextTests {
  /// The number of places in a text's memory that hold an ASCII character, also behind its end.
  private func count(_ character: UInt8, in text: FieldText) -> Int {
    let capacity = text.maximumLength
    return unsafe text.characters.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(
        start: base, count: capacity * MemoryLayout<Character>.stride)
      return stride(from: 0, to: bytes.count, by: MemoryLayout<Character>.stride)
        .filter { unsafe bytes[$0] == character }.count
    }
  }

  private func typed(_ string: String) -> FieldText {
    let text = FieldText(maximumLength: 40, byteLimit: 160)
    // Another text has used the memory before.
    for _ in 0..<40 { text.insert("-") }
    text.removeAll()
    for scalar in string.unicodeScalars { text.insert(scalar) }
    return text
  }

  @Test func `removed characters are overwritten in memory`() {
    let text = typed("QQQabc")
    #expect(count(0x51, in: text) == 3)
    text.moveCaret(to: 1)
    text.deleteBackward()
    text.deleteForward()
    #expect(text.string == "Qabc" && count(0x51, in: text) == 1)
    text.set("Zx")
    #expect(count(0x51, in: text) == 0 && count(0x61, in: text) == 0 && count(0x5A, in: text) == 1)
    text.removeAll()
    #expect(count(0x5A, in: text) == 0 && count(0x78, in: text) == 0)
  }

  @Test func `a text grows in its first memory, and gives way to another one there`() {
    let text = FieldText(maximumLength: 40, byteLimit: 160)
    func place() -> Int {
      unsafe text.characters.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    let first = place()
    for _ in 0..<40 { text.insert("Q") }
    text.replace(by: typed("Z"))
    #expect(text.string == "Z" && count(0x51, in: text) == 0)
    #expect(place() == first)
  }
}
