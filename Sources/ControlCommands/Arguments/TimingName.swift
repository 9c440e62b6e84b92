import ArgumentParser

/// The timing curves that scenes and the protocol name.
enum TimingName: String, CaseIterable, ExpressibleByArgument, Sendable {
  case linear, easeIn, easeOut, easeInEaseOut
  case standard = "default"

  /// Spellings of CSS and of former versions are taken, too, with a hint.
  init?(argument: String) {
    if let name = Self(rawValue: argument) {
      self = name
      return
    }
    let name: Self
    switch argument.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "linear": name = .linear
    case "easein": name = .easeIn
    case "easeout": name = .easeOut
    case "easeineaseout", "easeinout": name = .easeInEaseOut
    case "standard", "ease", "default": name = .standard
    default: return nil
    }
    Console.complain("the curve '\(argument)' is called \(name.rawValue)")
    self = name
  }
}
