import ArgumentParser

/// The timing curves that the protocol names.
enum TimingName: String, CaseIterable, ExpressibleByArgument, Sendable {
  case linear
  case easeIn = "ease-in"
  case easeOut = "ease-out"
  case easeInEaseOut = "ease-in-ease-out"
  case standard

  /// The name on the wire, whose enumerations have underscores.
  var wireName: String {
    String(rawValue.map { $0 == "-" ? "_" : $0 })
  }
}
