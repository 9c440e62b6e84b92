// Long: a test for each primitive of filters, and for each rule of their regions and inputs.
import Foundation
import SVG
import Testing

@Suite struct FilterTests {
  @Test(arguments: ["svg", "symbol"])
  func `the filter of an inner viewport lies in the space of its content`(name: String) throws {
    let element =
      "<\(name) id='s' viewBox='0 0 2 2' filter='url(#f)'><rect width='1' height='2'/></\(name)>"
    let picture = try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='1' y='0' width='9' height='1'>
      <feFlood flood-color='green'/></filter>
      <defs>\(element)</defs><use href='#s' x='4' y='4' width='4' height='4'/>
      """)
    #expect(picture.painted == DrawnPicture.places(6..<8, 4..<6))
    #expect(picture[6, 4] == green)
  }

  /// Draws a square of 8 by 8 pixels in the middle of 24 by 24, with a filter of steps in user
  /// space.
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

  @Test func `a region of a negative size shows nothing`() throws {
    let region = try DrawnPicture(
      """
      <filter id='f' x='1' width='-1'><feFlood flood-color='red'/></filter>
      <rect x='2' y='2' width='4' height='4' filter='url(#f)'/>
      """)
    #expect(region.painted.isEmpty)
    let step = try drawn("<feFlood flood-color='red' x='12' y='8' width='-4' height='4'/>")
    #expect(step.painted.isEmpty)
    let mask = try DrawnPicture(
      """
      <mask id='m' x='1' width='-1' height='1'><rect width='8' height='8' fill='white'/></mask>
      <rect width='8' height='8' fill='red' mask='url(#m)'/>
      """)
    #expect(mask.painted.isEmpty)
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
    let negative = try drawn("<feGaussianBlur stdDeviation='2 -3'/>")
    #expect(negative.pixels == picture.pixels)
  }

  @Test func `noise of more than two frequencies is noise without any`() throws {
    #expect(try drawn("<feTurbulence baseFrequency='.1 .1 .1'/>").painted.isEmpty)
    let fractal = "<feTurbulence type='fractalNoise' color-interpolation-filters='sRGB'"
    let picture = try drawn(fractal + " baseFrequency='.1 .1 .1'/>")
    #expect(picture.pixels == (try drawn(fractal + "/>").pixels))
    // The middle of the range of each channel.
    #expect(isNear(picture[12, 12], 0x8040_4040))
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

  @Test func `a blend mode that is not known is the normal one`() throws {
    let picture = try DrawnPicture(
      """
      <filter id='f'><feFlood flood-color='green'/><feBlend in2='SourceGraphic' mode='x'/></filter>
      <rect width='8' height='8' fill='red' filter='url(#f)'/>
      """)
    #expect(isNear(picture[4, 4], green))
    #expect(picture.warnings.map(\.message) == ["'x' is not a value for mode"])
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

  @Test(arguments: ["<feWarp/>", "<feOffset in='FillPaint'/>", "<feOffset in='StrokePaint'/>"])
  func `a step or an input that is not known is named, and changes nothing`(step: String) throws {
    let picture = try drawn("<feOffset dx='4'/>" + step)
    #expect(picture.painted == DrawnPicture.places(12..<20, 8..<16))
    #expect(picture.warnings.count == 1)
    #expect(try drawn("<feWarp/>").painted.isEmpty)
  }

  @Test(arguments: [
    "<feConvolveMatrix order='2' kernelMatrix='1 2 3'/>", "<feConvolveMatrix order='20'/>",
  ])
  func `a filter with a kernel in error is named, and left out`(steps: String) throws {
    let picture = try drawn("<feOffset dx='4'/>" + steps)
    #expect(picture.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(picture.warnings.count == 1)
  }

  @Test func `a tile is repeated in the whole region`() throws {
    let picture = try drawn(
      "<feFlood flood-color='green' x='2' y='3' width='2' height='1'/><feOffset x='2' y='3' width='4' height='2'/><feTile/>"
    )
    for place in DrawnPicture.places(0..<24, 0..<24) {
      let isTile = (place.x + 2) % 4 < 2 && (place.y + 1) % 2 == 0
      #expect((picture[place.x, place.y] == green) == isTile, "\(place)")
    }
  }

  @Test func `a convolution kernel is applied rotated by 180 degrees`() throws {
    let picture = try drawn(
      "<feConvolveMatrix order='3 1' kernelMatrix='1 0 0' divisor='1' edgeMode='none'/>")
    // The first value belongs to the pixel to the right.
    #expect(picture.painted == DrawnPicture.places(7..<15, 8..<16))
    let sharp = try drawn(
      "<feConvolveMatrix order='3' kernelMatrix='0 -1 0 -1 5 -1 0 -1 0' preserveAlpha='true'/>")
    #expect(sharp.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(isNear(sharp[12, 12], green))
  }

  @Test func `a displacement takes pixels from where its map says`() throws {
    let picture = try drawn(
      """
      <feFlood flood-color='#ff8080' result='m'/>
      <feDisplacementMap in='SourceGraphic' in2='m' scale='8' xChannelSelector='R' yChannelSelector='G'/>
      """)
    #expect(picture.painted == DrawnPicture.places(4..<12, 8..<16))
  }

  @Test func `noise is the same at each size, and its tiles meet`() throws {
    let noise = "<feTurbulence type='fractalNoise' baseFrequency='.1' numOctaves='2' seed='5'/>"
    let picture = try drawn(noise)
    #expect(picture.painted.count > 500)
    #expect(Set(picture.pixels).count > 100)
    #expect(try drawn(noise).pixels == picture.pixels)
    #expect(try drawn(noise.replacing("seed='5'", with: "seed='6'")).pixels != picture.pixels)
    let large = try drawn(noise, scale: 2)
    for (x, y) in [(3, 4), (10, 9), (20, 17)] {
      #expect(isNear(large[2 * x, 2 * y], picture[x, y], within: 2))
    }
    // At points of the lattice there is no noise, which is half of the range.
    let one = try drawn(noise.replacing("numOctaves='2'", with: "numOctaves='1'"))
    #expect(one[0, 0] >> 24 == 0x80 || one[0, 0] >> 24 == 0x7F)
  }

  @Test func `light falls on what the alpha makes a surface of`() throws {
    let flat = try drawn(
      "<feFlood/><feDiffuseLighting lighting-color='lime'><feDistantLight elevation='30'/></feDiffuseLighting>"
    )
    // The sine of the elevation.
    #expect(isNear(flat[12, 12], 0xFF00_8000, within: 2))
    let edges = try drawn(
      "<feDiffuseLighting in='SourceAlpha' lighting-color='white'><feDistantLight elevation='45'/></feDiffuseLighting>"
    )
    #expect(edges[16, 12] & 255 > edges[12, 12] & 255)
    #expect(edges[7, 12] & 255 < edges[12, 12] & 255)
    let shine = try drawn(
      """
      <feFlood/><feSpecularLighting specularExponent='9' lighting-color='white'>
      <feSpotLight x='12' y='12' z='9' pointsAtX='12' pointsAtY='12' limitingConeAngle='30'/></feSpecularLighting>
      """)
    #expect(shine[12, 12] >> 24 > 240)
    #expect(shine[0, 0] == 0)
  }

  @Test func `an image of an element begins at the corner of the filter's region`() throws {
    let picture = try DrawnPicture(
      """
      <defs><rect id='s' width='3' height='2' fill='blue'/></defs>
      <filter id='f' filterUnits='userSpaceOnUse' x='6' y='7' width='12' height='12'><feImage href='#s'/></filter>
      <rect x='8' y='8' width='8' height='8' filter='url(#f)'/>
      """, width: 24, height: 24)
    #expect(picture.painted == DrawnPicture.places(6..<9, 7..<9))
  }

  @Test func `more than two numbers for a blur are none`() throws {
    let picture = try drawn("<feGaussianBlur stdDeviation='2 2 2'/>")
    #expect(picture.painted == DrawnPicture.places(8..<16, 8..<16))
  }

  @Test func `the picture behind an element has a warning, and is the result before`() throws {
    let picture = try drawn("<feOffset in='BackgroundImage' dx='4'/>")
    #expect(picture.painted == DrawnPicture.places(12..<20, 8..<16))
    #expect(
      picture.warnings.map(\.message) == [
        "BackgroundImage is not supported: the result of the step before it is used"
      ])
    let own = try drawn(
      "<feFlood width='8' result='BackgroundImage'/><feOffset in='BackgroundImage'/>")
    #expect(own.painted == DrawnPicture.places(0..<8, 0..<24))
    #expect(own.warnings.isEmpty)
  }

  @Test(arguments: [
    ("<g filter='url(#f)'/>", true), ("<svg filter='url(#f)'/>", true),
    ("<g id='e'/><use href='#e' filter='url(#f)'/>", true),
    ("<switch filter='url(#f)'><g/></switch>", true), ("<text filter='url(#f)'/>", false),
    ("<rect width='1' height='1' visibility='hidden' filter='url(#f)'/>", true),
    ("<rect width='0' height='8' filter='url(#f)'/>", false),
  ])
  func `a filter paints where a group or a hidden shape has nothing to show`(
    element: String, isPainted: Bool
  ) throws {
    let picture = try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='1' y='2' width='3' height='4'>
      <feFlood flood-color='green'/></filter>\(element)
      """)
    #expect(picture.painted == (isPainted ? DrawnPicture.places(1..<4, 2..<6) : []))
  }

  @Test func `an image is an element of the file, or another picture`() throws {
    #expect(try drawn("<feImage href='#s'/>").warnings.count == 1)
    let picture = try DrawnPicture(
      """
      <defs><rect id='s' width='3' height='2' fill='blue'/></defs>
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'><feImage href='#s' x='4' y='5'/></filter>
      <rect x='8' y='8' width='8' height='8' filter='url(#f)'/>
      """, width: 24, height: 24)
    #expect(picture.painted == DrawnPicture.places(4..<7, 5..<7))
    #expect(picture[5, 5] == blue)
    let data =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2' height='2'%3E%3Crect width='2' height='2' fill='blue'/%3E%3C/svg%3E"
    let other = try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'>
      <feImage href="\(data)" x='4' y='4' width='8' height='4'/></filter>
      <rect x='8' y='8' width='8' height='8' filter='url(#f)'/>
      """, width: 24, height: 24)
    #expect(other.painted == DrawnPicture.places(6..<10, 4..<8))
  }

  @Test(
    arguments: [
      ("luminosity", 0), ("color", 0xFF36_3636), ("hue", 0xFF36_3636), ("saturation", 0xFF36_3636),
    ] as [(String, UInt32)])
  func `modes of hue, saturation and luminosity blend as the W3C's formulas say`(
    mode: String, pixel: UInt32
  ) throws {
    // A gray source over blue and green, whose luminosity is .3 r + .59 g + .11 b.
    let picture = try drawn(
      "<feFlood flood-color='rgb(0,64,150)'/><feBlend in='SourceGraphic' mode='\(mode)'/>",
      fill: "#838383")
    if mode == "luminosity" {
      let levels = [16, 8, 0].map { Double(picture[12, 12] >> UInt32($0) & 255) }
      let luminosity = 0.3 * levels[0] + 0.59 * levels[1] + 0.11 * levels[2]
      #expect(abs(luminosity - 131) < 2)
      #expect(levels[2] > levels[0])
    } else {
      #expect(isNear(picture[12, 12], pixel, within: 2), "\(String(picture[12, 12], radix: 16))")
    }
  }

  // MARK: Functions of the property

  @Test(
    arguments: [
      ("grayscale(1)", 0xFFB6_B6B6), ("invert(1)", 0xFFFF_00FF), ("opacity(50%)", 0x8000_8000),
      ("brightness(50%)", 0xFF00_8000), ("contrast(0)", 0xFF80_8080), ("saturate(0)", 0xFFB6_B6B6),
      ("sepia(0)", 0xFF00_FF00), ("hue-rotate(360deg)", 0xFF00_FF00), ("none", 0xFF00_FF00),
      ("brightness(.5) invert(1)", 0xFFFF_7FFF),
    ] as [(String, UInt32)])
  func `functions change colours`(function: String, pixel: UInt32) throws {
    for content in ["filter='\(function)'", "style='filter: \(function)'"] {
      let picture = try DrawnPicture("<rect width='8' height='8' fill='lime' \(content)/>")
      #expect(isNear(picture[4, 4], pixel, within: 2), "\(String(picture[4, 4], radix: 16))")
      #expect(picture.warnings.isEmpty)
    }
  }

  @Test func `functions of shadows and blurs go beyond the element, one after the other`() throws {
    func picture(_ filter: String, _ attributes: String = "", scale: Int = 1) throws -> DrawnPicture
    {
      try DrawnPicture(
        "<g color='blue'><rect x='8' y='8' width='4' height='4' fill='green' style='filter:\(filter)' \(attributes)/></g>",
        width: 24, height: 24, scale: scale)
    }
    let square = DrawnPicture.places(8..<12, 8..<12)
    for filter in [
      "drop-shadow(4px 2px)", "drop-shadow(4px 2px 0 blue)", "drop-shadow(blue 4px 2px)",
    ] {
      let drawn = try picture(filter)
      #expect(drawn.painted == square.union(DrawnPicture.places(12..<16, 10..<14)))
      #expect(drawn[13, 11] == blue && drawn[9, 9] == green)
    }
    let large = try picture("drop-shadow(4px 2px)", scale: 2)
    #expect(large[26, 22] == blue)
    let twice = try picture("drop-shadow(4px 0 0 red) drop-shadow(0 4px 0 blue)")
    #expect(twice[13, 9] == red && twice[13, 13] == blue && twice[9, 13] == blue)
    let blurred = try picture("blur(1px)", "stroke='green' stroke-width='4'")
    #expect(blurred[4, 10] != 0)
    let sum = blurred.pixels.reduce(0) { $0 + Int($1 >> 24) }
    #expect(abs(sum - 64 * 255) < 64 * 255 / 50)
  }

  @Test func `a reference may stand among functions`() throws {
    let picture = try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'><feOffset dx='4'/></filter>
      <rect x='8' y='8' width='4' height='4' fill='lime' filter='invert(1) url(#f) invert(1)'/>
      """, width: 24, height: 24)
    #expect(picture.painted == DrawnPicture.places(12..<16, 8..<12))
    #expect(isNear(picture[13, 9], 0xFF00_FF00))
  }

  @Test(arguments: [
    "blur(-1px)", "blur(10%)", "brightness(-1)", "grow(2)", "drop-shadow(2px)", "blur(4px) less",
    "drop-shadow(1px red 1px)", "hue-rotate(3px)",
    "hue-rotate(90)",
  ])
  func `a wrong function leaves all of the property out`(filter: String) throws {
    let picture = try DrawnPicture(
      "<rect width='8' height='8' fill='green' style='filter:invert(1) \(filter)'/>")
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.count == 1)
  }

  @Test func `a large region has as many pixels as the picture shows`() throws {
    let picture = try DrawnPicture(
      """
      <filter id='f' x='-9' y='-9' width='90' height='90'><feOffset dx='4'/></filter>
      <rect x='8' y='8' width='8' height='8' fill='green' filter='url(#f)'/>
      """, width: 24, height: 24, scale: 20)
    #expect(picture.warnings.isEmpty)
    #expect(picture[239, 200] == 0 && picture[240, 200] == green)
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

  @Test func `each filter step counts, for any area and each use of the filter`() throws {
    let merges = String(repeating: "<feMergeNode in='SourceGraphic'/>", count: 70_000)
    let many = try drawn("<feMerge>\(merges)</feMerge>")
    #expect(many.painted == DrawnPicture.places(8..<16, 8..<16))
    #expect(
      many.warnings.map(\.message) == [
        "the element's filter is not drawn: the filters have too many pixels"
      ])
    let steps = String(repeating: "<feOffset/>", count: 3000) + "<feWarp/>"
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

  @Test(arguments: [3, 4])
  func `filters within each other are bounded together`(depth: Int) throws {
    let region = "filterUnits='userSpaceOnUse' x='0' y='0' width='24' height='24'"
    let filters = (0..<depth).map {
      "<filter id='f\($0)' \(region)><feImage href='#r\($0 + 1)'/></filter>"
        + "<rect id='r\($0)' width='20' height='20' fill='red' filter='url(#f\($0))'/>"
    }
    let picture = try DrawnPicture(
      file: """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><defs>\(filters.joined())
        <rect id='r\(depth)' width='20' height='20' fill='green'/></defs><use href='#r0'/></svg>
        """, width: 1990, height: 1990)
    #expect((picture[10, 10] == green) == (depth < 4))
    #expect(picture.warnings.count == (depth < 4 ? 0 : 1))
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

  @Test func `noise is stitched at the edge of its tile, also of a huge one`() throws {
    _ = try drawn(
      "<feTurbulence baseFrequency='1e6' stitchTiles='stitch' x='-1e15' width='1e15'/>")
    // 49 times a 49th is below 1. Both edges of the only cell have the same gradient, so that a
    // point on one edge is as far above the mean as the opposite point is below it.
    let picture = try DrawnPicture(
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='98' height='2'
        color-interpolation-filters='sRGB'>
      <feTurbulence type='fractalNoise' baseFrequency='.02' seed='3' stitchTiles='stitch'
        x='0' y='0' width='49' height='49'/></filter>
      <rect width='98' height='2' filter='url(#f)'/>
      """, width: 98, height: 2)
    let alphas = (1..<49).map { Int(picture[$0, 0] >> 24) }
    #expect(zip(alphas, alphas.reversed()).allSatisfy { abs($0 + $1 - 255) <= 2 }, "\(alphas)")
    #expect(Set(alphas).count > 5)
  }

  @Test func `a filter's step cannot show the filtered element itself`() throws {
    let picture = try DrawnPicture(
      """
      <filter id='f'><feImage href='#r'/><feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge></filter>
      <rect id='r' width='8' height='8' fill='green' filter='url(#f)'/>
      """)
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.map(\.message) == ["feImage of '#r' within itself is not drawn"])
  }

  @Test func `an element in a filter's step has the style of its own place`() throws {
    let picture = try DrawnPicture(
      """
      <defs fill='blue'><rect id='s' width='4' height='8'/>
      <rect id='t' width='8' height='8' fill='context-fill'/>
      <g id='u' filter='url(#g)'><rect width='8' height='8'/></g></defs>
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='8' height='8'><feImage href='#s'/></filter>
      <filter id='g' filterUnits='userSpaceOnUse' x='0' y='0' width='8' height='8'><feImage href='#t'/></filter>
      <rect width='8' height='8' fill='red' filter='url(#f)'/><use href='#u' fill='red'/>
      """)
    #expect(picture.painted == DrawnPicture.places(0..<4, 0..<8))
    #expect(picture[2, 4] == blue)
  }

  @Test func `words of functions stand between white space of all kinds`() throws {
    let picture = try DrawnPicture(
      """
      <rect width='2' height='2' style='filter:drop-shadow(4px\n2px\t0 blue)'/>
      <rect y='6' width='2' height='2' style='fill:color-mix(in srgb, red\n25%, blue)'/>
      """)
    #expect(picture.painted.isSuperset(of: DrawnPicture.places(4..<6, 2..<4)))
    #expect(picture[5, 3] == blue && picture[1, 7] == 0xFF40_00BF)
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: ["1e15", "-1e15", "1e9 1e-9", "nan", ""])
  func `extreme numbers are bounded`(number: String) throws {
    _ = try drawn(
      """
      <feGaussianBlur stdDeviation='\(number)'/><feOffset dx='\(number)' dy='\(number)'/>
      <feMorphology radius='\(number)'/>
      <feComposite in2='SourceGraphic' operator='arithmetic' k1='\(number)' k2='\(number)'/>
      <feComponentTransfer><feFuncR type='gamma' exponent='\(number)' offset='\(number)'/>
      </feComponentTransfer><feFlood x='\(number)' width='\(number)'/>
      """, attributes: "transform='scale(\(number))'")
  }

  @Test func `lengths in style sheets have units, and those of attributes need none`() throws {
    let shape = "<rect x='12' y='12' width='8' height='8'"
    let plain = DrawnPicture.places(12..<20, 12..<20)
    for value in ["blur(1)", "drop-shadow(4 4)", "drop-shadow(4px 4px 1)"] {
      let picture = try DrawnPicture("\(shape) style='filter: \(value)'/>", width: 32, height: 32)
      #expect(picture.painted == plain, "\(value)")
      #expect(picture.warnings.count == 1, "\(value)")
      let other = try DrawnPicture("\(shape) filter='\(value)'/>", width: 32, height: 32)
      #expect(other.painted.isStrictSuperset(of: plain), "\(value)")
      #expect(other.warnings.isEmpty, "\(value)")
    }
    let moved = try DrawnPicture(
      "\(shape) style='filter: drop-shadow(0 4px)'/>", width: 32, height: 32)
    #expect(moved.painted == DrawnPicture.places(12..<20, 12..<24))
  }
}
