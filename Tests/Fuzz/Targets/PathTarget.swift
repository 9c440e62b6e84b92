import Geometry
import Raster

/// SVG paths: measured, trimmed, dashed, stroked and drawn.
///
/// The first eight bytes say how; the rest is the path's data.
enum PathTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let style = style(&source)
    let ends = (Double(source.byte()) / 255, Double(source.byte()) / 255)
    guard let path = try? Path(svg: String(decoding: source.rest(), as: UTF8.self)) else { return }
    let bounds = path.bounds
    try require(bounds.isNull || !(bounds.width < 0), "the bounds are \(bounds)")
    try require(!(path.length < 0), "the length is \(path.length)")
    let trimmed = path.trimmed(from: min(ends.0, ends.1), to: max(ends.0, ends.1))
    _ = path.interpolated(to: trimmed, fraction: 0.3)
    try draw([
      DrawCommand(shape: .fill(path, .evenOdd), paint: .color(Color(red: 1, green: 0, blue: 0))),
      DrawCommand(
        shape: .stroke(trimmed, style), paint: .color(Color(red: 0, green: 1, blue: 0, alpha: 0.5))),
    ])
  }

  private static func style(_ source: inout ByteSource) -> StrokeStyle {
    StrokeStyle(
      width: source.pick([1, 0.01, 7, 40, 1e-9, 5e4]), cap: source.pick([.butt, .round, .square]),
      join: source.pick([.miter, .round, .bevel]),
      dashes: source.pick([[], [3, 2], [0, 4], [0.5], [1e-6, 1], [1e6, 1]]),
      dashPhase: source.pick([0, 1, -3, 1e9]))
  }

  private static func draw(_ commands: [DrawCommand]) throws(Finding) {
    let size = PixelSize(width: 48, height: 32)
    let whole = PixelBuffer(size: size, format: .xrgb8888)
    let halves = PixelBuffer(size: size, format: .xrgb8888)
    let renderer = Renderer()
    renderer.draw(commands, into: whole.surface)
    for x in [0, 24] {
      let part = PixelRect(minX: x, minY: 0, maxX: x + 24, maxY: 32)
      renderer.draw(commands, region: Region(part), into: halves.surface)
    }
    try require(whole.bytes == halves.bytes, "two halves of a picture differ from the whole")
  }
}
