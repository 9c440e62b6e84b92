/// The name of a layout in the machine's files.
public enum KeymapName: Equatable, Sendable {
  /// A keymap of the console, such as `de-latin1`.
  case console(String)
  /// A layout of X and Wayland, such as `de`, and its variant, which is empty for the usual one. Of
  /// lists with commas the first one counts.
  case graphical(layout: String, variant: String)

  /// The name as it stands in the file, for messages.
  public var description: String {
    switch self {
    case .console(let name): name
    case .graphical(let layout, ""): layout
    case .graphical(let layout, let variant): layout + " (" + variant + ")"
    }
  }

  /// The layout for this name: a label of `Keymap(layout:)`, and its accents. Nil for a layout that
  /// is not built in. Nothing is inferred from its name: `fr_CH` has other letters than `fr`, and
  /// `fr-bepo` has others than both. The console keymaps `de` and `fr` are the ones made of the
  /// graphical layouts, not the ASCII ones that kbd has by these names.
  var layout: (label: String, accents: KeymapAccents)? {
    switch self {
    case .console("de-latin1"): return ("DE", .dead)
    case .console("de-latin1-nodeadkeys"): return ("DE", .signs)
    case .console("fr-latin1"), .console("fr-pc"): return ("FR", .dead)
    case .console(let name):
      // Distributions name keymaps that they have made of graphical layouts like this:
      // `de-nodeadkeys`.
      let (layout, variant) = Self.split(name, at: UInt8(ascii: "-"))
      return Self.layout(layout, variant: variant)
    case .graphical(let layout, let variant):
      let comma = UInt8(ascii: ",")
      return Self.layout(
        Self.split(layout, at: comma).first, variant: Self.split(variant, at: comma).first)
    }
  }

  private static func layout(
    _ layout: String, variant: String
  ) -> (label: String, accents: KeymapAccents)? {
    switch (layout, variant) {
    case ("us", ""): ("US", .dead)
    case ("de", ""): ("DE", .dead)
    case ("at", ""): ("AT", .dead)
    case ("es", ""): ("ES", .dead)
    // The variants differ from the usual layout in letters with AltGr, and in the key at the upper
    // left.
    case ("fr", ""), ("fr", "latin9"), ("fr", "oss"): ("FR", .dead)
    case ("de", "nodeadkeys"): ("DE", .spacing)
    case ("at", "nodeadkeys"): ("AT", .spacing)
    case ("es", "nodeadkeys"): ("ES", .spacing)
    case ("fr", "nodeadkeys"): ("FR", .spacing)
    default: nil
    }
  }

  /// The parts before and behind the first separator.
  private static func split(_ text: String, at separator: UInt8) -> (first: String, rest: String) {
    let parts = text.utf8.split(
      separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first else { return ("", "") }
    return (
      String(decoding: first, as: UTF8.self),
      parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    )
  }
}

/// The meaning of a layout's keys with accents.
enum KeymapAccents: Equatable, Sendable {
  /// Dead keys, which wait for a letter.
  case dead
  /// Signs at once: those of the console's keymaps, `'` for the acute accent, or those of graphical
  /// layouts, `´`.
  case signs, spacing
}
