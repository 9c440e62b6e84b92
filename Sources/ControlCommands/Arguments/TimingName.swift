public import Animation
public import ArgumentParser

/// Spellings of CSS and of former versions are taken, too, with a hint.
extension TimingName: ExpressibleByArgument {
  public init?(argument: String) {
    if let name = Self(rawValue: argument) {
      self = name
      return
    }
    guard let name = Self(otherwise: argument) else { return nil }
    Console.complain("the curve '\(argument)' is called \(name.rawValue)")
    self = name
  }
}
