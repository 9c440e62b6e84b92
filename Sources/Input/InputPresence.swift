import CLinux
import System

/// The kinds of input devices that are there. None of them stays open.
public struct InputPresence: Equatable, Sendable {
  /// True if one has the letters and digits of a keyboard.
  public var hasKeyboard = false
  /// True if one points.
  public var hasPointer = false

  /// Asks the devices that there are now, each of which is opened for that. Refused ones do not count.
  public static func current() -> InputPresence { InputPresence(InputCalls()) }

  init(_ calls: InputCalls) {
    guard let names = try? calls.names() else { return }
    for name in names where name.utf8.starts(with: "event".utf8) {
      guard let device = try? calls.open(InputCalls.directory + "/" + name) else { continue }
      if let keys = try? calls.set(.codes(type: .key), of: device.rawValue), Self.isKeyboard(keys) {
        hasKeyboard = true
      }
      if (try? InputKind(of: device.rawValue, calls)) != nil { hasPointer = true }
    }
  }

  /// True for the keys of the rows of digits and letters, by the kernel's numbers: KEY_1 to KEY_EQUAL, KEY_Q to
  /// KEY_P, KEY_A to KEY_L. Buttons and remote controls have some of them.
  private static func isKeyboard(_ keys: InputSet) -> Bool {
    func has(_ row: ClosedRange<Int>) -> Bool { row.allSatisfy { keys.contains($0) } }
    return has(2...13) && has(16...25) && has(30...38)
  }
}
