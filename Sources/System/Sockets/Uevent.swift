/// The kernel's message about a device that comes, goes or changes.
public struct Uevent: Equatable, Sendable {
  /// The event: `add`, `remove`, `change`, `bind`, `unbind`, `move`, `online`, `offline`.
  public let action: String
  /// The device's path below `/sys`, such as `/devices/pci0000:00/0000:00:02.0/drm/card0`.
  public let path: String
  private let message: [UInt8]

  /// Reads a message: `ACTION@PATH`, then `KEY=VALUE` any number of times, each ended by NUL.
  /// - Returns: nil for any other message, such as those of udev.
  public init?(_ message: [UInt8]) {
    guard let at = message.firstIndex(of: UInt8(ascii: "@")), at > 0,
      let end = message.firstIndex(of: 0), at < end
    else { return nil }
    action = String(decoding: message[..<at], as: UTF8.self)
    path = String(decoding: message[(at + 1)..<end], as: UTF8.self)
    self.message = message
  }

  /// The value of a key such as `HOTPLUG` or `CONNECTOR`; the first one if the key is repeated.
  public func value(of key: String) -> String? {
    var start = message.startIndex
    let key = key.utf8
    while start < message.endIndex {
      let end = message[start...].firstIndex(of: 0) ?? message.endIndex
      let entry = message[start..<end]
      if entry.starts(with: key), entry.dropFirst(key.count).first == UInt8(ascii: "=") {
        return String(decoding: entry.dropFirst(key.count + 1), as: UTF8.self)
      }
      start = end + 1
    }
    return nil
  }

  /// The kind of device, such as `drm`, `graphics` or `input`.
  public var subsystem: String? { value(of: "SUBSYSTEM") }
  /// The device's file below `/dev`, such as `dri/card0`, if it has one.
  public var deviceName: String? { value(of: "DEVNAME") }
}
