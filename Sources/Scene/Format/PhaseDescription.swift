/// A part of the job that a progress control follows.
public struct PhaseDescription: Sendable, Equatable {
  /// The name that requests use.
  public var name: String
  /// Its share of the whole is its weight divided by the sum of all weights. Greater than 0.
  public var weight: Double
  /// The text that is shown for it; the name if the scene gives none.
  public var label: String
}
