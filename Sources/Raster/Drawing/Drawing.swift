public import Geometry

/// A recorded picture: commands from back to front. Custom layers draw by recording into one.
public struct Drawing: Equatable {
  public private(set) var commands: [DrawCommand] = []

  public init() {}

  public mutating func append(_ command: DrawCommand) { commands.append(command) }

  /// Fills a path.
  public mutating func fill(_ path: Path, rule: FillRule = .nonZero, with paint: Paint) {
    append(DrawCommand(shape: .fill(path, rule), paint: paint))
  }

  /// Strokes a path.
  public mutating func stroke(_ path: Path, style: StrokeStyle, with paint: Paint) {
    append(DrawCommand(shape: .stroke(path, style), paint: paint))
  }
}
