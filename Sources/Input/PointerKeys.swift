/// The pressed keys among those that report a touch.
struct PointerKeys: OptionSet {
  let rawValue: UInt8

  static var touch: PointerKeys { PointerKeys(rawValue: 1) }
  static var left: PointerKeys { PointerKeys(rawValue: 2) }
}
