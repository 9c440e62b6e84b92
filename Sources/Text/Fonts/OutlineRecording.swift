import CFreeType
import Geometry

/// Makes a path from the callbacks of FreeType for an outline.
struct OutlineRecording {
  /// The fraction of the font size for a unit of the outline's coordinates.
  private let scale: Double
  private var path = Path()
  private var start = FT_Vector()
  private var current = FT_Vector()
  private var isOpen = false

  private init(scale: Double) { self.scale = scale }

  /// The path of an outline, y downwards, with every contour closed; empty if it is invalid.
  @unsafe static func path(of outline: UnsafeMutablePointer<FT_Outline>, scale: Double) -> Path {
    var recording = OutlineRecording(scale: scale)
    var functions = FT_Outline_Funcs()
    unsafe functions.move_to = { end, data in
      guard let end = unsafe end else { return 1 }
      return unsafe record(data) { unsafe $0.move(to: end.pointee) }
    }
    unsafe functions.line_to = { end, data in
      guard let end = unsafe end else { return 1 }
      return unsafe record(data) { unsafe $0.line(to: end.pointee) }
    }
    unsafe functions.conic_to = { control, end, data in
      guard let control = unsafe control, let end = unsafe end else { return 1 }
      return unsafe record(data) {
        let control = unsafe $0.point(control.pointee)
        unsafe $0.append(.quadratic(control: control, end: $0.point(end.pointee)), to: end.pointee)
      }
    }
    unsafe functions.cubic_to = { control1, control2, end, data in
      guard let control1 = unsafe control1, let control2 = unsafe control2, let end = unsafe end
      else { return 1 }
      return unsafe record(data) {
        let control1 = unsafe $0.point(control1.pointee)
        let control2 = unsafe $0.point(control2.pointee)
        unsafe $0.append(
          .cubic(control1: control1, control2: control2, end: $0.point(end.pointee)),
          to: end.pointee)
      }
    }
    let error = unsafe withUnsafeMutablePointer(to: &recording) {
      unsafe FT_Outline_Decompose(outline, &functions, $0)
    }
    guard error == 0 else { return Path() }
    recording.close()
    recording.path.removeSpareCapacity()
    return recording.path
  }

  fileprivate func point(_ vector: FT_Vector) -> Point {
    Point(x: Double(vector.x) * scale, y: -Double(vector.y) * scale)
  }

  fileprivate mutating func move(to end: FT_Vector) {
    close()
    start = end
    current = end
  }

  fileprivate mutating func line(to end: FT_Vector) {
    // FreeType closes contours by a line even if they end at their start.
    guard end.x != current.x || end.y != current.y else { return }
    append(.line(point(end)), to: end)
  }

  /// Appends an element from the current point to another.
  fileprivate mutating func append(_ element: Path.Element, to end: FT_Vector) {
    if !isOpen { path.append(.move(point(start))) }
    isOpen = true
    path.append(element)
    current = end
  }

  private mutating func close() {
    if isOpen { path.append(.close) }
    isOpen = false
  }
}

/// FreeType stops at a callback's result other than 0, which means success.
private func record(
  _ data: UnsafeMutableRawPointer?, _ body: (inout OutlineRecording) -> Void
) -> Int32 {
  guard let data = unsafe data else { return 1 }
  unsafe body(&data.assumingMemoryBound(to: OutlineRecording.self).pointee)
  return 0
}
