public import Geometry

/// An action of a finger, a pen or a pressed mouse button.
public struct PointerEvent: Equatable, Sendable {
  /// The part of a contact's life that the event reports.
  public enum Phase: Equatable, Sendable {
    case began
    case moved
    case ended
    /// The contact was lost without being lifted: the device went, or its records were missed.
    case cancelled
  }

  /// Identifies the contact among those of all devices; not used again after its end.
  public var contact: UInt64
  public var phase: Phase
  /// On the output, from 0 at the left and top to 1 at the right and bottom.
  public var position: Point
  /// The device's time: microseconds of the monotonic clock. For a device with another clock only
  /// differences are meaningful.
  public var time: Int64
  /// True if the position is in the picture's axes, as for a mouse, and not in the panel's, which
  /// may be mounted rotated.
  public var isInPicture: Bool
  /// The screen that the device was assigned to; nil for the usual one.
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
