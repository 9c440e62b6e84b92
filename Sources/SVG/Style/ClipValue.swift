import Geometry
import Raster

/// A value of the property `clip-path`.
enum ClipValue: Equatable {
  /// As the property writes it, `#name` for an element of the file; an unknown text stands for
  /// itself.
  case reference(String)
  /// A shape in a box of the element; nil for the box itself.
  case shape(ClipShape?, Box)

  /// The box that a shape's lengths refer to (CSS Masking level 1, section 5.1).
  enum Box {
    /// Around the content without its strokes.
    case fill
    case stroke
    /// The viewport.
    case view
  }

  private static let boxes: [String: Box] = [
    "fill-box": .fill, "content-box": .fill, "padding-box": .fill, "stroke-box": .stroke,
    "border-box": .stroke, "margin-box": .stroke, "view-box": .view,
  ]

  /// Nil where the text is neither a shape nor a box.
  ///
  /// - Parameter lengths: the element's measures for lengths.
  init?(_ text: String, _ lengths: LengthContext) {
    var scanner = TextScanner(text)
    var shape: ClipShape?
    var box: Box?
    repeat {
      let name = scanner.word().lowercased()
      if let known = ClipValue.boxes[name], box == nil {
        box = known
      } else if shape == nil, scanner.take("("), let inside = scanner.textInBrackets(),
        let known = ClipShape(name, inside, lengths)
      {
        shape = known
      } else {
        return nil
      }
      scanner.skipSpace()
    } while !scanner.isAtEnd
    self = .shape(shape, box ?? .stroke)
  }
}

/// A basic shape (CSS Shapes level 1, section 3, and `rect` and `xywh` of level 2).
struct ClipShape: Equatable {
  /// A radius of a circle or an ellipse.
  private enum Radius: Equatable {
    case closestSide, farthestSide
    case length(LengthValue)
  }

  /// A place along a side of the box, by its distance from the side's start or end.
  private struct Offset: Equatable {
    var length: LengthValue
    var isFromEnd = false
  }

  private enum Kind: Equatable {
    /// Offsets of the sides from those of the box: top, right, bottom, left.
    case inset([LengthValue], Corners)
    /// Offsets of the sides from the top left corner: top, right, bottom, left; nil for those of
    /// the box.
    case rect([LengthValue?], Corners)
    /// The place of the corner, and the sides.
    case place([LengthValue], Corners)
    case circle(Radius, x: Offset, y: Offset)
    case ellipse(Radius, Radius, x: Offset, y: Offset)
    case polygon([LengthValue])
    case path(Path)
  }

  /// Radii from the top left corner clockwise.
  private struct Corners: Equatable {
    var across = [LengthValue](repeating: LengthValue(0), count: 4)
    var down = [LengthValue](repeating: LengthValue(0), count: 4)
  }

  let rule: FillRule
  private let kind: Kind
  private let lengths: LengthContext

  /// The most points of a polygon.
  private static let pointLimit = 100_000

