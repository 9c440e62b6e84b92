import Geometry

/// The areas that take touches in one look of a scene.
struct TouchAreas {
  /// The least width and height in pixels, as WCAG 2.2 has it (success criterion 2.5.8).
  static let leastSide = 24.0
  /// The part of the smaller one of two areas above which their overlap is seen.
  private static let visiblePart = 0.1
  /// Pixels by which areas of the same place may differ.
  private static let tolerance = 1.0

  struct Area {
    var path: String
    /// The layer's place among its siblings, after the places of the layers around it.
    var indices: [Int]
    /// The pixels on the screen.
    var frame: Rect
    /// True if it lies over others on its way, or fades.
    var isPassing = false
    /// True once it has lost touches to another area; only the first loss is a finding.
    fileprivate var isTaken = false

    init(path: String, indices: [Int], frame: Rect, isPassing: Bool = false) {
      (self.path, self.indices, self.frame) = (path, indices, frame)
      self.isPassing = isPassing
    }
  }

  /// Back to front.
  private var areas: [Area] = []
  private(set) var findings: [SizeFinding] = []

  /// Adds an area in front of all others, and looks for areas behind it that lose touches to it.
  /// - Parameter extent: the pixels of the area and of the layers below it, which take touches,
  ///   too.
  mutating func add(_ area: Area, extent: Rect) {
    let side = min(extent.width, extent.height)
    if side < Self.leastSide {
      findings.append(SizeFinding(layer: area.path, kind: .smallTarget(side)))
    }
    for index in areas.indices where !areas[index].isTaken {
      guard Self.takes(area, from: areas[index]) else { continue }
      areas[index].isTaken = true
      findings.append(SizeFinding(layer: areas[index].path, kind: .touchOverlap(area.path)))
    }
    areas.append(area)
  }

  private static func takes(_ front: Area, from back: Area) -> Bool {
    if front.isPassing || back.isPassing { return false }
    // A button may lie on another one, as one that removes a card does.
    if front.indices.starts(with: back.indices) || back.indices.starts(with: front.indices) {
      return false
    }
    if front.frame.insetBy(dx: -tolerance, dy: -tolerance).contains(back.frame) { return true }
    if back.frame.contains(front.frame) { return false }
    let common = front.frame.common(with: back.frame)
    let smaller = min(area(of: front.frame), area(of: back.frame))
    return area(of: common) > visiblePart * smaller
  }

  private static func area(of rect: Rect) -> Double { rect.width * rect.height }
}
