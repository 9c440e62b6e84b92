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

  /// The kind of an open device by its capabilities. Nil for a device that does not point, such as
  /// a keyboard, and for a touchpad: it moves a pointer, which is not drawn, and is touched at
  /// other places than the intended ones.
  init?(of device: Int32, _ calls: InputCalls) throws(SystemError) {
    try self.init(try InputCapabilities(of: device, calls)) { axis throws(SystemError) in
      try calls.axis(UInt16(axis), of: device).range
    }
  }

  /// True if a device points, as far as its capabilities tell without the ranges of its axes.
  static func points(_ capabilities: InputCapabilities) -> Bool {
    let kind = try? InputKind(capabilities) { _ throws(SystemError) in
      InputAxis(minimum: 0, maximum: 1)
    }
    return kind != nil
  }

  /// - Parameter range: gives the range of an axis that the device has.
  private init?(
    _ device: InputCapabilities, range: (Int) throws(SystemError) -> InputAxis
  ) throws(SystemError) {
    let isDirect = device.properties.contains(firstlight_INPUT_PROP_DIRECT)
    if device.keys.contains(firstlight_BTN_TOOL_FINGER), !isDirect { return nil }

    func axis(_ code: Int) throws(SystemError) -> InputAxis? {
      guard device.absolute.contains(code) else { return nil }
      let range = try range(code)
      return range.minimum < range.maximum ? range : nil
    }
    if device.absolute.contains(firstlight_ABS_MT_SLOT),
      device.absolute.contains(firstlight_ABS_MT_TRACKING_ID),
      let x = try axis(firstlight_ABS_MT_POSITION_X), let y = try axis(firstlight_ABS_MT_POSITION_Y)
    {
      let last = try range(firstlight_ABS_MT_SLOT).maximum
      self = .fingers(x: x, y: y, slots: min(max(Int(last) + 1, 1), Self.slotLimit))
    } else if let x = try axis(firstlight_ABS_X), let y = try axis(firstlight_ABS_Y) {
      guard
        device.keys.contains(firstlight_BTN_TOUCH) || device.keys.contains(firstlight_BTN_LEFT)
      else { return nil }
      self = .place(x: x, y: y)
    } else {
      guard device.relative.contains(firstlight_REL_X), device.relative.contains(firstlight_REL_Y),
        device.keys.contains(firstlight_BTN_LEFT)
      else { return nil }
      self = .mouse
    }
  }
}
