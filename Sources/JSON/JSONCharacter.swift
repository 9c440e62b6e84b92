/// The value of a hexadecimal digit; nil for any other byte.
package func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Two upper-case hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits: StaticString = "0123456789ABCDEF"
  let pair = unsafe [digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]]
  return String(decoding: pair, as: UTF8.self)
}

func isLetter(_ byte: UInt8) -> Bool {
  (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
}

/// Appends a code point below U+110000 that is not a surrogate.
func appendUTF8(of code: UInt32, to text: inout [UInt8]) {
  func trail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (code >> shift & 0x3F)) }
  switch code {
  case 0..<0x80: text.append(UInt8(code))
  case 0x80..<0x800:
    text.append(UInt8(0xC0 | code >> 6))
    text.append(trail(0))
  case 0x800..<0x10000:
    text.append(UInt8(0xE0 | code >> 12))
    text.append(trail(6))
    text.append(trail(0))
  default:
    text.append(UInt8(0xF0 | code >> 18))
    text.append(trail(12))
    text.append(trail(6))
    text.append(trail(0))
  }
}

/// The character or the word at an offset of valid UTF-8, in quotes, or the byte's number.
func describe(_ bytes: Span<UInt8>, _ offset: Int) -> String {
  guard offset < bytes.count else { return "the end of the text" }
  let byte = bytes[offset]
  if byte == 0x0A { return "the end of the line" }
  if byte < 0x20 || byte == 0x7F { return "the byte 0x" + hexadecimal(byte) }
  var end = offset + 1
  if isLetter(byte) {
    while end < bytes.count, end < offset + 24, isLetter(bytes[end]) { end += 1 }
  } else {
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
  }
  var text: [UInt8] = []
  for index in offset..<end { text.append(bytes[index]) }
  return "'" + String(decoding: text, as: UTF8.self) + "'"
}
