import Foundation
import SVG
import Testing

@Suite struct FilterTests {
  /// Draws a square of 8 by 8 pixels in the middle of 24 by 24, with a filter of steps in user space.
  private func drawn(
    _ steps: String, fill: String = "green", attributes: String = "", scale: Int = 1
  ) throws -> DrawnPicture {
    try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'
        color-interpolation-filters='sRGB' \(attributes)>\(steps)</filter>
      <rect x='8' y='8' width='8' height='8' fill='\(fill)' filter='url(#f)'/>
      """, width: 24, height: 24, scale: scale)
  }

  @Test func `an offset moves the element, to pixels of the size at which it is drawn`() throws {
    let picture = try drawn("<feOffset dx='4' dy='-2'/>")
    #expect(picture.painted == DrawnPicture.places(12..<20, 6..<14))
    #expect(picture[15, 10] == green)
    let large = try drawn("<feOffset dx='4' dy='-2'/>", scale: 2)
    #expect(large.painted == DrawnPicture.places(24..<40, 12..<28))
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a blur keeps the sum of the alpha, and is the same to all sides`() throws {
    for deviation in ["1", "2.5"] {
      let picture = try drawn("<feGaussianBlur stdDeviation='\(deviation)'/>", fill: "black")
      let sum = picture.pixels.reduce(0) { $0 + Int($1 >> 24) }
      #expect(abs(sum - 64 * 255) < 64 * 255 / 50, "\(deviation): \(sum)")
      for (x, y) in [(7, 12), (5, 10), (6, 6)] {
        #expect(isNear(picture[x, y], picture[23 - x, y], within: 2))
        #expect(isNear(picture[x, y], picture[y, x], within: 2))
      }
      // The edge lies where half of the function does.
      #expect((0x60...0x90).contains((picture[7, 12] >> 24) / 2 + (picture[8, 12] >> 24) / 2))
    }
  }

  @Test func `a blur may have one direction alone`() throws {
    let picture = try drawn("<feGaussianBlur stdDeviation='2 0'/>")
    #expect(picture[5, 12] != 0)
    #expect(picture[12, 7] == 0)
  }

  @Test
  func `a drop shadow lies behind the element, as one step and as the steps of drawing programs`()
    throws
  {
    let one = try drawn(
      "<feDropShadow dx='4' dy='4' stdDeviation='0' flood-color='blue' flood-opacity='.5'/>")
    let many = try drawn(
      """
      <feFlood flood-opacity='0' result='BackgroundImageFix'/>
      <feColorMatrix in='SourceAlpha' values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0' result='hardAlpha'/>
      <feOffset dx='4' dy='4'/><feGaussianBlur stdDeviation='0'/>
      <feComposite in2='hardAlpha' operator='out'/>
      <feColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 .5 0'/>
      <feBlend in2='BackgroundImageFix' result='shadow'/>
      <feBlend in='SourceGraphic' in2='shadow' result='shape'/>
      """)
    #expect(one[10, 10] == green)
    #expect(isNear(one[18, 18], 0x8000_0080))
    #expect(
      one.painted
        == DrawnPicture.places(8..<16, 8..<16).union(DrawnPicture.places(12..<20, 12..<20)))
    for (index, pixel) in one.pixels.enumerated() {
      #expect(isNear(many.pixels[index], pixel, within: 1))
    }
  }

  @Test func `an inner shadow lies on the element alone`() throws {
    let picture = try drawn(
      """
      <feColorMatrix in='SourceAlpha' values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0' result='hardAlpha'/>
      <feOffset dx='2'/><feComposite in2='hardAlpha' operator='arithmetic' k2='-1' k3='1'/>
      <feColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 1 0'/>
      <feBlend in2='SourceGraphic'/>
      """)
    #expect(picture.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(isNear(picture[8, 12], blue))
    #expect(isNear(picture[9, 12], blue))
    #expect(isNear(picture[10, 12], green))
  }

  @Test func `colours change by light unless the filter says otherwise`() throws {
    let half = "<feComponentTransfer><feFuncG type='linear' slope='.5'/></feComponentTransfer>"
    #expect(isNear(try drawn(half, fill: "#0f0")[12, 12], 0xFF00_8000))
    let light = half.replacing(
      "<feComponentTransfer", with: "<feComponentTransfer color-interpolation-filters='linearRGB'")
    #expect(isNear(try drawn(light, fill: "#0f0")[12, 12], 0xFF00_BC00))
  }

  @Test(
    arguments: [
      ("<feFlood flood-color='red'/><feComposite in2='SourceGraphic' operator='in'/>", 0xFFFF_0000),
      ("<feFlood flood-color='red'/><feComposite in2='SourceGraphic' operator='out'/>", 0),
      ("<feFlood flood-color='red'/><feBlend in2='SourceGraphic' mode='screen'/>", 0xFFFF_8000),
      ("<feFlood flood-color='red'/><feBlend in2='SourceGraphic' mode='multiply'/>", 0xFF00_0000),
      ("<feColorMatrix type='saturate' values='0'/>", 0xFF5C_5C5C),
      ("<feColorMatrix type='hueRotate' values='360'/>", green),
      ("<feColorMatrix type='luminanceToAlpha'/>", 0x5C00_0000),
      (
        "<feComponentTransfer><feFuncA type='discrete' tableValues='1 .5'/></feComponentTransfer>",
        0x8000_4000
      ),
      (
        "<feComponentTransfer><feFuncG type='table' tableValues='1 1 0'/></feComponentTransfer>",
        0xFF00_FE00
      ),
      (
        "<feComponentTransfer><feFuncG type='gamma' amplitude='0' exponent='-1'/></feComponentTransfer>",
        0xFF00_0000
      ),
      (
        "<feMerge><feMergeNode in='SourceAlpha'/><feMergeNode in='SourceGraphic'/></feMerge>", green
      ),
      ("<feOffset in='nothing' result='a'/>", green),
      ("", 0),
    ] as [(String, UInt32)])
  func `steps change colours as the specification says`(steps: String, pixel: UInt32) throws {
    let picture = try drawn(steps)
    #expect(isNear(picture[12, 12], pixel, within: 2), "\(steps): \(picture[12, 12])")
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a shape grows and shrinks by pixels`() throws {
    let grown = try drawn("<feMorphology operator='dilate' radius='2 1'/>")
    #expect(grown.painted == DrawnPicture.places(6..<18, 7..<17))
    let shrunk = try drawn("<feMorphology radius='2'/>")
    #expect(shrunk.painted == DrawnPicture.places(10..<14, 10..<14))
  }

  @Test func `regions of the filter and of its steps cut the result`() throws {
    let step = try drawn("<feFlood flood-color='green' x='2' y='4' width='3' height='5'/>")
    #expect(step.painted == DrawnPicture.places(2..<5, 4..<9))
    let boxed = try DrawnPicture(
      """
      <filter id='f' x='0' y='0' width='1' height='50%'><feOffset/></filter>
      <rect x='8' y='8' width='8' height='8' fill='green' style='filter: url(#f)'/>
      """, width: 24, height: 24)
    #expect(boxed.painted == DrawnPicture.places(8..<16, 8..<12))
  }

  @Test(arguments: [
    "<feTurbulence/>", "<feImage href='#a'/>", "<feBlend mode='hue' in2='SourceGraphic'/>",
    "<feOffset in='FillPaint'/>",
  ])
  func `a filter with a step that is not known is named, and left out`(steps: String) throws {
    let picture = try drawn("<feOffset dx='4'/>" + steps)
    #expect(picture.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(picture.warnings.count == 1)
  }

  @Test func `filters that would take too many pixels are named`() throws {
    var limits = SVGLimits()
    limits.filterPixelCount = 4096
    let file = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>
      <filter id='f'><feOffset dx='4'/></filter>
      <rect width='20' height='20' fill='green' filter='url(#f)'/></svg>
      """
    let picture = try DrawnPicture(file: file, width: 48, height: 48, limits: limits)
    #expect(picture[1, 1] == green)
    #expect(picture.warnings.count == 1)
    let small = try DrawnPicture(file: file, width: 12, height: 12, limits: limits)
    #expect(small[0, 1] == 0)
    #expect(small.warnings.isEmpty)
  }

