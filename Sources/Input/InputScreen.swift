/// The assignment of a device to a screen.
public struct InputScreen: Equatable, Sendable {
  /// The device's name, as the kernel has it, or its path.
  public var device: String
  /// An output's name, such as `HDMI-A-1`.
  public var screen: String

  public init(device: String, screen: String) {
    self.device = device
    self.screen = screen
  }

  /// Reads `DEVICE=SCREEN`; nil if a side is empty or there is no `=`. The last `=` divides.
  public init?(_ text: String) {
    guard let place = text.utf8.lastIndex(of: UInt8(ascii: "=")) else { return nil }
    device = String(text[..<place])
    screen = String(text[text.utf8.index(after: place)...])
    if device.isEmpty || screen.isEmpty { return nil }
  }
}
