/// A key of a keyboard, or a button like one, that goes down or is repeated.
struct KeyPress: Equatable {
  /// The kernel's number of the key.
  var code: UInt16
  var modifiers: KeyModifiers
  /// True while the key is held, from the second time on.
  var isRepeated: Bool
}

/// The keys that are held to change the meaning of others.
struct KeyModifiers: OptionSet {
  let rawValue: UInt8

  static var shift: KeyModifiers { KeyModifiers(rawValue: 1) }
  static var control: KeyModifiers { KeyModifiers(rawValue: 2) }
  static var alt: KeyModifiers { KeyModifiers(rawValue: 4) }
  /// The right Alt: the third and fourth characters of keys.
  static var altGr: KeyModifiers { KeyModifiers(rawValue: 8) }
}
