import Geometry

extension AnimatableValue {
  /// The value that has to be added to this one to get another of the same kind; nil if the kind
  /// has no sum, or the transform has no inverse.
  public func difference(to other: AnimatableValue) -> AnimatableValue? {
    guard kind == other.kind, neutral != nil else { return nil }
    if case (.transform(let own), .transform(let other)) = (self, other) {
      guard let undone = own.inverse else { return nil }
      return .transform(other.followed(by: undone))
    }
    return other.adding(self, times: -1)
  }
}
