/// The number of dashes left for one layout: a pattern that needs more is drawn solid.
///
/// A scene's budget is computed for one size; on another output lengths may differ.
final class DashAllowance {
  private var rest = Double(SceneLimits.dashes)

  /// Returns false, and takes nothing, if fewer are left.
  func spend(_ count: Double) -> Bool {
    guard count <= rest else { return false }
    rest -= count
    return true
  }
}
