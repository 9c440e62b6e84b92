import SVG
import Testing

@Suite struct ShapeTests {
  @Test func `a wrong path of a style sheet leaves the place to the attribute`() throws {
    let style = "style='d: path(\"M0 0H8V8H0ZX\")'"
    #expect(try DrawnPicture("<path \(style)/>").painted.isEmpty)
    let picture = try DrawnPicture("<path d='M0 0H2V2H0Z' \(style)/>")
    #expect(picture.painted == DrawnPicture.places(0..<2, 0..<2))
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: ["r: auto", "cx: auto", "r: 4px; r: auto"])
  func `properties that cannot be automatic leave the place to others`(style: String) throws {
    let picture = try DrawnPicture("<circle cx='4' cy='4' r='4' style='\(style)'/>")
    #expect(picture.painted.contains(Place(1, 4)) && picture.painted.contains(Place(6, 4)))
  }

  @Test func `a rectangle fills its pixels with the colour of its name`() throws {
    let picture = try DrawnPicture("<rect x='2' y='1' width='3' height='4' fill='green'/>")
    #expect(picture.painted == DrawnPicture.places(2..<5, 1..<5))
    #expect(picture[2, 1] == green)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a pixel that is half covered is half as opaque`() throws {
    let picture = try DrawnPicture("<rect x='1' y='1' width='2.5' height='1' fill='red'/>")
    #expect(isNear(picture[3, 1], 0x8080_0000))
  }

  @Test func `a shape without a fill is black, and fill none paints nothing`() throws {
    #expect(try DrawnPicture("<rect width='8' height='8'/>")[4, 4] == 0xFF00_0000)
    #expect(try DrawnPicture("<rect width='8' height='8' fill='none'/>").painted.isEmpty)
  }

  @Test(arguments: ["width='0'", "width='-3'", "", "width='x'"])
  func `a rectangle without a width paints nothing`(width: String) throws {
    #expect(try DrawnPicture("<rect \(width) height='4' stroke='red'/>").painted.isEmpty)
  }

  @Test func `one radius of a rectangle stands for both, each up to half its side`() throws {
    let one = try DrawnPicture("<rect width='8' height='8' rx='9' fill='red'/>", scale: 4)
    let ellipse = try DrawnPicture(
      "<ellipse cx='4' cy='4' rx='4' ry='4' fill='red'/>", scale: 4)
    for (a, b) in zip(one.pixels, ellipse.pixels) { #expect(isNear(a, b, within: 2)) }
  }

  @Test func `style sheets move shapes, but not the ends of lines`() throws {
    let rect = try DrawnPicture("<rect width='1' height='2' style='width:3px;x:1px'/>")
    #expect(rect.painted == DrawnPicture.places(1..<4, 0..<2))
    let line = try DrawnPicture(
      "<line y1='4' x2='8' y2='4' stroke='red' stroke-width='2' style='x2:2px'/>")
    #expect(line.painted == DrawnPicture.places(0..<8, 3..<5))
  }

  @Test func `a missing radius of an ellipse is the other one`() throws {
    let told = try DrawnPicture("<ellipse cx='4' cy='4' rx='3' ry='3'/>", scale: 2)
    #expect(try DrawnPicture("<ellipse cx='4' cy='4' rx='3'/>", scale: 2).pixels == told.pixels)
    #expect(try DrawnPicture("<circle cx='4' cy='4' r='3'/>", scale: 2).pixels == told.pixels)
  }

  @Test func `points are drawn up to the first that cannot be read`() throws {
    let picture = try DrawnPicture(
      "<polygon points='1,1 7 1 7,7 1 7 oh 3' fill='blue'/>")
    #expect(picture.painted == DrawnPicture.places(1..<7, 1..<7))
    #expect(picture.warnings.map(\.line) == [1])
  }

  @Test func `points that begin with a comma paint nothing`() throws {
    let picture = try DrawnPicture("<polygon points=',1,1 7 1 7,7 1 7' fill='blue'/>")
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.count == 1)
  }

  @Test func `a path is drawn up to its first mistake`() throws {
    let picture = try DrawnPicture("<path d='M2 2h4v4h-4z l 3 nothing' fill='red'/>")
    #expect(picture.painted == DrawnPicture.places(2..<6, 2..<6))
    #expect(picture.warnings.count == 1)
  }

  @Test(
    arguments: [
      ("d: path('M0 0H2V2H0z')", DrawnPicture.places(0..<2, 0..<2)),
      ("d: path(&quot;M0 0H2V2H0z&quot;)", DrawnPicture.places(0..<2, 0..<2)), ("d: none", []),
    ] as [(String, Set<Place>)])
  func `a style sheet's data takes the place of the attribute's`(
    style: String, places: Set<Place>
  ) throws {
    let picture = try DrawnPicture("<path d='M4 4H8V8H4z' style=\"\(style)\"/>")
    #expect(picture.painted == places)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a line has a stroke and no fill`() throws {
    let picture = try DrawnPicture(
      "<line x1='1' y1='4' x2='7' y2='4' fill='red' stroke='blue' stroke-width='2'/>")
    #expect(picture.painted == DrawnPicture.places(1..<7, 3..<5))
    #expect(picture[3, 3] == blue)
  }

  @Test func `lengths may have units`() throws {
    // A quarter of an inch is 24 pixels.
    for length in ["24", "24px", "0.25in", "6.35mm", ".635cm", "18pt", "1.5pc", "50%", "25.4Q"] {
      let picture = try DrawnPicture(
        "<rect width='\(length)' height='48' fill='red'/>", width: 48, height: 48)
      #expect(picture[23, 10] == red, "\(length)")
      #expect(picture[24, 10] == 0, "\(length)")
    }
  }

  @Test func `an em is the size of the element's font`() throws {
    let picture = try DrawnPicture(
      "<g font-size='2'><rect font-size='150%' width='2em' height='1rem' fill='red'/></g>",
      width: 12, height: 12)
    #expect(picture.painted == DrawnPicture.places(0..<6, 0..<12))
  }
}
