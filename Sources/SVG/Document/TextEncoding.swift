internal import CExpat

/// Encodings of files, by the conversion of the C library.
enum TextEncoding {
  private static let chunk = 1 << 16

  /// A file's text in UTF-8.
  ///
  /// - Parameter name: the encoding that the file names.
  static func utf8(_ bytes: [UInt8], from name: String) throws(SVGError) -> [UInt8] {
    let converter = unsafe iconv_open("UTF-8", name)
    guard Int(bitPattern: converter) != -1 else {
      throw SVGError("the encoding '\(name.prefix(40))' is not known on this machine")
    }
    defer { _ = unsafe iconv_close(converter) }
    var bytes = bytes
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    let isWhole = unsafe bytes.withUnsafeMutableBytes { input in
      var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let before = left
        let text = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { output, count in
          var end = unsafe UnsafeMutableRawPointer(output.baseAddress)?
            .assumingMemoryBound(to: CChar.self)
          var room = chunk
          _ = unsafe iconv(converter, &next, &left, &end, &room)
          // A character may be kept back, as the next one may belong to it.
          if left == 0 { _ = unsafe iconv(converter, nil, nil, &end, &room) }
          count = chunk - room
        }
        result += text
        // Nothing is left out but the bytes of no character.
        if left == before { return false }
      }
      return true
    }
    guard isWhole else {
      throw SVGError("the file is not in the encoding '\(name.prefix(40))', which it names")
    }
    return result
  }
}
