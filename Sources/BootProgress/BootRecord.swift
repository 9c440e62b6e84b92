/// A boot as it went: when its units started.
public struct BootRecord: Equatable, Sendable {
  /// The start of a unit.
  public struct Start: Equatable, Sendable {
    public var name: UnitName
    /// Seconds since the beginning, without the time for which the boot waited for an answer.
    public var time: Double

    public init(name: UnitName, time: Double) {
      self.name = name
      self.time = time
    }
  }

  /// The first starts of units, in their order.
  public private(set) var starts: [Start] = []
  private var names: Set<UnitName> = []
  /// Seconds until the end; 0 before that.
  public var duration = 0.0

  /// The most starts that are recorded.
  static let limit = 2048

  public init() {}

  /// True if a start of the unit was recorded.
  public func contains(_ name: UnitName) -> Bool { names.contains(name) }

  /// Records a start. Only the first start of a unit counts.
  /// - Returns: false for a start that does not count.
  @discardableResult public mutating func add(_ name: UnitName, at time: Double) -> Bool {
    guard starts.count < Self.limit, names.insert(name).inserted else { return false }
    starts.append(Start(name: name, time: time))
    return true
  }
}
