/// The reason why a file is no picture, with its place.
public struct SVGError: Error, Equatable, Sendable {
  /// One sentence without a full stop.
  public var message: String
  /// Counted from 1; 0 where the error is about the whole file.
  public var line: Int
  /// Counted from 1; 0 where it is not known.
  public var column: Int

  public init(_ message: String, line: Int = 0, column: Int = 0) {
    self.message = message
    self.line = line
    self.column = column
  }
}
