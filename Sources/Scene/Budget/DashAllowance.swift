/// The dashes that one layout may still have: a pattern that asks for more is drawn solid.
///
/// A scene's budget is that of one size; lengths may come out as others on another output.
final class DashAllowance {
  private var rest = Double(SceneLimits.dashes)

  /// False, with nothing taken, where there are not so many left.
  func take(_ count: Double) -> Bool {
    guard count <= rest else { return false }
    rest -= count
    return true
  }
}