  @Test func `each step counts, however small the area and whoever shares the filter`() throws {
    let merges = String(repeating: "<feMergeNode in='SourceGraphic'/>", count: 70_000)
    let many = try drawn("<feMerge>\(merges)</feMerge>")
    #expect(many.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(
      many.warnings.map(\.message) == [
        "the element's filter is not drawn: the filters have too many pixels"
      ])
    let steps = String(repeating: "<feOffset/>", count: 3000) + "<feTile/>"
    let rects = String(repeating: "<rect width='4' height='4' filter='url(#g)'/>", count: 3000)
    let shared = try DrawnPicture("<filter id='g'>\(steps)</filter>\(rects)")
    #expect(shared[1, 1] != 0 && !shared.warnings.isEmpty)
  }

  @Test func `results that later steps read are bounded together`() throws {
    let floods = (0..<5).map { "<feFlood result='r\($0)'/>" }.joined()
    let merge = (0..<5).map { "<feMergeNode in='r\($0)'/>" }.joined()
    func file(_ steps: String) -> String {
      """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'>\(steps)</filter>
      <rect width='20' height='20' fill='green' filter='url(#f)'/></svg>
      """
    }
    let large = try DrawnPicture(
      file: file(floods + "<feMerge>\(merge)</feMerge>"), width: 1990, height: 1990)
    #expect(large[10, 10] == green && large.warnings.count == 1)
    let unread = try DrawnPicture(file: file(floods + "<feFlood/>"), width: 1990, height: 1990)
    #expect(unread[10, 10] == 0xFF00_0000 && unread.warnings.isEmpty)
  }

  @Test func `colours stay in their range between steps`() throws {
    let tiny = try drawn(
      "<feGaussianBlur stdDeviation='1e-170'/><feGaussianBlur stdDeviation='9'/>", fill: "black")
    let one = try drawn("<feGaussianBlur stdDeviation='9'/>", fill: "black")
    #expect(tiny.pixels == one.pixels)
    _ = try drawn(
      """
      <feFlood/><feGaussianBlur stdDeviation="1.83 0" result="b"/>
      <feComposite in="SourceGraphic" in2="SourceGraphic" operator="arithmetic" k4="0.99999970197678" result="a"/>
      <feComposite in="a" in2="b" operator="xor"/>
      <feComponentTransfer><feFuncR type="discrete" tableValues="1"/></feComponentTransfer>
      """)
  }

  @Test func `sizes of fonts that grow without end are bounded`() throws {
    let open = String(repeating: "<g font-size='1e15em'>", count: 22)
    let close = String(repeating: "</g>", count: 22)
    let picture = try DrawnPicture(
      """
      \(open)<filter id='f'><feFlood x='0em'/></filter>\(close)
      <rect width='4' height='4' filter='url(#f)'/>
      """)
    #expect(picture[1, 1] != 0)
  }

  @Test func `a filter in a picture in the file has the picture's pixels`() throws {
    let inner = """
      <svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><filter id='f'><feOffset/></filter>
      <rect x='1.25' y='1.25' width='1.5' height='1.5' fill='green' filter='url(#f)'/></svg>
      """
    let escaped = [("#", "%23"), ("<", "%3C"), (">", "%3E"), ("\n", " ")].reduce(inner) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    let picture = try DrawnPicture(
      "<image width='96' height='96' href=\"data:image/svg+xml,\(escaped)\"/>", width: 96,
      height: 96)
    #expect(picture.painted == DrawnPicture.places(30..<66, 30..<66))
    #expect(picture[31, 31] == green)
  }

  @Test(arguments: ["1e15", "-1e15", "1e9 1e-9", "nan", ""])
  func `numbers out of all measure are bounded`(number: String) throws {
    _ = try drawn(
      """
      <feGaussianBlur stdDeviation='\(number)'/><feOffset dx='\(number)' dy='\(number)'/>
      <feMorphology radius='\(number)'/>
      <feComposite in2='SourceGraphic' operator='arithmetic' k1='\(number)' k2='\(number)'/>
      <feComponentTransfer><feFuncR type='gamma' exponent='\(number)' offset='\(number)'/>
      </feComponentTransfer><feFlood x='\(number)' width='\(number)'/>
      """, attributes: "transform='scale(\(number))'")
  }
}
