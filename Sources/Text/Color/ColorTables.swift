import Geometry
import System

/// The tables `COLR`, versions 0 and 1, and `CPAL` of a font: its glyphs in colours, of the first
/// palette.
///
/// The default values of variations count. All composition modes are drawn as source over, except
/// for modes that drop the source or the backdrop.
struct ColorTables {
  private let table: FontBytes
  private let colors: [ColorGlyph.Color]
  /// Units in the font size, for the tables' numbers.
  var unitsPerEm = 1000.0

  /// Bytes of a table that is read.
  private static var largestTable: Int { 8 << 20 }
  /// Paints that a glyph may go through, and levels of them.
  private static var mostPaints: Int { 2_048 }
  /// Elements of all outlines that a glyph is drawn with, those that only cut included; pieces
  /// beyond them are left out. Emoji have some thousands.
  static var mostElements: Int { 32_768 }
  private static var mostLevels: Int { 24 }

  /// Nil for a font without glyphs in colours.
  init?(
    _ file: borrowing PlainFile, _ directory: FontDirectory
  ) throws(FontError) {
    let (table, palette) = (directory.range(of: "COLR"), directory.range(of: "CPAL"))
    guard !table.isEmpty, !palette.isEmpty, table.count <= Self.largestTable,
      palette.count <= Self.largestTable
    else { return nil }
    self.init(try FontBytes(file, table), palette: try FontBytes(file, palette))
  }

  init(_ table: FontBytes, palette: FontBytes) {
    self.table = table
    var colors: [ColorGlyph.Color] = []
    let first = palette.word(at: 8) + 4 * palette.short(at: 12)
    for index in 0..<min(palette.short(at: 2), 4096) {
      let (low, high) = (
        palette.short(at: first + 4 * index), palette.short(at: first + 4 * index + 2)
      )
      colors.append(
        ColorGlyph.Color(
          red: Double(high >> 8) / 255, green: Double(low & 255) / 255,
          blue: Double(low >> 8) / 255,
          alpha: Double(high & 255) / 255))
    }
    self.colors = colors
  }

  /// Nil if the glyph has no colours.
  /// - Parameter outline: gives glyphs' outlines in fractions of the font size, y downwards.
  func glyph(_ glyph: UInt32, outline: (UInt32) -> Path) -> ColorGlyph? {
    var walk = Walk()
    let list = table.word(at: 14)
    if table.short(at: 0) >= 1, list > 0,
      let record = record(of: glyph, at: list + 4, count: table.word(at: list))
    {
      add(list + table.word(at: record + 2), .identity, [], 0, &walk, outline)
    } else if let record = record(of: glyph, at: table.word(at: 4), count: table.short(at: 2)) {
      let layers = table.word(at: 8)
      for layer in 0..<min(table.short(at: record + 4), Self.mostPaints) {
        let index = table.short(at: record + 2) + layer
        guard index < table.short(at: 12) else { break }
        let area = outline(UInt32(table.short(at: layers + 4 * index)))
        if area.isEmpty { continue }
        fill(.color(color(table.short(at: layers + 4 * index + 2), alpha: 1)), [area], &walk)
      }
    } else {
      return nil
    }
    return ColorGlyph(walk.pieces)
  }

  private struct Walk {
    var pieces: [ColorGlyph.Piece] = []
    var count = 0
    /// Elements of outlines that were placed, and of those of the pieces.
    var placedElements = 0
    var elements = 0
  }

