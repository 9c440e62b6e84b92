/// The phases of a job as parts of the whole: each begins at the end of the one before it, and its
/// length is its share of all weights.
public struct PhasePlan: Equatable, Sendable {
  /// The end of each phase, 0…1, rising; the last is 1.
  private let ends: [Double]

  /// A job without phases: the whole is one.
  public init() { ends = [1] }

  /// Phases in their order. Weights are greater than 0 and finite; an empty array stands for a
  /// single phase.
  public init(weights: [Double]) {
    var sum = 0.0
    for weight in weights {
      precondition(weight > 0 && weight.isFinite, "a phase has a weight")
      sum += weight
    }
    var ends: [Double] = []
    var reached = 0.0
    for weight in weights.dropLast() {
      reached += weight
      ends.append(reached / sum)
    }
    self.ends = ends + [1]
  }

  public var count: Int { ends.count }

  /// The part of the whole at which a phase begins.
  public func start(of phase: Int) -> Double { phase == 0 ? 0 : ends[phase - 1] }

  /// The part of the whole that a phase is.
  public func part(of phase: Int) -> ClosedRange<Double> { start(of: phase)...end(of: phase) }

  /// The part of the whole at which a phase ends.
  public func end(of phase: Int) -> Double { ends[phase] }

  /// The part of the whole that is done at a fraction, in 0…1, of a phase, including all phases
  /// before it. Only the end of the last phase is 1.
  public func value(of fraction: Double, in phase: Int) -> Double {
    let start = start(of: phase)
    let end = end(of: phase)
    if fraction >= 1 { return end }
    let value = min(start + max(fraction, 0) * (end - start), end)
    return min(value, PhasePlan.incomplete)
  }

  /// The phase that contains a part of the whole. The end of one is the start of the next.
  public func phase(at value: Double) -> Int {
    ends.firstIndex { value < $0 } ?? ends.count - 1
  }

  /// The greatest value of a job that has not reported its end: a millionth below it, so that no
  /// percentage is rounded up.
  public static var incomplete: Double { 0.999_999 }
}
