internal import Geometry

/// The signs of keys that write no letter, as lines in a square of 24 by 24.
enum KeyboardIcon {
  static func path(of key: KeyboardKey) -> Path? {
    switch key {
    case .shift: shift
    case .backspace: backspace
    case .enter: enter
    case .hide: hide
    case .layout: globe
    case .up: arrow(from: 15, to: 9)
    case .down: arrow(from: 9, to: 15)
    case .character, .space, .page: nil
    }
  }

  private static var shift: Path {
    var path = Path()
    path.begin(12, 4)
    path.line(20, 12)
    path.line(16, 12)
    path.line(16, 19)
    path.line(8, 19)
    path.line(8, 12)
    path.line(4, 12)
    path.close()
    return path
  }

  private static var backspace: Path {
    var path = Path()
    path.begin(9, 5)
    path.line(21, 5)
    path.line(21, 19)
    path.line(9, 19)
    path.line(3, 12)
    path.close()
    path.begin(11.5, 9)
    path.line(17.5, 15)
    path.begin(17.5, 9)
    path.line(11.5, 15)
    return path
  }

  private static var enter: Path {
    var path = Path()
    path.begin(20, 5)
    path.line(20, 13)
    path.line(4, 13)
    path.begin(9, 8)
    path.line(4, 13)
    path.line(9, 18)
    return path
  }

  /// A keyboard that goes down.
  private static var hide: Path {
    var path = Path.roundedRect(Rect(x: 2.5, y: 4, width: 19, height: 11), radius: 2)
    path.begin(6, 8)
    path.line(7, 8)
    path.begin(11.5, 8)
    path.line(12.5, 8)
    path.begin(17, 8)
    path.line(18, 8)
    path.begin(8, 11.5)
    path.line(16, 11.5)
    path.begin(9, 18.5)
    path.line(12, 21.5)
    path.line(15, 18.5)
    return path
  }

  private static func arrow(from base: Double, to tip: Double) -> Path {
    var path = Path()
    path.begin(5, base)
    path.line(12, tip)
    path.line(19, base)
    return path
  }

  private static var globe: Path {
    var path = Path()
    path.addEllipse(in: Rect(x: 3, y: 3, width: 18, height: 18))
    path.addEllipse(in: Rect(x: 8, y: 3, width: 8, height: 18))
    path.begin(3, 12)
    path.line(21, 12)
    return path
  }
}

extension Path {
  fileprivate mutating func begin(_ x: Double, _ y: Double) { move(to: Point(x: x, y: y)) }

  fileprivate mutating func line(_ x: Double, _ y: Double) { addLine(to: Point(x: x, y: y)) }
}
