import SVG
import Testing

@Suite struct StrokeTests {
  @Test func `dashes begin at the offset, and an odd list of lengths is repeated`() throws {
    let picture = try DrawnPicture(
      """
      <path d='M0 4h8' stroke='red' stroke-width='2' stroke-dasharray='2' stroke-dashoffset='1'/>
      """)
    #expect(Set(picture.painted.map(\.x)) == [0, 3, 4, 7])
  }

  @Test func `a negative length of a dash makes the line solid`() throws {
    let picture = try DrawnPicture(
      "<path d='M0 4h8' stroke='red' stroke-width='2' stroke-dasharray='2 -1'/>")
    #expect(picture.painted == DrawnPicture.places(0..<8, 3..<5))
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: ["2,", ",2", "2,,2"])
  func `dashes with a comma too many make the line solid`(dashes: String) throws {
    let picture = try DrawnPicture(
      "<path d='M0 4h8' stroke='red' stroke-width='2' stroke-dasharray='\(dashes)'/>")
    #expect(picture.painted == DrawnPicture.places(0..<8, 3..<5))
    #expect(picture.warnings.count == 1)
  }

  @Test func `a corner that is drawn as a mitre is named`() throws {
    let picture = try DrawnPicture(
      "<path d='M1 7V1h6' fill='none' stroke='red' stroke-linejoin='arcs'/>")
    #expect(picture.warnings.count == 1)
  }

  @Test func `a clipped mitre is cut off at the limit`() throws {
    func drawn(_ data: String, _ limit: String, _ join: String) throws -> DrawnPicture {
      let picture = try DrawnPicture(
        """
        <path d='\(data)' fill='none' stroke='red' stroke-width='2' stroke-linejoin='\(join)'
          stroke-miterlimit='\(limit)'/>
        """)
      #expect(picture.warnings.isEmpty)
      return picture
    }
    // One unit from the vertex: a triangle of (2 − √2)² / 2 is missing.
    for data in ["M2 8V2H8", "M8 2H2V8"] {
      #expect(isNear(try drawn(data, "1", "miter-clip")[1, 1], 0xD3D3_0000, within: 2))
      #expect(
        try drawn(data, "1.5", "miter-clip").pixels == drawn(data, "1.5", "miter").pixels)
    }
    // A mitre without an end is a rectangle.
    let turn = try drawn("M2 4h3h-3", "2", "miter-clip")
    #expect(turn.painted == DrawnPicture.places(2..<7, 3..<5))
    // The stroke of a fixed width has the same corners.
    let fixed = try DrawnPicture(
      """
      <path transform='scale(.5)' d='M4 8h6h-6' fill='none' stroke='red' stroke-width='2'
        stroke-linejoin='miter-clip' stroke-miterlimit='2' vector-effect='non-scaling-stroke'/>
      """)
    #expect(fixed.painted == turn.painted)
  }

  @Test func `dashes are measured by the path's own length`() throws {
    let picture = try DrawnPicture(
      "<path d='M0 4h8' pathLength='4' stroke='red' stroke-width='2' stroke-dasharray='1'/>")
    #expect(Set(picture.painted.map(\.x)) == [0, 1, 4, 5])
  }

  @Test func `a stroke that does not scale keeps its width`() throws {
    let picture = try DrawnPicture(
      """
      <g transform='scale(1 4)'><path d='M2 1h4' stroke='red' stroke-width='2'
        vector-effect='non-scaling-stroke'/></g>
      """)
    #expect(picture.painted == DrawnPicture.places(2..<6, 3..<5))
  }

  @Test func `square caps reach half the width beyond the ends`() throws {
    let picture = try DrawnPicture(
      "<path d='M3 4h2' stroke='red' stroke-width='2' stroke-linecap='square'/>")
    #expect(picture.painted == DrawnPicture.places(2..<6, 3..<5))
  }

  @Test func `a corner below the limit is mitred, and above it bevelled`() throws {
    func corner(_ limit: String) throws -> UInt32 {
      // A right angle has a miter of √2 widths.
      try DrawnPicture(
        "<path d='M2 8V2H8' fill='none' stroke='red' stroke-width='2' stroke-miterlimit='\(limit)'/>"
      )[1, 1]
    }
    #expect(try corner("1.5") == red)
    #expect(isNear(try corner("1"), 0x8080_0000))
    // Below 1 all corners are bevelled; a negative limit is none.
    #expect(try corner("0.5") == corner("1") && corner("0") == corner("1"))
    #expect(try corner("-1") == red)
  }

  @Test func `fill, stroke and markers follow the paint order`() throws {
    func drawn(_ order: String) throws -> DrawnPicture {
      try DrawnPicture(
        """
        <rect x='2' y='2' width='4' height='4' fill='red' stroke='blue' stroke-width='2'
          paint-order='\(order)'/>
        """)
    }
    #expect(try drawn("normal")[2, 2] == blue)
    #expect(try drawn("stroke")[2, 2] == red)
    #expect(try drawn("stroke")[1, 1] == blue)
    // An invalid order has no effect.
    #expect(try drawn("stroke nothing")[2, 2] == blue)
  }

  @Test(arguments: ["stroke='red' vector-effect='non-scaling-stroke'", "stroke='url(#g)'"])
  func `the dashes of strokes that are cut beforehand count`(stroke: String) {
    func file(_ dash: Double) -> String {
      """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><linearGradient id='g'
      gradientUnits='userSpaceOnUse'><stop/><stop offset='1' stop-color='red'/></linearGradient>
      <path d='M1 1H7' \(stroke) stroke-dasharray='\(dash)'/></svg>
      """
    }
    var limits = SVGLimits()
    limits.segmentCount = 40
    // Three dashes, and sixty.
    #expect(throws: Never.self) {
      try DrawnPicture(file: file(1), width: 8, height: 8, limits: limits)
    }
    #expect(throws: SVGError.self) {
      try DrawnPicture(file: file(0.05), width: 8, height: 8, limits: limits)
    }
  }

  @Test func `a path with a pathLength of 0 has one endless dash`() throws {
    let line = "<path d='M0 4H8' stroke='green' stroke-width='2' stroke-dasharray='1'"
    #expect(try DrawnPicture("\(line) pathLength='0'/>").painted.count == 16)
    #expect(try DrawnPicture("\(line)/>").painted.count == 8)
  }

  @Test(arguments: ["M4 4z", "M4 4h0", "M4 4C4 4 4 4 4 4", "M4 4h0v0z"])
  func `a dashed line without a length shows no caps`(data: String) throws {
    let line = "<path d='\(data)' stroke='red' stroke-width='4' stroke-linecap='square'"
    #expect(
      try DrawnPicture("\(line)/>").painted == DrawnPicture.places(2..<6, 2..<6))
    #expect(try DrawnPicture("\(line) stroke-dasharray='1 2'/>").painted.isEmpty)
    // Other parts of the path stay.
    let others = try DrawnPicture(
      "<path d='\(data)M0 0h8' stroke='red' stroke-width='2' stroke-dasharray='8'/>")
    #expect(others.painted == DrawnPicture.places(0..<8, 0..<1))
  }
}
