/// The parts of devices: those that a device has, and those that are of use at present.
public struct InputInterest: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Touches and the buttons of mice.
  public static var pointers: InputInterest { InputInterest(rawValue: 1) }
  /// Keys that mean something at a virtual terminal, too.
  public static var consoleKeys: InputInterest { InputInterest(rawValue: 2) }
  /// The other keys with a meaning, such as those of panels.
  public static var panelKeys: InputInterest { InputInterest(rawValue: 4) }
}
