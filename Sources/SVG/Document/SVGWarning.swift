/// Something that a file uses and that is not drawn, or that is wrong in it, with its place.
public struct SVGWarning: Hashable, Sendable {
  /// One sentence without a full stop.
  public var message: String
  /// Counted from 1.
  public var line: Int

  public init(_ message: String, line: Int) {
    self.message = message
    self.line = line
  }
}

/// The warnings about a file: each once, and no more than somebody would read.
struct WarningList {
  static let limit = 100

  private(set) var warnings: [SVGWarning] = []
  private var known: Set<SVGWarning> = []

  mutating func add(_ message: String, line: Int) {
    let warning = SVGWarning(message, line: line)
    guard warnings.count < WarningList.limit, known.insert(warning).inserted else { return }
    warnings.append(warning)
  }
}
