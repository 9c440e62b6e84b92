import System

/// The kinds of input devices that are there.
public struct InputPresence: Equatable, Sendable {
  /// True if one has the letters and digits of a keyboard.
  public var hasKeyboard = false
  /// True if one points.
  public var hasPointer = false

  /// The most devices that are looked at. A machine's sound cards and buttons alone may be dozens.
  static var limit: Int { 256 }

  /// The devices that are there now, by the kernel's description of them: none is opened, since a
  /// sleeping device would have to wake up first. Without a description, for example where `/sys`
  /// is not mounted, the device is asked. Devices that this process may not open do not count.
  public static func current() -> InputPresence { InputPresence(InputCalls()) }

  init(_ calls: InputCalls) {
    guard let names = try? calls.names() else { return }
    var count = 0
    for name in names where name.utf8.starts(with: "event".utf8) {
      guard calls.mayOpen(InputCalls.directory + "/" + name) else { continue }
      count += 1
      guard count <= Self.limit else { return }
      guard let capabilities = Self.capabilities(of: name, calls) else { continue }
      if capabilities.isKeyboard { hasKeyboard = true }
      if InputKind.points(capabilities) { hasPointer = true }
      if hasKeyboard, hasPointer { return }
    }
  }

  private static func capabilities(of name: String, _ calls: InputCalls) -> InputCapabilities? {
    do throws(ReadFileError) {
      return try calls.capabilities(of: name)
    } catch {
      guard case .system(let cause) = error, cause.isNotFound else { return nil }
    }
    let device = try? calls.open(InputCalls.directory + "/" + name)
    guard let device else { return nil }
    return try? InputCapabilities(of: device.rawValue, calls)
  }
}
