import SVG
import Testing

/// Paints that repeat a part of the file.
struct PatternTests {
  @Test func `tiles of a pattern lie side by side`() throws {
    let picture = try DrawnPicture(
      """
      <pattern id='p' patternUnits='userSpaceOnUse' x='1' width='4' height='4'>
      <rect width='2' height='4' fill='red'/></pattern>
      <rect y='2' width='8' height='4' fill='url(#p)'/>
      """)
    #expect(Set(picture.painted.map(\.x)) == [1, 2, 5, 6])
    #expect(Set(picture.painted.map(\.y)) == [2, 3, 4, 5])
  }

  @Test func `a pattern's view box is fitted into the tile`() throws {
    let picture = try DrawnPicture(
      """
      <pattern id='p' width='.5' height='.5' viewBox='0 0 2 2'><rect width='1' height='1'/></pattern>
      <rect width='8' height='8' fill='url(#p)'/>
      """)
    #expect(
      picture.painted == Set([0, 1, 4, 5].flatMap { x in [0, 1, 4, 5].map { Place(x, $0) } }))
  }

  @Test func `a tile of a negative size leaves the fallback`() throws {
    let picture = try DrawnPicture(
      """
      <pattern id='p' width='-.5' height='.5'><rect width='4' height='4' fill='red'/></pattern>
      <rect width='8' height='8' fill='url(#p) blue'/>
      """)
    #expect(picture.pixels.allSatisfy { $0 == blue })
  }

  @Test(arguments: [("patternUnits", blue), ("patternContentUnits", 0)] as [(String, UInt32)])
  func `a stroke without a box takes its fallback for tiles, not for their content`(
    boxed: String, color: UInt32
  ) throws {
    let user = boxed == "patternUnits" ? "" : "patternUnits='userSpaceOnUse'"
    let picture = try DrawnPicture(
      """
      <pattern id='p' \(user) \(boxed)='objectBoundingBox' width='1' height='1'>
      <rect width='1' height='1'/></pattern>
      <path d='M0 4H8' stroke-width='8' stroke='url(#p) blue'/>
      """)
    #expect(picture.pixels.allSatisfy { $0 == color })
  }

  private static let blueTile = "<rect width='4' height='4' fill='blue'/>"

  /// Tiles whose content ends at their edges, within pixels.
  @Test(arguments: [
    "rotate(30)", "translate(.4 .3) scale(.513)", "scale(1.7 .9)", "skewX(20)", "scale(.05)",
  ])
  func `tiles meet without a seam`(transform: String) throws {
    let picture = try DrawnPicture(
      """
      <pattern id='p' patternUnits='userSpaceOnUse' width='4' height='4' patternTransform='\(transform)'>
      \(Self.blueTile)</pattern><rect x='1' y='1' width='14' height='14' fill='url(#p)'/>
      """, width: 16, height: 16, scale: 2)
    for y in 2..<30 {
      for x in 2..<30 { #expect(picture[x, y] == blue, "\(x), \(y)") }
    }
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    "<pattern id='p' width='1' height='1'><rect width='9' height='9' fill='blue'/></pattern>",
    "<pattern id='p' width='1' height='1'><rect width='4' height='4' fill='blue'/></pattern>",
    "<pattern id='p' width='.25' height='.25'><rect width='1' height='1' fill='blue'/></pattern>",
    "<pattern id='p' patternUnits='userSpaceOnUse' x='1.3' width='2' height='2'>\(PatternTests.blueTile)</pattern>",
  ])
  func `the edge of a shape with a pattern is covered once`(pattern: String) throws {
    let picture = try DrawnPicture(
      "\(pattern)<rect x='1.5' y='1.5' width='4' height='4' fill='url(#p)'/>")
    for index in 2..<5 {
      #expect(picture[index, 3] == blue)
      #expect(isNear(picture[index, 1], 0x8000_0080))
      #expect(isNear(picture[5, index], 0x8000_0080))
    }
  }

  /// A tile of four pixels a side, drawn where its pixels fall on the picture's.
  @Test func `tiles on whole pixels are as sharp as their content`() throws {
    let picture = try DrawnPicture(
      """
      <pattern id='p' patternUnits='userSpaceOnUse' x='1' y='2' width='2' height='2'>
      <path d='M0 0h1v1h-1zM1 1h1v1h-1z' fill='red'/></pattern>
      <rect width='8' height='8' fill='url(#p)'/>
      """)
    for y in 0..<8 {
      for x in 0..<8 { #expect(picture[x, y] == ((x + 1 + y) % 2 == 0 ? red : 0)) }
    }
  }

  @Test func `a pattern within a pattern, with an opacity, is drawn`() throws {
    let picture = try DrawnPicture(
      """
      <pattern id='q' patternUnits='userSpaceOnUse' width='2' height='2'>
      <rect width='1' height='2' fill='blue'/></pattern>
      <pattern id='p' patternUnits='userSpaceOnUse' width='4' height='8'>
      <rect width='4' height='4' fill='url(#q)'/></pattern>
      <rect width='8' height='8' fill='url(#p)' fill-opacity='.5'/>
      """)
    for y in 0..<8 {
      for x in 0..<8 {
        #expect(isNear(picture[x, y], y < 4 && x % 2 == 0 ? 0x8000_0080 : 0), "\(x), \(y)")
      }
    }
  }

  /// Drawing programs fill a shape with a picture in this way: one tile, which the picture covers.
  @Test(arguments: ["", " opacity='.5'"])
  func `a picture that covers the only tile is the shape's own paint`(opacity: String) throws {
    let data =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYPj/HwADAgH/OSkZvgAAAABJRU5ErkJggg=="
    let picture = try DrawnPicture(
      """
      <pattern id='p' patternContentUnits='objectBoundingBox' width='1' height='1'>
      <use href='#i' transform='scale(.5)'\(opacity)/></pattern>
      <rect x='1.5' y='1.5' width='5' height='5' fill='url(#p)'/>
      <defs><image id='i' width='2' height='2' href='data:image/png;base64,\(data)'/></defs>
      """)
    #expect(picture.warnings.isEmpty)
    let whole = opacity.isEmpty ? blue : 0x8000_0080
    let edge: UInt32 = opacity.isEmpty ? 0x8000_0080 : 0x4000_0040
    for index in 2..<6 {
      #expect(isNear(picture[index, 3], whole))
      #expect(isNear(picture[index, 1], edge))
      #expect(isNear(picture[6, index], edge))
    }
  }

  @Test func `patterns that take too much are named`() throws {
    var limits = SVGLimits()
    limits.filterPixelCount = 1100
    let picture = try DrawnPicture(
      file: """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>
        <pattern id='p' patternUnits='userSpaceOnUse' width='4' height='4'>\(Self.blueTile)</pattern>
        <rect width='8' height='4' fill='url(#p)'/><rect y='4' width='8' height='4' fill='url(#p)'/></svg>
        """, width: 8, height: 8, limits: limits)
    #expect(picture.painted == DrawnPicture.places(0..<8, 0..<4))
    #expect(
      picture.warnings.map(\.message) == [
        "the pattern is not drawn: filters and patterns have too many pixels"
      ])
  }

  @Test(arguments: [
    ("1e-30", "4"), ("1e15", "1e-15"), ("1e15", "1e15"), ("4", "1e-9"),
  ])
  func `tiles of any size are drawn or named`(width: String, height: String) throws {
    for transform in ["scale(1)", "scale(1e-12 1e12)", "skewX(89.9999)", "scale(1e9)"] {
      _ = try DrawnPicture(
        """
        <pattern id='p' patternUnits='userSpaceOnUse' width='\(width)' height='\(height)'
        patternTransform='\(transform)'>\(Self.blueTile)</pattern>
        <rect width='8' height='8' fill='url(#p)' stroke='url(#p)' stroke-width='1e9'/>
        """)
    }
  }
}
