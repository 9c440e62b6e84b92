/// The name of a unit of the boot, such as a service or a mount: visible ASCII, so that it can
/// stand in a line of text.
public struct UnitName: Hashable, Sendable {
  public let bytes: [UInt8]

  /// The most bytes of a name, as in systemd.
  public static let longest = 255

  /// - Returns: nil for bytes that are no name.
  public init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.bytes = bytes
  }

  public init?(_ text: String) { self.init(Array(text.utf8)) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name for people: of a mount or a swap area its path, of a service its name alone.
  public var title: String {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return text }
    let stem = Array(bytes[..<dot])
    switch String(decoding: bytes[bytes.index(after: dot)...], as: UTF8.self) {
    case "service": return String(decoding: stem, as: UTF8.self)
    case "mount", "swap": return Self.path(stem) ?? text
    default: return text
    }
  }

  /// The path that systemd has made a name of: a dash stands for a slash, and `\x2d` for a dash.
  /// - Returns: nil for a path that is not printable ASCII.
  private static func path(_ stem: [UInt8]) -> String? {
    if stem == [UInt8(ascii: "-")] { return "/" }
    var path = [UInt8(ascii: "/")]
    var index = 0
    while index < stem.count {
      let byte = stem[index]
      index += 1
      if byte == UInt8(ascii: "-") {
        path.append(UInt8(ascii: "/"))
      } else if byte == UInt8(ascii: "\\"), index + 2 < stem.count, stem[index] == UInt8(ascii: "x")
      {
        let digits = String(decoding: stem[index + 1...index + 2], as: UTF8.self)
        guard let value = UInt8(digits, radix: 16), (0x20...0x7E).contains(value) else {
          return nil
        }
        path.append(value)
        index += 3
      } else {
        path.append(byte)
      }
    }
    return String(decoding: path, as: UTF8.self)
  }
}
