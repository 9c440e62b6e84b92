/// The keys that say that a place is touched; those of them that are down.
struct PointerKeys: OptionSet {
  let rawValue: UInt8

  static var touch: PointerKeys { PointerKeys(rawValue: 1) }
  static var left: PointerKeys { PointerKeys(rawValue: 2) }
}
