import Geometry
import Raster

/// Strokes of cubic curves: the cases of arcs and rings drawn as design programs export them, and
/// waves.
extension Case {
  static func cubicStrokes(_ name: String) -> Case? {
    switch name {
    case "C24": Case.named("C5")?.withCubics(as: name)
    case "C25": Case.named("C6")?.withCubics(as: name)
    case "C26": Case.named("C7")?.withCubics(as: name)
    case "C27": Case.named("C16")?.withCubics(as: name)
    case "C28": waves(name)
    default: nil
    }
  }

  /// The case with cubic curves in place of arcs. A curve of a quarter turn is off by a part in
  /// 3,700 of the radius, so that the arcs' exact area says nothing about it.
  private func withCubics(as name: String) -> Case {
    var result = self
    result.name = name
    result.title = "\(self.name) of cubic curves"
    result.commands = commands.map(Case.withCubics)
    result.reference = nil
    result.movement = movement.map { ($0.place, $0.commands.map(Case.withCubics)) }
    return result
  }

  private static func withCubics(_ command: DrawCommand) -> DrawCommand {
    guard case .stroke(let path, let style) = command.shape else { return command }
    var command = command
    command.shape = .stroke(path.withCubics, style)
    return command
  }

  /// A hundred waves of a few periods each, which run from left to right.
  private static func waves(_ name: String) -> Case {
    var numbers = Numbers(seed: 28)
    let commands = (0..<100).map { _ in
      let half = numbers.next(in: 30...70)
      let height = numbers.next(in: 10...50)
      var current = Point(x: numbers.next(in: 40...1200), y: numbers.next(in: 80...1000))
      var path = Path()
      path.move(to: current)
      for index in 0..<8 {
        let end = Point(x: current.x + half, y: current.y)
        let rise = index % 2 == 0 ? -height : height
        path.addCubic(
          control1: Point(x: current.x + half * 0.3642, y: current.y + rise * 4 / 3),
          control2: Point(x: end.x - half * 0.3642, y: end.y + rise * 4 / 3), to: end)
        current = end
      }
      let color = Color(
        red: numbers.next(in: 0...1), green: numbers.next(in: 0...1),
        blue: numbers.next(in: 0...1), alpha: numbers.next(in: 0.3...0.8))
      return solid(path, StrokeStyle(width: numbers.next(in: 2...8), cap: .round), color)
    }
    return Case(
      name: name, title: "100 waves of cubic curves", commands: commands, damage: Frame.pixels)
  }
}

extension Path {
  /// The path with cubic curves, of a quarter turn at most, in place of circular arcs.
  fileprivate var withCubics: Path {
    var result = Path()
    for element in elements {
      guard case .arc(let arc) = element else {
        result.append(element)
        continue
      }
      let count = max(1, Int((abs(arc.sweep) / (.pi / 2) - 1e-9).rounded(.up)))
      if result.isEmpty || result.elements.last == .close { result.move(to: arc.start) }
      for index in 0..<count {
        let part = arc.part(
          from: Double(index) / Double(count), to: Double(index + 1) / Double(count))
        // The handles of the arc that the curve meets in its middle.
        let quarter = part.sweep / 4
        let handle = 4.0 / 3 * sine(quarter) / cosine(quarter)
        let end = part.startAngle + part.sweep
        result.addCubic(
          control1: part.start + part.derivative(atAngle: part.startAngle) * handle,
          control2: part.end - part.derivative(atAngle: end) * handle, to: part.end)
      }
    }
    return result
  }
}
