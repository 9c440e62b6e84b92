/// A part of the job that a progress control follows.
public struct PhaseDescription: Sendable, Equatable {
  /// What requests call it.
  public var name: String
  /// Its share of the whole is this part of the sum of all weights. Greater than 0.
  public var weight: Double
  /// What is done in it, for people; the name where the scene says nothing.
  public var label: String
}
