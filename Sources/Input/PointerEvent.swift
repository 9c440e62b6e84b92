public import Geometry

/// Something that a finger, a pen or a held mouse button did.
public struct PointerEvent: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    case began
    case moved
    case ended
    /// It counts no longer, without having been let go: the device went, or what it did was missed.
    case cancelled
  }

  /// Tells the contacts of all devices apart; not used again after the contact's end.
  public var contact: UInt64
  public var phase: Phase
  /// On the output, from 0 at the left and top to 1 at the right and bottom.
  public var position: Point
  /// When the device said so: microseconds of the monotonic clock. Only differences count for a
  /// device whose clock is another one.
  public var time: Int64
  /// True if the position is in the picture's axes, as a mouse's is, and not in the panel's, which may
  /// be built in turned.
  public var isInPicture: Bool
  /// The screen that the device was said to belong to; nil for the usual one.
  public var screen: String?

  public init(
    contact: UInt64, phase: Phase, position: Point, time: Int64, isInPicture: Bool = false
  ) {
    self.contact = contact
    self.phase = phase
    self.position = position
    self.time = time
    self.isInPicture = isInPicture
  }
}
