/// The name of a unit of the boot, such as a service or a mount: visible ASCII, so that it can stand in a
/// line of text.
public struct UnitName: Hashable, Sendable {
  public let bytes: [UInt8]

  /// Bytes of a name, at most: as systemd has it.
  public static let longest = 255

  /// - Returns: nil for bytes that are no name.
  public init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.bytes = bytes
  }

  public init?(_ text: String) { self.init(Array(text.utf8)) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
