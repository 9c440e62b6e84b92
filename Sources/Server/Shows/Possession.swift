/// A part of the machine that the daemon takes for itself. Another program may have it already, or
/// take it later.
enum Possession<Owner> {
  /// No attempt was made yet.
  case untried
  /// It is ours.
  case held(Owner)
  /// No attempt has succeeded.
  case refused
  /// It was ours, and was given back until it is taken again.
  case released
  /// It was ours, and another program has it.
  case lost

  /// The owner, while it is ours.
  var owner: Owner? {
    if case .held(let owner) = self { owner } else { nil }
  }

  /// True if it is ours or has been.
  var wasHeld: Bool {
    switch self {
    case .held, .released, .lost: true
    case .untried, .refused: false
    }
  }

  /// True if another program has it, or the right to it is missing.
  var isDenied: Bool {
    switch self {
    case .refused, .lost: true
    case .untried, .held, .released: false
    }
  }

  /// Notes that it was given back, if it is ours.
  mutating func release() {
    if case .held = self { self = .released }
  }

  /// Notes that it could not be taken, or that another program has taken it.
  mutating func deny() { self = wasHeld ? .lost : .refused }
}
