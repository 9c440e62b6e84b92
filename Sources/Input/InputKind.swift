import CLinux
import System

/// The way in which a device points.
enum InputKind: Equatable, Sendable {
  /// Many fingers, each in a slot of its own: the kernel's multi-touch protocol B.
  case fingers(x: InputAxis, y: InputAxis, slots: Int)
  /// One position, which is touched while a key is down: a single touch, a pen, the button of a
  /// tablet. Devices may have both keys and use one.
  case place(x: InputAxis, y: InputAxis)
  /// Relative steps from the present position, with a button.
  case mouse

  /// The most fingers that are followed on one device.
  static var slotLimit: Int { 32 }

  /// The kind of a FIFO: ten fingers on 65,536 × 65,536 positions.
  static var stream: InputKind {
    let axis = InputAxis(minimum: 0, maximum: 65_535)
    return .fingers(x: axis, y: axis, slots: 10)
  }

  /// The kind of a device by its capabilities. Nil for a device that does not point, such as a
  /// keyboard, and for a touchpad: it moves a pointer, which is not drawn, and is touched at other
  /// places than the intended ones.
  init?(of device: Int32, _ calls: InputCalls) throws(SystemError) {
    let keys = try calls.set(.codes(type: .key), of: device)
    let absolute = try calls.set(.codes(type: .absolute), of: device)
    let isDirect = try calls.set(.properties, of: device).contains(firstlight_INPUT_PROP_DIRECT)
    if keys.contains(firstlight_BTN_TOOL_FINGER), !isDirect { return nil }

    func axis(_ code: Int) throws(SystemError) -> InputAxis? {
      guard absolute.contains(code) else { return nil }
      let range = try calls.axis(UInt16(code), of: device).range
      return range.minimum < range.maximum ? range : nil
    }
    if absolute.contains(firstlight_ABS_MT_SLOT), absolute.contains(firstlight_ABS_MT_TRACKING_ID),
      let x = try axis(firstlight_ABS_MT_POSITION_X), let y = try axis(firstlight_ABS_MT_POSITION_Y)
    {
      let last = try calls.axis(UInt16(firstlight_ABS_MT_SLOT), of: device).range.maximum
      self = .fingers(x: x, y: y, slots: min(max(Int(last) + 1, 1), Self.slotLimit))
    } else if let x = try axis(firstlight_ABS_X), let y = try axis(firstlight_ABS_Y) {
      guard keys.contains(firstlight_BTN_TOUCH) || keys.contains(firstlight_BTN_LEFT) else {
        return nil
      }
      self = .place(x: x, y: y)
    } else {
      let relative = try calls.set(.codes(type: .relative), of: device)
      guard relative.contains(firstlight_REL_X), relative.contains(firstlight_REL_Y),
        keys.contains(firstlight_BTN_LEFT)
      else { return nil }
      self = .mouse
    }
  }
}