  /// The place of a glyph's record among those of six bytes that are sorted by glyphs.
  private func record(of glyph: UInt32, at start: Int, count: Int) -> Int? {
    var (low, high) = (0, min(count, 1 << 17))
    while low < high {
      let middle = (low + high) / 2
      let found = table.short(at: start + 6 * middle)
      if found == Int(glyph) { return start + 6 * middle }
      if found < Int(glyph) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func color(_ index: Int, alpha: Double) -> ColorGlyph.Color {
    guard index != 0xFFFF else { return ColorGlyph.Color(alpha: alpha, isForeground: true) }
    guard index < colors.count else { return ColorGlyph.Color(alpha: 0) }
    var color = colors[index]
    color.alpha *= alpha
    return color
  }

  // MARK: Numbers

  private func byte(_ place: Int) -> Int { table.short(at: place) >> 8 }
  private func offset(_ place: Int) -> Int { table.word(at: place - 1) & 0xFF_FFFF }
  private func signed(_ place: Int) -> Double {
    Double(Int16(truncatingIfNeeded: table.short(at: place)))
  }
  /// A number with 14 fraction bits.
  private func part(_ place: Int) -> Double { signed(place) / 16_384 }
  private func fixed(_ place: Int) -> Double {
    Double(Int32(truncatingIfNeeded: table.word(at: place))) / 65_536
  }
  private func point(_ place: Int) -> Point { Point(x: signed(place), y: signed(place + 2)) }

  // MARK: Paints

  /// Adds the pieces of a paint at a place of the table.
  ///
  /// - Parameters:
  ///   - map: from the paint's space, in the font's units and y upwards, to the glyph's.
  ///   - areas: the paths that clip the paint, in fractions of the font size.
  private func add(
    _ paint: Int, _ map: AffineTransform, _ areas: [Path], _ level: Int, _ walk: inout Walk,
    _ outline: (UInt32) -> Path
  ) {
    walk.count += 1
    guard walk.count <= Self.mostPaints, level < Self.mostLevels, paint > 0, paint < table.count
    else { return }
    let format = byte(paint)
    func follow(_ local: AffineTransform) {
      add(paint + offset(paint + 1), local.followed(by: map), areas, level + 1, &walk, outline)
    }
    switch format {
    case 1:
      let list = table.word(at: 18)
      let first = table.word(at: paint + 2)
      for layer in first..<first + byte(paint + 1) where layer < table.word(at: list) {
        add(
          list + table.word(at: list + 4 + 4 * layer), map, areas, level + 1, &walk, outline)
      }
    case 2, 3:
      fill(.color(color(table.short(at: paint + 1), alpha: part(paint + 3))), areas, &walk)
    case 4...9: gradient(paint, format, map, areas, &walk)
    case 10:
      let area = outline(UInt32(table.short(at: paint + 4)))
      walk.placedElements += area.elements.count
      guard walk.placedElements <= Self.mostElements else { return }
      // The outline is in fractions of the font size and upside down.
      let placed = area.transformed(by: toUnits.followed(by: map).followed(by: fromUnits))
      if placed.isEmpty { return }
      add(paint + offset(paint + 1), map, areas + [placed], level + 1, &walk, outline)
    case 11:
      let list = table.word(at: 14)
      let glyph = UInt32(table.short(at: paint + 1))
      if let record = record(of: glyph, at: list + 4, count: table.word(at: list)) {
        add(list + table.word(at: record + 2), map, areas, level + 1, &walk, outline)
      }
    case 12...31: follow(transform(paint, format))
    case 32:
      for side in composed(paint) { add(side, map, areas, level + 1, &walk, outline) }
    default: break
    }
  }

  /// The two paints of a composition that are drawn, from back to front.
  private func composed(_ paint: Int) -> [Int] {
    let (source, backdrop) = (paint + offset(paint + 1), paint + offset(paint + 5))
    // Clear shows nothing; 1 is the source alone, 2 the backdrop alone, 4 the backdrop over the
    // source.
    return switch byte(paint + 4) {
    case 0: []
    case 1: [source]
    case 2: [backdrop]
    case 4: [source, backdrop]
    default: [backdrop, source]
    }
  }

  private func fill(_ fill: ColorGlyph.Fill, _ areas: [Path], _ walk: inout Walk) {
    let count = areas.reduce(0) { $0 + $1.elements.count }
    guard !areas.isEmpty, walk.elements + count <= Self.mostElements else { return }
    walk.elements += count
    walk.pieces.append(ColorGlyph.Piece(areas: areas.reversed(), fill: fill))
  }

  private var toUnits: AffineTransform { .scale(x: unitsPerEm, y: -unitsPerEm) }
  private var fromUnits: AffineTransform { .scale(x: 1 / unitsPerEm, y: -1 / unitsPerEm) }

  private func transform(_ paint: Int, _ format: Int) -> AffineTransform {
    let place = paint + 4
    // Angles are in halves of a turn.
    func radians(_ place: Int) -> Double { part(place) * .pi }
    var local: AffineTransform
    // The place of the point that stays, in formats that have one.
    var center: Int?
    switch format {
    case 12, 13:
      let matrix = paint + offset(place)
      return AffineTransform(
        a: fixed(matrix), b: fixed(matrix + 4), c: fixed(matrix + 8), d: fixed(matrix + 12),
        tx: fixed(matrix + 16), ty: fixed(matrix + 20))
    case 14, 15: return .translation(x: signed(place), y: signed(place + 2))
    case 16...19:
      local = .scale(x: part(place), y: part(place + 2))
      if format >= 18 { center = place + 4 }
    case 20...23:
      local = .scale(x: part(place), y: part(place))
      if format >= 22 { center = place + 2 }
    case 24...27:
      local = .rotation(radians(place))
      if format >= 26 { center = place + 2 }
    default:
      func tangent(_ place: Int) -> Double {
        let turn = AffineTransform.rotation(radians(place))
        return turn.b / turn.a
      }
      local = AffineTransform(a: 1, b: tangent(place + 2), c: -tangent(place), d: 1, tx: 0, ty: 0)
      if format >= 30 { center = place + 4 }
    }
    guard let center else { return local }
    let middle = point(center)
    return AffineTransform.translation(x: -middle.x, y: -middle.y).followed(by: local)
      .followed(by: .translation(x: middle.x, y: middle.y))
  }

  private func gradient(
    _ paint: Int, _ format: Int, _ map: AffineTransform, _ areas: [Path], _ walk: inout Walk
  ) {
    let line = paint + offset(paint + 1)
    var stops = stops(ofLine: line, stride: format & 1 == 0 ? 6 : 10)
    guard let first = stops.map({ $0.offset }).min(), let last = stops.map({ $0.offset }).max()
    else { return }
    stops.sort { $0.offset < $1.offset }
    if stops.count == 1 || first == last {
      return fill(.color(stops[stops.count - 1].color), areas, &walk)
    }
    // The first stop becomes the start and the last one the end.
    let span = last - first
    for index in stops.indices { stops[index].offset = (stops[index].offset - first) / span }
    let spread: ColorGlyph.Spread =
      byte(line) == 1 ? .repeat : byte(line) == 2 ? .reflect : .pad
    let geometry: ColorGlyph.Form
    switch format {
    case 4, 5:
      let (start, end, side) = (point(paint + 4), point(paint + 8), point(paint + 12))
      // Lines of one colour are parallel to the line from the start to the third point.
      let across = Vector(dx: side.y - start.y, dy: start.x - side.x)
      let square = across.dot(across)
      guard square > 0 else { return }
      let axis = across * ((end - start).dot(across) / square)
      geometry = .axial(start + axis * first, start + axis * last)
    case 6, 7:
      let (c0, c1) = (point(paint + 4), point(paint + 10))
      let (r0, r1) = (Double(table.short(at: paint + 8)), Double(table.short(at: paint + 14)))
      geometry = .radial(
        c0 + (c1 - c0) * first, max(r0 + (r1 - r0) * first, 0), c0 + (c1 - c0) * last,
        max(r0 + (r1 - r0) * last, 0))
    default:
      let (start, end) = ((part(paint + 8) + 1) * .pi, (part(paint + 10) + 1) * .pi)
      let (from, way) = (start + (end - start) * first, (end - start) * span)
      guard way > 0 else { return }
      let turns = way / (2 * .pi)
      for index in stops.indices { stops[index].offset = min(stops[index].offset * turns, 1) }
      geometry = .conic(point(paint + 4), from)
    }
    fill(.gradient(geometry, stops, spread, map.followed(by: fromUnits)), areas, &walk)
  }

  /// The stops of a colour line, at most 256.
  ///
  /// - Parameter stride: bytes from one stop to the next.
  private func stops(ofLine line: Int, stride: Int) -> [ColorGlyph.Stop] {
    var stops: [ColorGlyph.Stop] = []
    for index in 0..<min(table.short(at: line + 1), 256) {
      let stop = line + 3 + stride * index
      guard stop + 6 <= table.count else { break }
      stops.append(
        ColorGlyph.Stop(
          offset: part(stop), color: color(table.short(at: stop + 2), alpha: part(stop + 4))))
    }
    return stops
  }
}
