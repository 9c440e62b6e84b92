import Geometry
import Raster
import Testing

@testable import Lottie

/// Shapes, their modifiers and their paints.
@Suite struct ShapeTests {
  private let red: UInt32 = 0xFFFF_0000
  private let blue: UInt32 = 0xFF00_00FF

  @Test func `a fill paints the paths before it, and entries in front come first`() throws {
    let canvas = try LottieCanvas(
      Sketch.shapes(
        [
          Sketch.group(Sketch.rect(10, 10, 10, 10) + "," + Sketch.fill(1, 0, 0)),
          Sketch.group(Sketch.rect(12, 12, 16, 16) + "," + Sketch.fill(0, 0, 1)),
          Sketch.fill(0, 1, 0), Sketch.rect(35, 35, 4, 4),
        ].joined(separator: ",")))
    let picture = canvas.picture()
    #expect(picture.pixel(8, 8) == red)
    #expect(picture.pixel(17, 17) == blue)
    // Behind both lies the outer fill. It paints the groups' paths, but not the path that follows
    // it.
    #expect(picture.pixel(35, 35) == 0)
  }

  @Test func `a group's transform takes its strokes along, and its opacity fades it as one`() throws
  {
    let group = Sketch.group(
      Sketch.rect(0, 0, 4, 4) + "," + Sketch.stroke(1) + "," + Sketch.fill(0, 0, 1),
      tr: #""p": {"k": [20, 20]}, "s": {"k": [400, 400]}, "o": {"k": 50}"#)
    let picture = try LottieCanvas(Sketch.shapes(group)).picture()
    #expect(picture.pixel(20, 20) == 0x8000_0080)
    // The stroke is four pixels wide, from 10 to 14, and nothing of the fill shows through it.
    #expect(picture.pixel(12, 20) == 0x8080_0000)
    #expect(picture.pixel(13, 20) == 0x8080_0000)
    #expect(picture.pixel(9, 20) == 0)
  }

  @Test(arguments: [
    (#""closed": false,"#, "", false), (#""closed": true,"#, "", true), ("", "", true),
    ("", #""c": false,"#, false), (#""closed": false,"#, #""c": true,"#, true),
  ])
  func `a contour is closed as it says itself, or as its entry does`(
    entry: String, contour: String, isClosed: Bool
  ) throws {
    let path = """
      {"ty": "sh", \(entry) "ks": {"k": {\(contour) "v": [[10, 10], [30, 10], [30, 30]],
       "i": [[0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0]]}}}
      """
    let picture = try LottieCanvas(Sketch.shapes(path + "," + Sketch.stroke(4))).picture()
    #expect(picture.pixel(20, 10) == red)
    #expect((picture.pixel(20, 20) == red) == isClosed)
  }

  @Test func `a zig zag has ridges to both sides of each segment`() throws {
    func picture(_ kind: Int) throws -> LottieCanvas.Picture {
      try LottieCanvas(
        Sketch.shapes(
          #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 20], [40, 20]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}},"#
            + #"{"ty": "zz", "s": {"k": 10}, "r": {"k": 1}, "pt": {"k": \#(kind)}},"#
            + #"{"ty": "st", "w": {"k": 2}, "lc": 1, "lj": 1, "c": {"k": [1, 0, 0, 1]}}"#)
      ).picture()
    }
    // The line goes from 10 below to 10 above its middle, and back.
    let corners = try picture(1)
    for (x, y) in [(5, 25), (10, 20), (15, 15), (20, 11), (25, 15), (30, 20), (35, 25)] {
      #expect(corners.pixel(x, y) >> 24 > 100, "\(x), \(y)")
    }
    #expect(corners.pixel(5, 20) == 0)
    let waves = try picture(2)
    #expect(waves.pixel(20, 10) >> 24 > 100)
    // The wave is rounder at its top than a corner.
    #expect(waves.pixel(16, 11) >> 24 > corners.pixel(16, 11) >> 24)
  }

  @Test func `a zig zag of too many vertices is named and left out`() throws {
    let vertices = (0..<1000).map { "[\(Double($0) / 25), 20]" }.joined(separator: ",")
    let zeros = Array(repeating: "[0, 0]", count: 1000).joined(separator: ",")
    func canvas(_ ridges: Int) throws -> LottieCanvas {
      try LottieCanvas(
        Sketch.shapes(
          #"{"ty": "sh", "ks": {"k": {"c": false, "v": [\#(vertices)], "i": [\#(zeros)], "o": [\#(zeros)]}}},"#
            + #"{"ty": "zz", "s": {"k": 10}, "r": {"k": \#(ridges)}},"# + Sketch.stroke(4)))
    }
    let many = try canvas(900)
    #expect(many.file.warnings.count == 1)
    #expect(many.file.warnings.allSatisfy { $0.contains("a zig zag makes more than") })
    let plain = many.picture()
    #expect(plain.pixel(20, 19) == red && plain.pixel(20, 13) == 0)
    let few = try canvas(9)
    #expect(few.file.warnings.isEmpty)
    #expect(few.picture().pixel(20, 13) != 0)
  }

  @Test func `rounding a square by half its side makes a circle of it`() throws {
    let items =
      Sketch.rect(20, 20, 20, 20) + #", {"ty": "rd", "r": {"k": 10}},"# + Sketch.fill(1, 0, 0)
    let area = try LottieCanvas(Sketch.shapes(items)).picture().area
    #expect(abs(Double(area) - 314) < 8)
  }

  @Test func `a path whose ends meet has a corner there, too`() throws {
    let path =
      #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[10, 10], [30, 10], [30, 30], [10, 30], [10, 10]], "#
      + #""i": [], "o": []}}}"#
    let items = path + #", {"ty": "rd", "r": {"k": 10}},"# + Sketch.fill(1, 0, 0)
    let picture = try LottieCanvas(Sketch.shapes(items)).picture()
    #expect(abs(Double(picture.area) - 314) < 8)
    #expect(picture.pixel(11, 11) == 0)
  }

  @Test func `a star's area is that of its triangles, and a polygon's first point is at the top`()
    throws
  {
    let star =
      #"{"ty": "sr", "sy": 1, "p": {"k": [20, 20]}, "pt": {"k": 4}, "r": {"k": 0}, "ir": {"k": 5}, "#
      + #""or": {"k": 18}, "is": {"k": 0}, "os": {"k": 0}}"#
    let area = try LottieCanvas(
      Sketch.shapes(star + "," + Sketch.fill(1, 0, 0))
    ).picture().area
    // Eight triangles with sides 5 and 18 and 45 degrees between them.
    #expect(abs(Double(area) - 8 * 0.5 * 5 * 18 * 0.7071) < 14)
    let contour = BasicShapes.star(
      StarModel(
        isPolygon: true, center: .fixed(Point(x: 20, y: 20)), points: Track(Numbers(3, 0, 0, 0)),
        rotation: Track(.zero), innerRadius: Track(.zero), outerRadius: Track(Numbers(10, 0, 0, 0)),
        innerRoundness: Track(.zero), outerRoundness: Track(.zero), isReversed: false), at: 0)
    #expect(contour.vertices.count == 3)
    #expect((contour.vertices[0].point - Point(x: 20, y: 10)).length < 1e-9)
    #expect(contour.vertices[1].point.x > 20)
  }

  @Test(arguments: [(false, 3), (false, 8), (true, 3), (true, 8)])
  func `round points have tangents by the radius, with any number of points`(
    isPolygon: Bool, points: Double
  ) {
    let outline = BasicShapes.star(
      StarModel(
        isPolygon: isPolygon, center: .fixed(.zero), points: Track(Numbers(points, 0, 0, 0)),
        rotation: Track(.zero), innerRadius: Track(Numbers(5, 0, 0, 0)),
        outerRadius: Track(Numbers(10, 0, 0, 0)), innerRoundness: Track(.zero),
        outerRoundness: Track(Numbers(50, 0, 0, 0)), isReversed: false), at: 0)
    // Half of 0.47829, or of 0.25, times the radius, to the right of the point at the top.
    let length = isPolygon ? 1.25 : 2.39145
    #expect((outline.vertices[0].outgoing - Vector(dx: length, dy: 0)).length < 1e-9)
  }

  @Test func `a trim leaves a part of each path, and an offset moves it on past the end`() throws {
    func picture(_ trim: String) throws -> LottieCanvas.Picture {
      try LottieCanvas(
        Sketch.shapes(
          Sketch.line(0, 10, 40, 10) + "," + Sketch.line(0, 30, 40, 30) + "," + trim + ","
            + Sketch.stroke(4))
      ).picture()
    }
    let plain = try picture(#"{"ty": "tm", "s": {"k": 25}, "e": {"k": 75}, "o": {"k": 0}, "m": 1}"#)
    for y in [10, 30] {
      #expect(plain.pixel(9, y) == 0)
      #expect(plain.pixel(10, y) == red)
      #expect(plain.pixel(29, y) == red)
      #expect(plain.pixel(30, y) == 0)
    }
    let moved = try picture(
      #"{"ty": "tm", "s": {"k": 25}, "e": {"k": 75}, "o": {"k": 180}, "m": 1}"#)
    #expect(moved.pixel(5, 10) == red)
    #expect(moved.pixel(20, 10) == 0)
    #expect(moved.pixel(35, 10) == red)
    // In sequence the first path is whole, and of the second one half is left.
    let sequence = try picture(
      #"{"ty": "tm", "s": {"k": 0}, "e": {"k": 75}, "o": {"k": 0}, "m": 2}"#)
    #expect(sequence.pixel(39, 10) == red)
    #expect(sequence.pixel(19, 30) == red)
    #expect(sequence.pixel(20, 30) == 0)
  }

  @Test func `a trim in an outer group cuts what an inner one painted`() throws {
    let picture = try LottieCanvas(
      Sketch.shapes(
        Sketch.group(Sketch.line(0, 20, 40, 20) + "," + Sketch.stroke(4))
          + #", {"ty": "tm", "s": {"k": 0}, "e": {"k": 50}, "o": {"k": 0}, "m": 1}"#)
    ).picture()
    #expect(picture.pixel(19, 20) == red)
    #expect(picture.pixel(21, 20) == 0)
  }

  @Test func `a closed path that is trimmed over its beginning is one line`() {
    let square = BasicShapes.rectangle(
      center: .zero, size: Size(width: 10, height: 10), radius: 0)
    let parts = [square].trimmed(from: 0.875, to: 1.125)
    #expect(parts.count == 1)
    #expect(abs(parts.length - 10) < 1e-9)
    #expect(parts[0].vertices.count == 3)
  }

  @Test func `a trim within a curve goes by its parameter`() {
    // On a line, but drawn as a curve that is slow at its end: at half its parameter it has gone
    // (3 · 8 + 3 · 16 + 16) / 8 of 16 units.
    let curve = Contour(vertices: [
      Contour.Vertex(.zero, outgoing: Vector(dx: 8, dy: 0)), Contour.Vertex(Point(x: 16, y: 0)),
    ])
    let half = [curve].trimmed(from: 0, to: 0.5)
    #expect(half.count == 1)
    #expect(abs((half[0].vertices.last?.point.x ?? 0) - 11) < 1e-9)
  }

  @Test func `ends and corners are round where nothing is said`() throws {
    let line = Sketch.line(10, 20, 30, 20)
    for isBare in [false, true] {
      let stroke =
        isBare
        ? #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 8}}"#
        : Sketch.stroke(8, cap: 1)
      let end = try LottieCanvas(Sketch.shapes(line + "," + stroke)).picture()
      #expect(end.pixel(7, 20) == (isBare ? red : 0))
      #expect(end.pixel(6, 16) == 0)
      let box = Sketch.rect(20, 20, 16, 16) + "," + stroke
      let corner = try LottieCanvas(Sketch.shapes(box)).picture()
      #expect(corner.pixel(8, 8) == (isBare ? 0 : red))
    }
  }

  @Test func `dashes and gaps follow each other from an offset`() throws {
    let stroke =
      #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 4}, "lc": 1, "lj": 1, "#
      + #""d": [{"n": "d", "v": {"k": 8}}, {"n": "g", "v": {"k": 2}}, {"n": "o", "v": {"k": 5}}]}"#
    let picture = try LottieCanvas(
      Sketch.shapes(Sketch.line(0, 20, 40, 20) + "," + stroke)
    ).picture()
    #expect(picture.pixel(1, 20) == red)
    #expect(picture.pixel(3, 20) == 0)
    #expect(picture.pixel(4, 20) == 0)
    #expect(picture.pixel(5, 20) == red)
    #expect(picture.pixel(12, 20) == red)
    #expect(picture.pixel(13, 20) == 0)
  }

  @Test func `a repeater's copies fade from the first to the last`() throws {
    let repeater =
      #", {"ty": "rp", "c": {"k": 3}, "o": {"k": 0}, "m": 1, "tr": {"p": {"k": [10, 0]}, "#
      + #""so": {"k": 100}, "eo": {"k": 0}}}"#
    let items = Sketch.rect(5, 20, 4, 4) + "," + Sketch.fill(0, 0, 1) + repeater
    let picture = try LottieCanvas(Sketch.shapes(items)).picture()
    #expect(picture.pixel(5, 20) == blue)
    #expect(picture.pixel(15, 20) == 0x8000_0080)
    #expect(picture.pixel(25, 20) == 0)
  }

  @Test(arguments: [(0.9, 0), (1, 1), (2.6, 2), (3, 3)])
  func `a fraction of a copy is not drawn`(copies: Double, count: Int) throws {
    let repeater = #", {"ty": "rp", "c": {"k": \#(copies)}, "tr": {"p": {"k": [10, 0]}}}"#
    let items = Sketch.rect(5, 20, 4, 4) + "," + Sketch.fill(0, 0, 1) + repeater
    #expect(try LottieCanvas(Sketch.shapes(items)).picture().area == count * 4 * 4)
  }

  @Test func `a path keeps its direction, and other contours may be reversed`() throws {
    func square(_ low: Int, _ high: Int, direction: Int) -> String {
      """
      {"ty": "sh", "d": \(direction), "ks": {"k": {"c": true,
       "v": [[\(low), \(low)], [\(high), \(low)], [\(high), \(high)], [\(low), \(high)]],
       "i": [[0, 0], [0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}
      """
    }
    func canvas(_ inner: String) throws -> LottieCanvas {
      try LottieCanvas(
        Sketch.shapes(
          square(5, 35, direction: 1) + "," + inner + "," + Sketch.fill(1, 0, 0)))
    }
    let path = try canvas(square(15, 25, direction: 3))
    #expect(path.picture().pixel(20, 20) == red)
    #expect(path.file.warnings.count == 1)
    #expect(path.file.warnings.first?.contains("direction") == true)
    #expect(try canvas(square(15, 25, direction: 1)).file.warnings.isEmpty)
    let rect = try canvas(Sketch.rect(20, 20, 10, 10, isReversed: true))
    #expect(rect.picture().pixel(20, 20) == 0)
    #expect(rect.picture().pixel(10, 20) == red)
    #expect(rect.file.warnings.isEmpty)
  }

  @Test func `paths that were merged into one are cut by others, and not by each other`() throws {
    // A ring, as importers of drawings write it: its two circles are one path before they meet a
    // third.
    let ring =
      Sketch.rect(20, 20, 30, 30) + "," + Sketch.rect(20, 20, 10, 10, isReversed: true)
      + #", {"ty": "mm", "mm": 1},"#
    for mode in 2...5 {
      let picture = try LottieCanvas(
        Sketch.shapes(ring + #"{"ty": "mm", "mm": \#(mode)},"# + Sketch.fill(1, 0, 0))
      ).picture()
      #expect(picture.pixel(8, 20) == red, "mode \(mode)")
      #expect(picture.pixel(20, 20) == 0, "mode \(mode)")
    }
    let cut = try LottieCanvas(
      Sketch.shapes(
        ring + Sketch.rect(20, 30, 40, 20) + #", {"ty": "mm", "mm": 4},"# + Sketch.fill(1, 0, 0))
    ).picture()
    #expect(cut.pixel(8, 10) == 0)
    #expect(cut.pixel(8, 30) == red)
    #expect(cut.pixel(20, 22) == 0)
  }

  @Test func `merged paths are united, cut or shared`() throws {
    func picture(_ mode: Int) throws -> LottieCanvas.Picture {
      try LottieCanvas(
        Sketch.shapes(
          Sketch.rect(15, 20, 20, 20) + "," + Sketch.rect(25, 20, 20, 20)
            + #", {"ty": "mm", "mm": \#(mode)},"# + Sketch.fill(1, 0, 0))
      ).picture()
    }
    for (mode, left, both, right) in [
      (2, red, red, red), (3, red, 0, 0), (4, 0, red, 0), (5, red, 0, red),
    ] {
      let picture = try picture(mode)
      #expect(picture.pixel(8, 20) == left, "mode \(mode)")
      #expect(picture.pixel(20, 20) == both, "mode \(mode)")
      #expect(picture.pixel(32, 20) == right, "mode \(mode)")
    }
  }

  @Test func `an offset grows an area, or shrinks it`() throws {
    func picture(_ amount: Double) throws -> LottieCanvas.Picture {
      try LottieCanvas(
        Sketch.shapes(
          Sketch.rect(20, 20, 20, 20)
            + #", {"ty": "op", "a": {"k": \#(amount)}, "lj": 1, "ml": {"k": 4}},"#
            + Sketch.fill(1, 0, 0, opacity: 50))
      ).picture()
    }
    #expect(try picture(4).area == 28 * 28)
    #expect(try picture(4).pixel(20, 20) == 0x8080_0000)
    #expect(try picture(-4).area == 12 * 12)
  }

  @Test func `a gradient's opacity has stops of its own`() throws {
    let gradient =
      #"{"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [40, 0]}, "#
      + #""g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0]}}}"#
    let picture = try LottieCanvas(
      Sketch.shapes(Sketch.rect(20, 20, 40, 40) + "," + gradient)
    ).picture()
    // In the middle of 40 pixels the colour is half red and half blue, at half the opacity.
    let middle = picture.pixel(20, 20)
    #expect(abs(Int(middle >> 24) - 126) < 4)
    #expect(abs(Int(middle >> 16 & 255) - 62) < 4)
    #expect(abs(Int(middle & 255) - 64) < 4)
    // A quarter in, three quarters of the light are left, and of these three quarters are red.
    #expect(abs(Int(picture.pixel(10, 20) >> 16 & 255) - 141) < 5)
  }

  @Test(arguments: ["", #", "g": {"p": 0, "k": {"k": []}}"#])
  func `a gradient without stops is not drawn and is named`(stops: String) throws {
    let gradient = #"{"ty": "gf", "t": 1, "o": {"k": 100}\#(stops)}"#
    let canvas = try LottieCanvas(
      Sketch.shapes(Sketch.rect(20, 20, 40, 40) + "," + gradient))
    #expect(canvas.picture().area == 0)
    #expect(canvas.file.warnings == ["layer, shape: a gradient without stops is not drawn"])
  }

  @Test func `a radial gradient's highlight changes nothing and is named`() throws {
    func canvas(_ highlight: String) throws -> LottieCanvas {
      let gradient =
        #"{"ty": "gf", "t": 2, "o": {"k": 100}, "s": {"k": [20, 20]}, "e": {"k": [40, 20]}, "#
        + highlight + #""g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1]}}}"#
      return try LottieCanvas(Sketch.shapes(Sketch.rect(20, 20, 40, 40) + "," + gradient))
    }
    let plain = try canvas("")
    let picture = plain.picture()
    #expect(picture.pixel(20, 20) & 255 < 16)
    #expect(abs(Int(picture.pixel(30, 20) & 255) - 128) < 12)
    #expect(picture.pixel(1, 1) == 0xFF00_00FF)
    for length in ["50", "-50", #"[{"t": 0, "s": [0]}, {"t": 9, "s": [50]}]"#] {
      let other = try canvas(#""h": {"k": \#(length)}, "a": {"k": 90},"#)
      #expect(other.picture(at: 5).pixels == picture.pixels)
      #expect(other.file.warnings.count == 1)
      #expect(other.file.warnings.first?.contains("highlight") == true)
    }
    for none in ["", #""h": {"k": 0}, "a": {"k": 90},"#] {
      #expect(try canvas(none).file.warnings.isEmpty)
    }
  }

  @Test func `stops of colour and opacity at other places are merged`() {
    let stops = GradientStops([0, 1, 0, 0, 1, 0, 1, 0, 0.5, 0.2, 1, 0.8], colorCount: 2).merged
    #expect(stops.first?.offset == 0)
    #expect(stops.last?.offset == 1)
    let middle = stops.first { $0.offset == 0.5 }
    #expect(middle?.color.red == 0.5)
    #expect(middle?.color.alpha == 0.2)
    #expect(stops.allSatisfy { (0.2...0.8).contains($0.color.alpha) })
  }
}
