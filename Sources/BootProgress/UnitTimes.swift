/// The units' times, learnt from former boots.
public struct UnitTimes: Equatable, Sendable {
  /// The time of one unit.
  public struct Unit: Equatable, Sendable {
    /// The time at which it starts, as a part of the whole boot: 0…1.
    public var fraction: Double
    /// The usual deviation from it.
    public var deviation: Double
    /// The number of boots in which it was seen.
    public var boots: Int
    /// The number of last boots in which it was not seen.
    public var missed: Int
  }

  /// Seconds of a boot, without the time for which it waited for an answer.
  public internal(set) var duration: Double
  public internal(set) var units: [UnitName: Unit] = [:]

  /// The most units that are known.
  public static let limit = 512
  /// The durations, in seconds, of boots from which times are learnt.
  static let durations = 0.2...3600.0
  /// Times are not learnt from a boot with fewer units.
  static let fewestUnits = 5

  /// A unit that was missed in more than the first number of boots in a row does not count; after
  /// the second number it is forgotten.
  static let mostMissed = (counted: 2, kept: 5)
  /// The weight of a new boot in the averages.
  private static let weight = 0.3
  private static let firstDeviation = 0.05
  /// A single slow boot must not spoil the averages.
  private static let mostChange = 1.5

  init(duration: Double) { self.duration = duration }

  /// The knowledge after a boot.
  /// - Parameter former: the times before; nil for none.
  /// - Returns: nil for a boot that cannot be used: too few units, too short, or too different,
  ///   probably aborted.
  public init?(learning boot: BootRecord, after former: UnitTimes?) {
    guard Self.durations.contains(boot.duration), boot.starts.count >= Self.fewestUnits,
      former?.isWhole(boot) ?? true
    else { return nil }
    self = former ?? UnitTimes(duration: boot.duration)
    let clipped = min(max(boot.duration, duration / Self.mostChange), duration * Self.mostChange)
    duration += Self.weight * (clipped - duration)
    var newcomers: [(name: UnitName, fraction: Double)] = []
    for start in boot.starts {
      let fraction = min(max(start.time / boot.duration, 0), 1)
      guard var unit = units[start.name] else {
        newcomers.append((start.name, fraction))
        continue
      }
      unit.deviation += Self.weight * (abs(fraction - unit.fraction) - unit.deviation)
      unit.fraction += Self.weight * (fraction - unit.fraction)
      unit.boots = min(unit.boots &+ 1, 1_000_000)
      unit.missed = 0
      units[start.name] = unit
    }
    for (name, unit) in units where !boot.contains(name) {
      units[name]?.missed = unit.missed &+ 1
      if unit.missed >= Self.mostMissed.kept { units[name] = nil }
    }
    // If there is no space for all new units, the chosen ones are spread over the boot.
    let count = min(newcomers.count, max(Self.limit - units.count, 0))
    for index in 0..<count {
      let item = newcomers[index * newcomers.count / count]
      units[item.name] = Unit(
        fraction: item.fraction, deviation: Self.firstDeviation, boots: 1, missed: 0)
    }
  }

  /// True for a boot that had at least a third of the expected units.
  private func isWhole(_ boot: BootRecord) -> Bool {
    let expected = units.filter { $0.value.missed <= Self.mostMissed.counted }
    return expected.isEmpty
      || expected.count(where: { boot.contains($0.key) }) * 3 >= expected.count
  }
}
