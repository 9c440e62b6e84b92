internal import CExpat

/// Encodings of files, by the conversion of the C library.
enum TextEncoding {
  private static let chunk = 1 << 16

  /// A file's text in UTF-8; nil where this machine does not know the encoding.
  ///
  /// - Parameter name: the encoding that the file names.
  static func utf8(_ bytes: [UInt8], from name: String) throws(SVGError) -> [UInt8]? {
    let converter = unsafe iconv_open("UTF-8", name)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { _ = unsafe iconv_close(converter) }
    var bytes = bytes
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    let isWhole = unsafe bytes.withUnsafeMutableBytes { input in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      var isFlushed = false
      while !isFlushed {
        let before = left
        let text = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { output, count in
          var end = unsafe UnsafeMutableRawPointer(output.baseAddress)?
            .assumingMemoryBound(to: CChar.self)
          var spare = chunk
          if left > 0 { _ = unsafe iconv(converter, &next, &left, &end, &spare) }
          // The converter may hold back a character, since the next one may belong to it. If no
          // space is left in this chunk, it comes with the next.
          if left == 0 { isFlushed = unsafe iconv(converter, nil, nil, &end, &spare) == 0 }
          count = chunk - spare
        }
        result += text
        // Without progress, the remaining bytes are no character.
        if left == before, text.isEmpty, !isFlushed { return false }
      }
      return true
    }
    guard isWhole else {
      throw SVGError("the file is not in the encoding '\(name.prefix(40))', which it names")
    }
    return result
  }
}
