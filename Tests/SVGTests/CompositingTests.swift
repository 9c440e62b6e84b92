import Geometry
import Layers
import SVG
import Testing

@Suite struct CompositingTests {
  private let rect = "<rect width='8' height='8' fill='red' "

  @Test func `a clip is the union of its shapes`() throws {
    let picture = try DrawnPicture(
      """
      <clipPath id='c'><rect width='2' height='8'/><rect x='1' width='3' height='2'/>
      <g><rect width='8' height='8'/></g></clipPath>\(rect) clip-path='url(#c)'/>
      """)
    #expect(
      picture.painted == DrawnPicture.places(0..<2, 0..<8).union(DrawnPicture.places(0..<4, 0..<2)))
  }

  @Test func `a clip with a clip is what lies in both`() throws {
    let picture = try DrawnPicture(
      """
      <clipPath id='a'><rect width='4' height='8'/></clipPath>
      <clipPath id='b' clip-path='url(#a)'><rect y='4' width='8' height='4'/></clipPath>
      \(rect) clip-path='url(#b)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(0..<4, 4..<8))
  }

  @Test(arguments: ["clipPath clip-path", "mask mask"])
  func `a long chain of references is refused`(kind: String) {
    let words = kind.split(separator: " ")
    let chain = (0..<20_000).map {
      "<\(words[0]) id='c\($0)' \(words[1])='url(#c\($0 + 1))'><rect width='8' height='8'/></\(words[0])>"
    }
    #expect(throws: SVGError.self) {
      try DrawnPicture(chain.joined() + rect + "\(words[1])='url(#c0)'/>")
    }
  }

  @Test(arguments: ["clipPath clip-path", "mask mask"])
  func `the reference that closes a circle counts as none wherever it is entered`(
    kind: String
  ) throws {
    let words = kind.split(separator: " ")
    func stencil(_ name: String, _ other: String, _ shape: String) -> String {
      "<\(words[0]) id='\(name)'><\(shape) fill='white' \(words[1])='url(#\(other))'/>"
        + "</\(words[0])>"
    }
    // The first one is cut by the second one, which nothing cuts.
    let stencils =
      stencil("a", "b", "rect width='8' height='4'")
      + stencil("b", "a", "rect width='4' height='8'")
    func picture(_ name: String) throws -> DrawnPicture {
      try DrawnPicture(stencils + rect + "\(words[1])='url(#\(name))'/>")
    }
    #expect(try picture("a").painted == DrawnPicture.places(0..<4, 0..<4))
    #expect(try picture("b").painted == DrawnPicture.places(0..<4, 0..<8))
    #expect(try picture("b").warnings.count == 1)
    let itself = try DrawnPicture(
      "<\(words[0]) id='c' \(words[1])='url(#c)'><rect width='4' height='8' fill='white'/>"
        + "</\(words[0])>" + rect + "\(words[1])='url(#c)'/>")
    #expect(itself.painted == DrawnPicture.places(0..<4, 0..<8))
  }

  @Test func `the clip of an element enters a circle before its mask`() throws {
    func shape(_ references: String, _ width: Int = 8, _ height: Int = 8) -> String {
      "<rect width='\(width)' height='\(height)' fill='white' \(references)/>"
    }
    let stencils =
      "<mask id='m'>\(shape("clip-path='url(#c)' mask='url(#n)'"))</mask>"
      + "<mask id='n'>\(shape("clip-path='url(#d)'"))</mask>"
      + "<clipPath id='c'>\(shape("clip-path='url(#d)'", 8, 4))</clipPath>"
      + "<clipPath id='d'>\(shape("clip-path='url(#c)'", 4, 8))</clipPath>"
    // The second clip has the reference that counts as none.
    let picture = try DrawnPicture(stencils + rect + "clip-path='url(#c)'/>")
    #expect(picture.painted == DrawnPicture.places(0..<4, 0..<4))
  }

  @Test func `a file blends with nothing but itself`() throws {
    func isIsolated(_ mode: String) throws -> Bool {
      let file =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>"
        + "\(rect) style='mix-blend-mode:\(mode)'/></svg>"
      return try SVGPicture(Array(file.utf8), limits: SVGLimits())
        .makeLayer(size: Size(width: 8, height: 8)).isolatesBlending
    }
    #expect(try isIsolated("multiply"))
    #expect(try !isIsolated("normal"))
  }

  @Test func `an empty clip hides everything, and a missing one nothing`() throws {
    #expect(
      try DrawnPicture("<clipPath id='c'/>\(rect) clip-path='url(#c)'/>").painted.isEmpty)
    let picture = try DrawnPicture("\(rect) clip-path='url(#c)'/>")
    #expect(picture.painted.count == 64)
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: ["clip-path='#c'", "mask='#c'"])
  func `an id without url() is no reference`(attribute: String) throws {
    let picture = try DrawnPicture("<clipPath id='c'/><mask id='c'/>\(rect) \(attribute)/>")
    #expect(picture.painted.count == 64)
    #expect(picture.warnings.count == 1)
  }

  @Test func `a group is measured by the corners of the boxes in it`() throws {
    // The outline begins at 2.6, its box at 1.2.
    let picture = try DrawnPicture(
      """
      <clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='0.3' height='1'/></clipPath>
      <g clip-path='url(#c)'><path d='M4 2l2 2-2 2-2-2z' transform='rotate(45 4 4)'/></g>
      """)
    #expect(Set(picture.painted.map(\.x)) == [2])
  }

  @Test func `a shape of a clip for another language is left out`() throws {
    let picture = try DrawnPicture(
      """
      <clipPath id='c'><rect width='8' height='8' systemLanguage='xx'/>
      <rect width='4' height='8' systemLanguage='en'/></clipPath>
      <rect width='8' height='8' fill='red' clip-path='url(#c)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(0..<4, 0..<8))
  }

  @Test func `a clip's rule is the shape's own`() throws {
    let hole = "<path d='M0 0h8v8h-8z M2 2h4v4h-4z' clip-rule='evenodd' fill-rule='nonzero'/>"
    let picture = try DrawnPicture(
      "<clipPath id='c'>\(hole)</clipPath>\(rect) clip-path='url(#c)'/>")
    #expect(
      picture.painted
        == DrawnPicture.places(0..<8, 0..<8).subtracting(DrawnPicture.places(2..<6, 2..<6)))
  }

  @Test(arguments: [
    ("fill='white'", "", 255), ("fill='#f00'", "", 54), ("fill='#0f0'", "", 182),
    ("fill='#00f'", "", 18), ("fill='#808080'", "", 128), ("fill='white' opacity='.5'", "", 128),
    ("fill='#00f' opacity='.5'", "mask-type='alpha'", 128),
    // sRGB's 188 is half of the light.
    ("fill='#bcbcbc'", "color-interpolation='linearRGB'", 128),
  ])
  func `a mask multiplies by its luminance or its alpha`(
    content: String, mask: String, alpha: Int
  ) throws {
    let picture = try DrawnPicture(
      """
      <mask id='m' \(mask)><rect width='4' height='8' \(content)/></mask>
      <rect width='8' height='8' fill='#fff' mask='url(#m)'/>
      """)
    let byte = UInt32(alpha)
    #expect(isNear(picture[1, 1], byte << 24 | byte << 16 | byte << 8 | byte, within: 2))
    #expect(picture[6, 1] == 0)
  }

  @Test func `a mask's default region reaches a tenth beyond the box`() throws {
    func painted(_ region: String) throws -> Set<Place> {
      try DrawnPicture(
        """
        <mask id='m' \(region)><rect width='20' height='20' fill='white'/></mask>
        <g mask='url(#m)'><rect x='5' y='5' width='10' height='10'/></g>
        """, width: 20, height: 20
      ).painted
    }
    #expect(try painted("") == DrawnPicture.places(5..<15, 5..<15))
    #expect(try painted("x='0' width='.5'") == DrawnPicture.places(5..<10, 5..<15))
    #expect(
      try painted("maskUnits='userSpaceOnUse' y='0' height='35%'")
        == DrawnPicture.places(5..<15, 5..<7))
    // A stroke of 4 reaches two units beyond the box; the mask reaches one, a tenth of the box.
    let stroked = try DrawnPicture(
      """
      <mask id='m'><rect width='20' height='20' fill='white'/></mask>
      <g mask='url(#m)'><rect x='5' y='5' width='10' height='10' stroke='black' stroke-width='4'/></g>
      """, width: 20, height: 20)
    #expect(stroked.painted == DrawnPicture.places(4..<16, 4..<16))
  }

  @Test func `a blend mode blends with the whole backdrop`() throws {
    let picture = try DrawnPicture(
      """
      <rect width='8' height='8' fill='#ff0'/>
      <rect width='4' height='8' fill='#0ff' style='mix-blend-mode: multiply'/>
      """)
    #expect(picture[1, 1] == 0xFF00_FF00)
    #expect(picture[6, 1] == 0xFFFF_FF00)
  }

  @Test(arguments: [
    "opacity='.999'", "style='isolation: isolate'", "style='mix-blend-mode: screen'",
  ])
  func `the content of an isolated group is not blended with the backdrop`(group: String) throws {
    let picture = try DrawnPicture(
      """
      <rect width='8' height='8' fill='#000'/>
      <g \(group)><rect width='8' height='8' fill='#0ff' style='mix-blend-mode: multiply'/></g>
      """)
    #expect(isNear(picture[1, 1], 0xFF00_FFFF))
  }

  @Test func `markers stand at the vertices, turned as the line`() throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' markerWidth='2' markerHeight='2' markerUnits='userSpaceOnUse' orient='auto'>
      <rect width='2' height='1' fill='red'/></marker>
      <path d='M8 2v4' fill='none' stroke='none' marker-start='url(#m)'/>
      """)
    // Downwards the marker's right is the bottom, and its bottom the left.
    #expect(picture.painted == DrawnPicture.places(7..<8, 2..<4))
  }

  @Test(
    arguments: [
      // A move alone, and one before another.
      ("M4 2", "start", DrawnPicture.places(4..<6, 2..<3)),
      ("M4 2M4 7", "start", DrawnPicture.places(3..<4, 2..<4)),
      // Segments without a length point to the right.
      ("M4 2L4 2L4 2L4 7", "start", DrawnPicture.places(4..<6, 2..<3)),
      ("M4 1V2L4 2", "end", DrawnPicture.places(4..<6, 2..<3)),
      ("M4 2A1 1 0 0 0 4 2V7", "start", DrawnPicture.places(4..<6, 2..<3)),
      ("M1 1V1H4L4 1H7L7 7", "start", DrawnPicture.places(1..<3, 1..<2)),
      ("M2 2V2Z", "end", DrawnPicture.places(2..<4, 2..<3)),
      ("M4 2ZV7", "start", DrawnPicture.places(3..<4, 2..<4)),
    ] as [(String, String, Set<Place>)])
  func `a vertex without a segment of a length has a direction, too`(
    data: String, position: String, places: Set<Place>
  ) throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' markerWidth='2' markerHeight='2' markerUnits='userSpaceOnUse' orient='auto'>
      <rect width='2' height='1' fill='red'/></marker>
      <path d='\(data)' fill='none' marker-\(position)='url(#m)'/>
      """)
    #expect(picture.painted == places)
  }

  @Test(arguments: [("50%", "25%", 0), ("4", "2", 0), ("left", "top", 0), ("right", "center", 2)])
  func `a marker's reference point is measured by the viewport around it`(
    x: String, y: String, warnings: Int
  ) throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' viewBox='0 0 2 2' markerWidth='2' markerHeight='2' refX='\(x)' refY='\(y)'
        markerUnits='userSpaceOnUse' overflow='visible'><rect width='2' height='2'/></marker>
      <path d='M5 4V5' fill='none' marker-start='url(#m)'/>
      """)
    let isMoved = x != "left" && x != "right"
    #expect(
      picture.painted
        == (isMoved ? DrawnPicture.places(1..<3, 2..<4) : DrawnPicture.places(5..<7, 4..<6)))
    #expect(picture.warnings.count == warnings)
  }

  @Test func `the vertex at which a subpath is closed and another one begins has one marker`()
    throws
  {
    func drawn(_ orient: String) throws -> DrawnPicture {
      try DrawnPicture(
        """
        <marker id='m' markerWidth='2' markerHeight='2' markerUnits='userSpaceOnUse' orient='\(orient)'>
        <rect width='2' height='1' fill='red' opacity='.5'/></marker>
        <path d='M4 2H6V6H2V2ZL4 8' fill='none' marker-mid='url(#m)'/>
        """)
    }
    #expect(isNear(try drawn("0")[4, 2], 0x8080_0000))
    let turned = try drawn("auto")
    #expect(isNear(turned[4, 2], 0x8080_0000))
    #expect(turned[3, 3] == 0)
  }

  @Test(arguments: ["clip-path='url(#c)'", "mask='url(#k)'"])
  func `a marker may be clipped and masked`(attribute: String) throws {
    let picture = try DrawnPicture(
      """
      <clipPath id='c'><rect width='1' height='9'/></clipPath>
      <mask id='k' maskUnits='userSpaceOnUse' width='1' height='9'>
        <rect width='9' height='9' fill='white'/></mask>
      <marker id='m' \(attribute) markerUnits='userSpaceOnUse' viewBox='0 0 2 2' markerWidth='4'
        markerHeight='4'><rect width='2' height='2'/></marker>
      <path d='M2 2V9' fill='none' marker-start='url(#m)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(2..<4, 2..<6))
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: ["filter='blur(1px)'", "style='mix-blend-mode: multiply'"])
  func `unsupported effects of a marker have a warning`(attribute: String) throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' \(attribute) markerUnits='userSpaceOnUse'><rect width='2' height='2'/></marker>
      <path d='M2 2V9' fill='none' marker-start='url(#m)' marker-end='url(#m)'/>
      """)
    #expect(picture.warnings.count == 1)
  }

  @Test func `a marker's opacity is that of all its content together`() throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' overflow='visible' markerUnits='userSpaceOnUse' opacity='.5'>
        <rect width='2' height='2'/><rect width='2' height='2'/></marker>
      <path d='M2 2V9' marker-start='url(#m)' fill='none'/>
      """)
    #expect(isNear(picture[3, 3], 0x8000_0000, within: 1))
  }

  @Test func `markers may have the colours of their line, and used elements those of use`() throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' overflow='visible' markerUnits='userSpaceOnUse'>
        <rect width='2' height='2' fill='context-stroke'/>
        <rect x='2' width='2' height='2' fill='context-fill'/></marker>
      <path d='M0 0V0' fill='blue' stroke='currentColor' color='green' stroke-width='0' marker-start='url(#m)'/>
      <defs><rect id='r' y='4' width='2' height='2' fill='context-fill'/></defs>
      <use href='#r' fill='red'/>
      """)
    #expect(picture[1, 1] == green)
    #expect(picture[3, 1] == blue)
    #expect(picture[1, 5] == red)
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    "<linearGradient id='p' gradientUnits='userSpaceOnUse' x2='8'>",
    "<linearGradient id='p'>",
    "<pattern id='p' patternUnits='userSpaceOnUse' width='8' height='8'>",
    "<pattern id='p' width='1' height='1'>",
  ])
  func `a marker may have its line's gradient or pattern, in the line's space`(
    server: String
  ) throws {
    let picture = try DrawnPicture(
      """
      \(server)<stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/>
      <rect width='4' height='8' fill='red'/><rect x='4' width='4' height='8' fill='blue'/>
      </\(server.contains("linear") ? "linearGradient" : "pattern")>
      <marker id='m' overflow='visible' markerUnits='userSpaceOnUse' viewBox='0 0 2 2' refX='1'
        refY='1' markerWidth='4' markerHeight='4' orient='90'>
        <g transform='rotate(180 1 1)'><rect width='2' height='1' fill='context-stroke'/></g>
        <rect y='0' width='2' height='1' fill='context-fill'/></marker>
      <path d='M0 0L2 2L6 6L8 8' fill='url(#p) green' stroke='url(#p)' stroke-width='0'
        marker-mid='url(#m)'/>
      """)
    // The line's own fill covers nothing: it has no inside.
    #expect([1, 2].allSatisfy { isNear(picture[$0, 1], red) })
    #expect([5, 6].allSatisfy { isNear(picture[$0, 6], blue) })
    #expect(picture[6, 1] == 0)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a paint in the box of an element whose place is unknown has a warning`() throws {
    let start = "<linearGradient id='g'><stop stop-color='red'/></linearGradient>"
    let style = "transform-box:fill-box;transform:rotate(90deg)"
    let use =
      "<defs><rect id='r' width='2' height='2' fill='context-fill' style='\(style)'/></defs>"
    #expect(try DrawnPicture(start + use + "<use href='#r' fill='url(#g)'/>").warnings.count == 1)
  }

  @Test func `gradients of a use are measured by the box of all that it shows`() throws {
    func drawn(_ use: String) throws -> DrawnPicture {
      try DrawnPicture(
        """
        <linearGradient id='p'><stop offset='.5' stop-color='red'/>
        <stop offset='.5' stop-color='blue'/></linearGradient>
        <defs><g id='r' stroke='none'><rect width='2' height='8' fill='context-fill'/>
        <g transform='translate(2 0)'><rect width='4' height='8' fill='context-stroke'/></g></g>
        <use id='twice' href='#r' fill='context-fill' stroke='context-stroke'/></defs>\(use)
        """)
    }
    for name in ["r", "twice"] {
      let picture = try drawn(
        "<use href='#\(name)' x='1' fill='url(#p)' stroke='url(#p)'/>")
      #expect(picture.painted == DrawnPicture.places(1..<7, 0..<8))
      for x in 1..<7 { #expect(isNear(picture[x, 4], x < 4 ? red : blue), "\(x)") }
      #expect(picture.warnings.isEmpty, "\(picture.warnings)")
    }
  }

  @Test func `colours of a line go through a second reference, and stand in for a paint`() throws {
    let picture = try DrawnPicture(
      """
      <defs><rect id='r' width='2' height='2' fill='context-fill'/>
      <g id='g'><use href='#r' y='4' fill='context-fill'/></g></defs>
      <marker id='m' overflow='visible' markerUnits='userSpaceOnUse'>
        <use href='#r' fill='context-stroke'/>
        <rect x='2' width='2' height='2' fill='url(#none) context-fill'/></marker>
      <path d='M0 0V0' fill='blue' stroke='green' stroke-width='0' marker-start='url(#m)'/>
      <use href='#g' fill='red'/>
      """)
    #expect(picture[1, 1] == green)
    #expect(picture[3, 1] == blue)
    #expect(picture[1, 5] == red)
    // The only warning is about the missing paint.
    #expect(picture.warnings.count == 1)
  }

  @Test func `a marker is as large as the line is wide`() throws {
    let picture = try DrawnPicture(
      """
      <marker id='m' viewBox='0 0 4 4' refX='2' refY='2' markerWidth='2' markerHeight='2'>
      <rect width='9' height='9' fill='red'/></marker>
      <path d='M4 4' /><polyline points='4,4 9,4' stroke-width='2' marker-start='url(#m)' fill='none'/>
      """)
    #expect(picture.painted == DrawnPicture.places(2..<6, 2..<6))
  }
}
