import System

/// The kinds of input devices that are there.
public struct InputPresence: Equatable, Sendable {
  /// True if one has the letters and digits of a keyboard.
  public var hasKeyboard = false
  /// True if one points.
  public var hasPointer = false

  /// The devices that there are now, by the kernel's description of them: none is opened, since a sleeping
  /// device would first wake. Devices that would be refused do not count.
  public static func current() -> InputPresence { InputPresence(InputCalls()) }

  init(_ calls: InputCalls) {
    guard let names = try? calls.names() else { return }
    let devices = names.filter { $0.utf8.starts(with: "event".utf8) }
    for name in devices.prefix(InputDevices.limit) {
      guard calls.mayOpen(InputCalls.directory + "/" + name),
        let capabilities = try? calls.capabilities(of: name)
      else { continue }
      if capabilities.isKeyboard { hasKeyboard = true }
      if InputKind.points(capabilities) { hasPointer = true }
      if hasKeyboard, hasPointer { return }
    }
  }
}