  /// Nil for a function that is not known or is wrong.
  fileprivate init?(_ name: String, _ text: String, _ lengths: LengthContext) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    var rule = FillRule.nonZero
    let kind: Kind?
    switch name {
    case "inset": kind = Self.inset(&scanner)
    case "rect": kind = Self.rect(&scanner)
    case "xywh":
      kind = Self.lengths(&scanner, count: 4...4).flatMap { sides in
        Self.corners(&scanner).map { .place(sides, $0) }
      }
    case "circle", "ellipse": kind = Self.round(&scanner, radii: name == "circle" ? 1 : 2)
    case "polygon":
      rule = Self.rule(&scanner)
      kind = Self.polygon(&scanner)
    case "path":
      rule = Self.rule(&scanner)
      kind = Self.path(&scanner)
    default: kind = nil
    }
    scanner.skipSpace()
    guard let kind, scanner.isAtEnd else { return nil }
    self.kind = kind
    self.rule = rule
    self.lengths = lengths
  }

  // MARK: Reading

  private static func lengths(
    _ scanner: inout TextScanner, count: ClosedRange<Int>
  ) -> [LengthValue]? {
    var result: [LengthValue] = []
    while result.count < count.upperBound {
      var ahead = scanner
      ahead.skipSpace()
      guard let length = LengthValue(&ahead) else { break }
      result.append(length)
      scanner = ahead
    }
    return result.count >= count.lowerBound ? result : nil
  }

  /// One to four values for four sides or corners: an absent one is that of the opposite side or
  /// corner.
  private static func four(_ values: [LengthValue]) -> [LengthValue] {
    let second = values.count > 1 ? values[1] : values[0]
    return [
      values[0], second, values.count > 2 ? values[2] : values[0],
      values.count > 3 ? values[3] : second,
    ]
  }

  private static func takeWord(_ word: String, _ scanner: inout TextScanner) -> Bool {
    var ahead = scanner
    ahead.skipSpace()
    guard ahead.word().lowercased() == word else { return false }
    scanner = ahead
    return true
  }

  /// Radii behind the word `round`, as `border-radius` has them; none without the word.
  private static func corners(_ scanner: inout TextScanner) -> Corners? {
    guard takeWord("round", &scanner) else { return Corners() }
    guard let across = lengths(&scanner, count: 1...4) else { return nil }
    var down = across
    scanner.skipSpace()
    if scanner.take("/") {
      guard let own = lengths(&scanner, count: 1...4) else { return nil }
      down = own
    }
    guard (across + down).allSatisfy({ $0.number >= 0 }) else { return nil }
    return Corners(across: four(across), down: four(down))
  }

  private static func inset(_ scanner: inout TextScanner) -> Kind? {
    guard let sides = lengths(&scanner, count: 1...4), let corners = corners(&scanner) else {
      return nil
    }
    return .inset(four(sides), corners)
  }

  private static func rect(_ scanner: inout TextScanner) -> Kind? {
    var sides: [LengthValue?] = []
    for _ in 0..<4 {
      if takeWord("auto", &scanner) {
        sides.append(nil)
        continue
      }
      guard let length = lengths(&scanner, count: 1...1) else { return nil }
      sides.append(length[0])
    }
    guard let corners = corners(&scanner) else { return nil }
    return .rect(sides, corners)
  }

  private static func round(_ scanner: inout TextScanner, radii count: Int) -> Kind? {
    var radii: [Radius] = []
    while radii.count < count {
      if takeWord("closest-side", &scanner) {
        radii.append(.closestSide)
      } else if takeWord("farthest-side", &scanner) {
        radii.append(.farthestSide)
      } else if let length = lengths(&scanner, count: 1...1)?[0] {
        guard length.number >= 0 else { return nil }
        radii.append(.length(length))
      } else {
        break
      }
    }
    if radii.isEmpty { radii = Array(repeating: .closestSide, count: count) }
    guard radii.count == count else { return nil }
    var (x, y) = (
      Offset(length: LengthValue(50, .percent)), Offset(length: LengthValue(50, .percent))
    )
    if takeWord("at", &scanner) {
      guard let place = position(&scanner) else { return nil }
      (x, y) = place
    }
    return count == 1 ? .circle(radii[0], x: x, y: y) : .ellipse(radii[0], radii[1], x: x, y: y)
  }

  /// A member of a position: a length, or a word with a length behind it.
  private struct Member {
    enum Axis { case x, y, either }
    var axis: Axis
    var offset: Offset
    var isWord: Bool
  }

  /// A position (CSS Values level 4, section 9.1), up to the end.
  private static func position(_ scanner: inout TextScanner) -> (x: Offset, y: Offset)? {
    var members: [Member] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      if let length = lengths(&scanner, count: 1...1)?[0] {
        members.append(Member(axis: .either, offset: Offset(length: length), isWord: false))
        continue
      }
      let (axis, percent, isFromEnd): (Member.Axis, Double, Bool)
      switch scanner.word().lowercased() {
      case "left": (axis, percent, isFromEnd) = (.x, 0, false)
      case "right": (axis, percent, isFromEnd) = (.x, 0, true)
      case "top": (axis, percent, isFromEnd) = (.y, 0, false)
      case "bottom": (axis, percent, isFromEnd) = (.y, 0, true)
      case "center": (axis, percent, isFromEnd) = (.either, 50, false)
      default: return nil
      }
      let offset = Offset(length: LengthValue(percent, .percent), isFromEnd: isFromEnd)
      members.append(Member(axis: axis, offset: offset, isWord: true))
    }
    if members.count == 4 {
      for index in [0, 2] {
        guard members[index].axis != .either, !members[index + 1].isWord else { return nil }
        members[index].offset.length = members[index + 1].offset.length
      }
      members = [members[0], members[2]]
    }
    let middle = Offset(length: LengthValue(50, .percent))
    if members.count == 1 {
      let only = members[0]
      return only.axis == .y ? (middle, only.offset) : (only.offset, middle)
    }
    guard members.count == 2 else { return nil }
    let isSwapped = members[0].axis == .y || members[1].axis == .x
    // A length has to stand in the order of the axes, x first.
    if isSwapped, members.contains(where: { !$0.isWord }) { return nil }
    let (x, y) = isSwapped ? (members[1], members[0]) : (members[0], members[1])
    guard x.axis != .y, y.axis != .x else { return nil }
    return (x.offset, y.offset)
  }

  /// The fill rule in front of points or data, with the comma behind it.
  private static func rule(_ scanner: inout TextScanner) -> FillRule {
    var ahead = scanner
    let word = ahead.word().lowercased()
    ahead.skipSpace()
    guard ["evenodd", "nonzero"].contains(word), ahead.take(",") else { return .nonZero }
    scanner = ahead
    return word == "evenodd" ? .evenOdd : .nonZero
  }

  private static func polygon(_ scanner: inout TextScanner) -> Kind? {
    var places: [LengthValue] = []
    repeat {
      guard places.count < 2 * pointLimit, let point = lengths(&scanner, count: 2...2) else {
        return nil
      }
      places += point
      scanner.skipSpace()
    } while scanner.take(",")
    return .polygon(places)
  }

  private static func path(_ scanner: inout TextScanner) -> Kind? {
    scanner.skipSpace()
    let quote: Character = scanner.take("'") ? "'" : "\""
    guard quote == "'" || scanner.take("\""), let data = scanner.text(upTo: quote) else {
      return nil
    }
    let (path, error) = Path.readable(svg: data)
    return error == nil && path.isFinite ? .path(path) : nil
  }

  // MARK: Outlines

  /// A box of an element, in which lengths and places are resolved.
  private struct MeasuredBox {
    let box: Rect
    private let lengths: LengthContext

    init(_ box: Rect, _ lengths: LengthContext) {
      self.box = box
      var own = lengths
      own.viewport = box.size
      self.lengths = own
    }

    func x(_ length: LengthValue) -> Double { lengths.resolve(length, .horizontal) }
    func y(_ length: LengthValue) -> Double { lengths.resolve(length, .vertical) }

    func point(_ x: Offset, _ y: Offset) -> Point {
      Point(
        x: place(x, .horizontal, box.minX, box.maxX), y: place(y, .vertical, box.minY, box.maxY))
    }

    private func place(
      _ offset: Offset, _ axis: LengthAxis, _ low: Double, _ high: Double
    ) -> Double {
      let distance = lengths.resolve(offset.length, axis)
      return offset.isFromEnd ? high - distance : low + distance
    }

    /// - Parameter distances: from the shape's middle to sides of the box.
    func radius(_ radius: Radius, _ axis: LengthAxis, _ distances: [Double]) -> Double {
      switch radius {
      case .closestSide: distances.map { abs($0) }.min() ?? 0
      case .farthestSide: distances.map { abs($0) }.max() ?? 0
      case .length(let length): max(0, lengths.resolve(length, axis))
      }
    }
  }

  /// The outline in a box.
  func path(in box: Rect) -> Path {
    let measures = MeasuredBox(box, lengths)
    switch kind {
    case .inset(let sides, let corners):
      let rect = ClipShape.rect(
        top: box.minY + measures.y(sides[0]), right: box.maxX - measures.x(sides[1]),
        bottom: box.maxY - measures.y(sides[2]), left: box.minX + measures.x(sides[3]))
      return rounded(rect, corners, measures)
    case .rect(let sides, let corners):
      let rect = ClipShape.rect(
        top: sides[0].map { box.minY + measures.y($0) } ?? box.minY,
        right: sides[1].map { box.minX + measures.x($0) } ?? box.maxX,
        bottom: sides[2].map { box.minY + measures.y($0) } ?? box.maxY,
        left: sides[3].map { box.minX + measures.x($0) } ?? box.minX)
      return rounded(rect, corners, measures)
    case .place(let sides, let corners):
      let rect = Rect(
        x: box.minX + measures.x(sides[0]), y: box.minY + measures.y(sides[1]),
        width: max(0, measures.x(sides[2])), height: max(0, measures.y(sides[3])))
      return rounded(rect, corners, measures)
    case .circle(let size, let x, let y):
      let center = measures.point(x, y)
      let distances = [
        center.x - box.minX, box.maxX - center.x, center.y - box.minY, box.maxY - center.y,
      ]
      return .circle(center: center, radius: measures.radius(size, .diagonal, distances))
    case .ellipse(let width, let height, let x, let y):
      let center = measures.point(x, y)
      let across = measures.radius(
        width, .horizontal, [center.x - box.minX, box.maxX - center.x])
      let down = measures.radius(height, .vertical, [center.y - box.minY, box.maxY - center.y])
      return .ellipse(
        in: Rect(center: center, size: Size(width: 2 * across, height: 2 * down)))
    case .polygon(let places): return polygon(places, measures)
    case .path(let path):
      return path.transformed(by: .translation(x: box.minX, y: box.minY))
    }
  }

  private func polygon(_ places: [LengthValue], _ measures: MeasuredBox) -> Path {
    let box = measures.box
    var path = Path()
    for index in stride(from: 0, to: places.count, by: 2) {
      let point = Point(
        x: box.minX + measures.x(places[index]), y: box.minY + measures.y(places[index + 1]))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.close()
    return path
  }

  /// A rectangle whose sides cross has no area, wherever it lies.
  private static func rect(
    top: Double, right: Double, bottom: Double, left: Double
  ) -> Rect {
    Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// A rectangle with its corners cut; radii that do not fit are all made smaller
  /// (CSS Backgrounds level 3, section 4.5).
  private func rounded(_ rect: Rect, _ corners: Corners, _ measures: MeasuredBox) -> Path {
    var across = corners.across.map { max(0, measures.x($0)) }
    var down = corners.down.map { max(0, measures.y($0)) }
    for index in 0..<4 where !(across[index] > 0 && down[index] > 0) {
      (across[index], down[index]) = (0, 0)
    }
    guard across.contains(where: { $0 > 0 }), !rect.isEmpty else { return .rect(rect) }
    let factor = [
      rect.width / (across[0] + across[1]), rect.width / (across[2] + across[3]),
      rect.height / (down[0] + down[3]), rect.height / (down[1] + down[2]),
    ].reduce(1) { $1 >= 0 ? min($0, $1) : $0 }
    across = across.map { $0 * factor }
    down = down.map { $0 * factor }
    var path = Path()
    func corner(_ index: Int, _ x: Double, _ y: Double, _ start: Point) {
      if index == 0 { path.move(to: start) } else { path.addLine(to: start) }
      guard across[index] > 0 else { return }
      path.addArc(
        EllipticArc(
          center: Point(x: x, y: y), xAxis: Vector(dx: across[index], dy: 0),
          yAxis: Vector(dx: 0, dy: down[index]), startAngle: Double(index + 2) * .pi / 2,
          sweep: .pi / 2))
    }
    corner(
      0, rect.minX + across[0], rect.minY + down[0],
      Point(x: rect.minX, y: rect.minY + down[0]))
    corner(
      1, rect.maxX - across[1], rect.minY + down[1],
      Point(x: rect.maxX - across[1], y: rect.minY))
    corner(
      2, rect.maxX - across[2], rect.maxY - down[2],
      Point(x: rect.maxX, y: rect.maxY - down[2]))
    corner(
      3, rect.minX + across[3], rect.maxY - down[3],
      Point(x: rect.minX + across[3], y: rect.maxY))
    path.close()
    return path
  }
}
