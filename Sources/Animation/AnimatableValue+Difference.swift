import Geometry

extension AnimatableValue {
  /// What has to be added to this value to get another one of the same kind; nil where there is no sum,
  /// or a transform that cannot be undone.
  public func difference(to other: AnimatableValue) -> AnimatableValue? {
    guard kind == other.kind, neutral != nil else { return nil }
    if case (.transform(let own), .transform(let other)) = (self, other) {
      guard let undone = own.inverse else { return nil }
      return .transform(other.followed(by: undone))
    }
    return other.adding(self, times: -1)
  }

  /// The value that adding leaves as it is, of the same kind; nil where there is no sum.
  public var zero: AnimatableValue? { neutral }
}
