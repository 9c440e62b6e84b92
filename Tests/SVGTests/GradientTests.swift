import SVG
import Testing

@Suite struct GradientTests {
  private func gray(_ level: Double) -> UInt32 {
    let byte = UInt32((level * 255).rounded())
    return 0xFF00_0000 | byte << 16 | byte << 8 | byte
  }

  private func drawn(
    _ gradient: String, _ shape: String = "<rect width='8' height='8' fill='url(#g)'/>"
  )
    throws -> DrawnPicture
  {
    try DrawnPicture(gradient + shape)
  }

  private let stops = "<stop stop-color='black'/><stop offset='1' stop-color='white'/>"

  @Test func `a line runs from the left of the shape to its right`() throws {
    let picture = try drawn("<linearGradient id='g'>\(stops)</linearGradient>")
    for x in 0..<8 { #expect(isNear(picture[x, 3], gray((Double(x) + 0.5) / 8), within: 2)) }
  }

  @Test func `a gradient continues beyond its ends by its spread method`() throws {
    func row(_ spread: String) throws -> [UInt32] {
      let picture = try drawn(
        """
        <linearGradient id='g' gradientUnits='userSpaceOnUse' x1='2' x2='4' \(spread)>\(stops)\
        </linearGradient>
        """)
      return (0..<8).map { picture[$0, 3] }
    }
    func expect(_ row: [UInt32], _ levels: [Double]) {
      for (pixel, level) in zip(row, levels) { #expect(isNear(pixel, gray(level), within: 2)) }
    }
    expect(try row(""), [0, 0, 0.25, 0.75, 1, 1, 1, 1])
    expect(try row("spreadMethod='repeat'"), [0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75])
    expect(try row("spreadMethod='reflect'"), [0.75, 0.25, 0.25, 0.75, 0.75, 0.25, 0.25, 0.75])
  }

  @Test(arguments: [("matrix(1 2 1 2 0 0)", false), ("scale(0 1)", true), ("scale(1 0)", true)])
  func `a transform that leaves a slanted line paints nothing, one without a side is left out`(
    transform: String, isPainted: Bool
  ) throws {
    for paint in [
      "<linearGradient id='g' gradientTransform='\(transform)'>\(stops)</linearGradient>",
      "<pattern id='g' width='1' height='1' patternTransform='\(transform)'>"
        + "<rect width='8' height='8'/></pattern>",
    ] {
      let picture = try drawn(paint, "<rect width='8' height='8' fill='url(#g) green'/>")
      #expect(picture.painted.count == (isPainted ? 64 : 0))
      #expect(picture.warnings.count == 1)
    }
  }

  @Test(arguments: [
    "style='transform: rotate(90deg)'", "style='transform: translate(0, 9px) rotate(90deg)'",
    "gradientTransform='scale(2)' style='transform: rotate(90deg)'",
    "gradientTransform='rotate(90)' transform='scale(2)'",
    "style='transform: rotate(90deg); transform-origin: 0 0'",
    "style='transform: nothing' gradientTransform='rotate(90)'",
  ])
  func `a gradient's transform is a property`(attributes: String) throws {
    let picture = try drawn(
      """
      <linearGradient id='g' gradientUnits='userSpaceOnUse' x2='8' \(attributes)>\(stops)\
      </linearGradient>
      """)
    let isMoved = attributes.contains("translate")
    for y in 0..<8 {
      let level = isMoved ? 0 : (Double(y) + 0.5) / 8
      #expect(isNear(picture[3, y], gray(level), within: 2))
    }
    #expect(picture.warnings.count == (attributes.contains("nothing") ? 1 : 0))
  }

  @Test func `colours may change by their light`() throws {
    let picture = try drawn(
      "<linearGradient id='g' color-interpolation='linearRGB'>\(stops)</linearGradient>")
    // The levels of sRGB for parts of the light of white.
    #expect(isNear(picture[3, 3], gray(0.693), within: 4))
    #expect(isNear(picture[0, 3], gray(0.277), within: 4))
    #expect(isNear(picture[7, 3], gray(0.972), within: 4))
  }

  @Test func `an offset of a stop is a number or a percentage`() throws {
    let picture = try drawn(
      """
      <linearGradient id='g'><stop offset='0.5px' stop-color='black'/>\
      <stop offset='100%' stop-color='white'/></linearGradient>
      """)
    #expect(isNear(picture[3, 3], gray(3.5 / 8), within: 2))
    #expect(picture.warnings.count == 1)
  }

  @Test func `circles grow from the focus`() throws {
    // On the axis the offset is the way from the focus over the way from there to the edge.
    let picture = try DrawnPicture(
      """
      <radialGradient id='g' gradientUnits='userSpaceOnUse' cx='16' cy='16' r='16' fx='8' fy='16'>\
      \(stops)</radialGradient><rect width='32' height='32' fill='url(#g)'/>
      """, width: 32, height: 32)
    for x in 9..<31 { #expect(isNear(picture[x, 16], gray((Double(x) + 0.5 - 8) / 24), within: 4)) }
    for x in 1..<8 { #expect(isNear(picture[x, 16], gray((8 - Double(x) - 0.5) / 8), within: 4)) }
  }

  @Test func `a focal circle shows the first colour`() throws {
    let picture = try DrawnPicture(
      """
      <radialGradient id='g' gradientUnits='userSpaceOnUse' cx='16' cy='16' r='16' fr='8'>\(stops)\
      </radialGradient><rect width='32' height='32' fill='url(#g)'/>
      """, width: 32, height: 32)
    #expect(picture[16, 16] == 0xFF00_0000)
    #expect(isNear(picture[28, 16], gray(4.5 / 8), within: 4))
  }

  @Test func `a gradient takes the attributes that it lacks from the one it refers to`() throws {
    let picture = try drawn(
      """
      <linearGradient id='a' x1='1' x2='0'>\(stops)</linearGradient>
      <linearGradient id='g' href='#a' gradientTransform='translate(0 0)'/>
      """)
    #expect(isNear(picture[0, 3], gray(15 / 16.0), within: 2))
  }

  @Test func `a gradient is in the space of its shape, and may be turned in it`() throws {
    let picture = try drawn(
      "<linearGradient id='g' gradientTransform='rotate(90)'>\(stops)</linearGradient>")
    for y in 0..<8 { #expect(isNear(picture[3, y], gray((Double(y) + 0.5) / 8), within: 2)) }
  }

  @Test func `a gradient without stops paints nothing, or the fallback`() throws {
    #expect(try drawn("<linearGradient id='g'/>").painted.isEmpty)
    let picture = try drawn(
      "<linearGradient id='g'/>", "<rect width='8' height='8' fill='url(#g) green'/>")
    #expect(picture[4, 4] == green)
  }

  @Test func `lengths in terms of a font are in terms of the paint's own`() throws {
    let shape = "<rect width='8' height='8' fill='url(#p)'/>"
    let gradient = try DrawnPicture(
      """
      <linearGradient id='p' gradientUnits='userSpaceOnUse' x2='4em' font-size='1'>
      <stop offset='0.5' stop-color='red'/><stop offset='0.5' stop-color='blue'/></linearGradient>\(shape)
      """)
    #expect(gradient[1, 0] == 0xFFFF_0000)
    #expect(gradient[2, 0] == 0xFF00_00FF)
    let pattern = try DrawnPicture(
      """
      <pattern id='p' patternUnits='userSpaceOnUse' width='1em' height='8' font-size='2'>
      <rect width='1' height='8'/></pattern>\(shape)
      """)
    #expect(pattern.painted == DrawnPicture.places(0..<8, 0..<8).filter { $0.x % 2 == 0 })
  }

  @Test func `a line has no box for a gradient`() throws {
    let picture = try drawn(
      "<linearGradient id='g'>\(stops)</linearGradient>",
      "<line y1='4' y2='4' x2='8' stroke-width='2' stroke='url(#g) red'/>")
    #expect(picture[4, 4] == red)
  }

  @Test func `a single stop is a colour, and offsets of stops never decrease`() throws {
    #expect(
      try drawn("<linearGradient id='g'><stop offset='.7' stop-color='red'/></linearGradient>")[
        0, 0]
        == red)
    let picture = try drawn(
      """
      <linearGradient id='g'><stop offset='50%' stop-color='red'/>
      <stop offset='.1' stop-color='blue'/></linearGradient>
      """)
    #expect(picture[1, 1] == red)
    #expect(picture[6, 1] == blue)
  }

  @Test func `strokes may have gradients, dashed ones too`() throws {
    let picture = try drawn(
      "<linearGradient id='g' gradientUnits='userSpaceOnUse' x2='8'>\(stops)</linearGradient>",
      "<path d='M0 4h8' stroke='url(#g)' stroke-width='2' stroke-dasharray='2'/>")
    #expect(Set(picture.painted.map(\.x)) == [0, 1, 4, 5])
    #expect(isNear(picture[5, 4], gray(5.5 / 8), within: 2))
  }

  @Test func `stops count at each use`() throws {
    func file(_ uses: Int, _ opacity: Double) -> String {
      let rect = "<rect width='8' height='8' fill='url(#g)'/>"
      return """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><linearGradient id='g'>
        <stop stop-opacity='\(opacity)'/><stop offset='1' stop-color='red'/></linearGradient>
        \(String(repeating: rect, count: uses))</svg>
        """
    }
    var limits = SVGLimits()
    limits.gradientStopCount = 40
    _ = try DrawnPicture(file: file(10, 1), width: 8, height: 8, limits: limits)
    for (uses, opacity) in [(11, 1.0), (3, 0.5)] {
      #expect(throws: SVGError.self) {
        try DrawnPicture(file: file(uses, opacity), width: 8, height: 8, limits: limits)
      }
    }
  }

  @Test(arguments: [("4", "4"), ("4", "4.00001"), ("4.00001", "4")])
  func `a gradient without a width has its last colour`(start: String, end: String) throws {
    let picture = try DrawnPicture(
      """
      <linearGradient id='g' gradientUnits='userSpaceOnUse' x1='\(start)' x2='\(end)'>
      <stop stop-color='red'/><stop offset='1' stop-color='green'/></linearGradient>
      <rect width='8' height='8' fill='url(#g)'/>
      """)
    #expect(Set(picture.pixels) == [green])
  }

  @Test(arguments: ["", "fx='.55'", "fx='.3' fy='.4' fr='.2'"])
  func `the first circle has the colour of the first of the stops at 0`(focus: String) throws {
    let radius = focus.contains("fr") ? "" : "fr='.25'"
    let picture = try DrawnPicture(
      """
      <radialGradient id='g' \(radius) \(focus)><stop stop-color='green'/><stop stop-color='red'/>
      <stop offset='1' stop-color='red'/></radialGradient>
      <rect width='32' height='32' fill='url(#g)'/>
      """, width: 32, height: 32)
    // The middle and the radius of the circle.
    let x = focus.contains("fx='.3'") ? 9.6 : focus.isEmpty ? 16 : 17.6
    let y = focus.contains("fy") ? 12.8 : 16
    let extent = focus.contains("fr") ? 6.4 : 8
    for place in DrawnPicture.places(0..<32, 0..<32) {
      let (dx, dy) = (Double(place.x) + 0.5 - x, Double(place.y) + 0.5 - y)
      let distance = (dx * dx + dy * dy).squareRoot() - extent
      // A table of 256 or more colours blends over a part of the way.
      guard abs(distance) > 0.5 else { continue }
      #expect(picture[place.x, place.y] == (distance < 0 ? green : red), "\(place)")
    }
  }
}
