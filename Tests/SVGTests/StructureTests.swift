import Geometry
import SVG
import Testing

@Suite struct StructureTests {
  private let namespace = "xmlns='http://www.w3.org/2000/svg'"

  @Test func `a view box is fitted, and centred by default`() throws {
    func columns(_ ratio: String) throws -> Set<Int> {
      let picture = try DrawnPicture(
        file: """
          <svg \(namespace) width='8' height='4' viewBox='0 0 4 4' \(ratio)>
          <rect width='4' height='4'/></svg>
          """, width: 8, height: 4)
      return Set(picture.painted.map(\.x))
    }
    #expect(try columns("") == [2, 3, 4, 5])
    #expect(try columns("preserveAspectRatio='xMinYMin'") == [0, 1, 2, 3])
    #expect(try columns("preserveAspectRatio='xMaxYMid meet'") == [4, 5, 6, 7])
    #expect(try columns("preserveAspectRatio='none'") == Set(0..<8))
    #expect(try columns("preserveAspectRatio='xMidYMid slice'") == Set(0..<8))
    #expect(try columns("preserveAspectRatio='xMinYMin none'") == [2, 3, 4, 5])
  }

  @Test func `a picture is fitted into another shape, and cut off beside it`() throws {
    let picture = try DrawnPicture(
      file: "<svg \(namespace) width='4' height='4'><rect x='-4' width='12' height='4'/></svg>",
      width: 16, height: 8)
    #expect(picture.painted == DrawnPicture.places(4..<12, 0..<8))
  }

  @Test func `a picture's size is what it says, or its view box`() throws {
    func size(_ attributes: String) throws -> [Double] {
      let size = try SVGPicture(Array("<svg \(namespace) \(attributes)/>".utf8)).size
      return [size.width, size.height]
    }
    #expect(try size("width='1in' height='20'") == [96, 20])
    #expect(try size("viewBox='1 2 30 40'") == [30, 40])
    #expect(try size("width='4em' height='2rem' font-size='10'") == [40, 20])
    #expect(try size("width='4em' height='20' style='font-size: 5px'") == [20, 20])
    #expect(try size("viewBox='0 0 30 40' width='60'") == [60, 80])
    #expect(try size("viewBox='0 0 30 40' width='50%' height='100%'") == [15, 40])
    #expect(try size("") == [300, 150])
    #expect(try size("width='0' height='10'") == [0, 0])
    #expect(try size("width='9' height='9' style='width: 30px; height: 40px'") == [30, 40])
  }

  @Test func `transforms are applied from the last to the first`() throws {
    let picture = try DrawnPicture(
      "<rect width='1' height='1' transform='translate(2,3) scale(2 1)'/>")
    #expect(picture.painted == DrawnPicture.places(2..<4, 3..<4))
  }

  @Test(arguments: [
    "rotate(90 4 4)", "matrix(0 1 -1 0 8 0)", "translate(8)rotate( 90 )",
    "scale(1, 1) rotate(90,4,4)", "translate(8-1) translate(0+1)rotate(90)",
  ])
  func `a quarter turn brings the right to the bottom`(transform: String) throws {
    let picture = try DrawnPicture(
      "<rect x='6' width='2' height='8' transform='\(transform)'/>")
    #expect(picture.painted == DrawnPicture.places(0..<8, 6..<8))
  }

  @Test func `an origin moves a transform`() throws {
    let picture = try DrawnPicture(
      "<rect x='6' width='2' height='8' transform='rotate(90)' transform-origin='center 50%'/>")
    #expect(picture.painted == DrawnPicture.places(0..<8, 6..<8))
  }

  @Test func `an origin may be calculated`() throws {
    let picture = try DrawnPicture(
      """
      <rect x='6' width='2' height='8' transform='rotate(90)'
        transform-origin='calc(50% + 1px - 1px) 4'/>
      """)
    #expect(picture.painted == DrawnPicture.places(0..<8, 6..<8))
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: ["8 8 0%", "8 8 left", "8 8 8 8"])
  func `a wrong origin counts as none`(origin: String) throws {
    let shape = "<rect x='6' width='2' height='8' transform='scale(0.5)' transform-origin="
    let picture = try DrawnPicture(shape + "'\(origin)'/>")
    #expect(picture.painted == DrawnPicture.places(3..<4, 0..<4))
    #expect(picture.warnings.count == 1)
    let right = try DrawnPicture(shape + "'8 8 8px'/>")
    #expect(right.painted == DrawnPicture.places(7..<8, 4..<8))
    #expect(right.warnings.isEmpty)
  }

  @Test(arguments: ["top 8", "8 left"])
  func `a length of an origin stands at its own place`(origin: String) throws {
    let picture = try DrawnPicture(
      "<rect x='6' width='2' height='8' transform='scale(0.5)' transform-origin='\(origin)'/>")
    #expect(picture.painted == DrawnPicture.places(3..<4, 0..<4))
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: [
    ("transform-box: fill-box; transform-origin: center", 2..<6),
    ("transform-box: fill-box; transform-origin: 100% 100%", 1..<5),
    ("transform-box: content-box", 3..<7),
  ])
  func `an origin may be measured by the element's own box`(style: String, side: Range<Int>) throws
  {
    let attributes = "transform='scale(2)' style='\(style)'"
    // Each has the box from 3 to 5.
    let contents = [
      "<rect x='3' y='3' width='2' height='2' \(attributes)/>",
      "<g \(attributes)><rect x='3' y='3' width='2' height='1'/><path d='M3 4h2v1h-2z'/></g>",
      "<clipPath id='c'><rect x='3' y='3' width='2' height='2' \(attributes)/></clipPath>"
        + "<rect width='8' height='8' clip-path='url(#c)'/>",
      "<defs><rect id='r' x='1' y='2' width='2' height='2'/></defs>"
        + "<use href='#r' x='2' y='1' \(attributes)/>",
      "<defs><rect id='r' x='1' y='2' width='2' height='2'/></defs>"
        + "<clipPath id='c'><use href='#r' x='2' y='1' \(attributes)/></clipPath>"
        + "<rect width='8' height='8' clip-path='url(#c)'/>",
    ]
    for content in contents {
      let picture = try DrawnPicture(content)
      #expect(picture.painted == DrawnPicture.places(side, side))
      #expect(picture.warnings.isEmpty)
    }
  }

  @Test(arguments: [
    "transform: translate(2px, 50%)", "transform: translate(.125em, 4px)", "translate: 2px 4px",
    "translate: 25% 50%", "transform: translate3d(2px, 4px, 0)",
    "transform: translateX(2px) translateY(4px)",
    "transform: matrix3d(1,0,0,0, 0,1,0,0, 0,0,1,0, 2,4,0,1)",
    "transform-box: fill-box; transform: translate(100%, 200%)",
    "rotate: 90deg; transform-box: fill-box; transform-origin: center; translate: 2px 4px",
    "scale: 50% .5; transform: translate(4px, 8px) scale(2)",
  ])
  func `transforms of style sheets have units, percentages and properties of their own`(
    style: String
  ) throws {
    let picture = try DrawnPicture("<rect width='2' height='2' style='\(style)'/>")
    #expect(picture.painted == DrawnPicture.places(2..<4, 4..<6))
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a box with the stroke in it is an origin, too`() throws {
    let picture = try DrawnPicture(
      """
      <rect x='3' y='3' width='2' height='2' stroke='black' stroke-width='2'
        style='transform-box:stroke-box;transform-origin:0 0;transform:scale(.5)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(2..<4, 2..<4))
  }

  @Test func `an element without a box shows its children alone, with inherited properties`()
    throws
  {
    let picture = try DrawnPicture(
      """
      <g style='display: contents; opacity: .5' fill='green' transform='translate(4 4)'><rect width='2' height='2'/></g>
      <svg x='4' style='display: contents'><rect x='4' width='2' height='2' fill='blue'/></svg>
      """)
    #expect(picture[1, 1] == green && picture[5, 1] == blue)
    #expect(picture.painted.count == 8)
  }

  @Test(arguments: ["scale(,2)", "translate(2,)", "translate(,2,2)"])
  func `a comma without a number on both sides voids a list of transforms`(
    transform: String
  ) throws {
    let picture = try DrawnPicture("<rect width='2' height='2' transform='\(transform)'/>")
    #expect(picture.painted == DrawnPicture.places(0..<2, 0..<2))
    #expect(picture.warnings.count == 1)
  }

  @Test func `nested pictures cut off what is outside of them`() throws {
    let content = "<rect x='-9' y='-9' width='20' height='20'/>"
    func painted(_ overflow: String) throws -> Set<Place> {
      try DrawnPicture("<svg x='2' y='2' width='50%' height='2' \(overflow)>\(content)</svg>")
        .painted
    }
    #expect(try painted("") == DrawnPicture.places(2..<6, 2..<4))
    #expect(try painted("overflow='visible'") == DrawnPicture.places(0..<8, 0..<8))
    // Of the whole picture it is visible.
    #expect(try painted("overflow='inherit'") == DrawnPicture.places(0..<8, 0..<8))
  }

  @Test func `a nested picture of a negative width has that of the picture around`() throws {
    let picture = try DrawnPicture(
      "<svg width='-3' height='4'><rect width='9' height='9' fill='red'/></svg>")
    #expect(picture.painted == DrawnPicture.places(0..<8, 0..<4))
    #expect(picture.warnings.map(\.message) == ["width is negative"])
  }

  @Test func `a symbol shows where it is used, in the size of the use`() throws {
    let picture = try DrawnPicture(
      """
      <symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1' fill='red'/></symbol>
      <use href='#s' x='1' y='1' width='2' height='2'/>
      <use xmlns:l='http://www.w3.org/1999/xlink' l:href='#s' x='4' y='5' width='3' height='3'/>
      """)
    #expect(
      picture.painted
        == DrawnPicture.places(1..<3, 1..<3).union(DrawnPicture.places(4..<7, 5..<8)))
  }

  @Test func `a symbol has its own place and size where the use has none`() throws {
    func painted(_ use: String) throws -> Set<Place> {
      try DrawnPicture(
        """
        <symbol id='s' x='2' y='25%' width='4' height='3' viewBox='0 0 1 1'
          preserveAspectRatio='none'><rect width='1' height='1'/></symbol>
        <use href='#s' \(use)/>
        """
      ).painted
    }
    #expect(try painted("") == DrawnPicture.places(2..<6, 2..<5))
    #expect(try painted("x='1' height='4'") == DrawnPicture.places(3..<7, 2..<6))
  }

  @Test(arguments: ["clip-path='url(#c)'", "mask='url(#m)'"])
  func `an inner viewport is cut in the space of its content`(attribute: String) throws {
    let stencils =
      "<clipPath id='c'><rect width='1' height='9'/></clipPath>"
      + "<mask id='m'><rect width='1' height='9' fill='white'/></mask>"
    for content in [
      "<svg x='2' width='4' height='4' viewBox='0 0 2 2' \(attribute)><rect width='9' height='9'/></svg>",
      "<symbol id='s' viewBox='0 0 2 2' \(attribute)><rect width='9' height='9'/></symbol>"
        + "<use href='#s' x='2' width='4' height='4'/>",
    ] {
      let picture = try DrawnPicture(stencils + content)
      #expect(picture.painted == DrawnPicture.places(2..<4, 0..<4))
    }
  }

  @Test(arguments: ["clip-path='url(#c)'", "mask='url(#m)'", "style='clip-path: url(#c)'"])
  func `clips and masks move with the element that is used`(attribute: String) throws {
    let picture = try DrawnPicture(
      """
      <defs><rect id='r' width='8' height='8'/><clipPath id='c'><rect width='2' height='3'/></clipPath>
      <mask id='m' maskUnits='userSpaceOnUse' width='8' height='8'>
        <rect width='2' height='3' fill='white'/></mask></defs>
      <use href='#r' x='3' y='4' \(attribute)/>
      """)
    #expect(picture.painted == DrawnPicture.places(3..<5, 4..<7))
  }

  @Test func `a clip's own clip moves with the element that it uses`() throws {
    let picture = try DrawnPicture(
      """
      <defs><rect id='r' width='8' height='8'/><clipPath id='d'><rect width='2' height='3'/></clipPath>
      <clipPath id='c'><use href='#r' x='3' y='4' clip-path='url(#d)'/></clipPath></defs>
      <rect width='8' height='8' clip-path='url(#c)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(3..<5, 4..<7))
  }

  @Test(arguments: [
    "translate(2px)", "translate(10%)", "translateX(2)", "TRANSLATE(2)", "rotate(90deg)",
    "rotate(.25turn)", "skew(30)", "scale3d(2, 2, 1)", "scale(50%)",
  ])
  func `an attribute has no transforms of style sheets`(transform: String) throws {
    let shape = "<rect width='4' height='4' fill='red'"
    let picture = try DrawnPicture("\(shape) transform='\(transform)'/>")
    #expect(picture.painted == DrawnPicture.places(0..<4, 0..<4))
    #expect(picture.warnings.count == 1)
    let gradient = try DrawnPicture(
      """
      <linearGradient id='g' gradientTransform='\(transform)'><stop stop-color='red'/>
      <stop offset='1' stop-color='blue'/></linearGradient>
      <rect width='4' height='4' fill='url(#g)'/>
      """)
    #expect(gradient.warnings.count == 1)
  }

  @Test func `a reference point of a symbol moves nothing, and is named`() throws {
    let picture = try DrawnPicture(
      "<symbol id='s' refX='2'><rect width='4' height='8'/></symbol><use href='#s' x='2'/>")
    #expect(picture.painted == DrawnPicture.places(2..<6, 0..<8))
    #expect(picture.warnings.count == 1)
  }

  @Test func `a style may have what an attribute of the same text may not`() throws {
    let picture = try DrawnPicture(
      """
      <rect width='4' height='4' fill='red' transform='translate(2px)' \
      style='transform: translate(2px)'/>
      """)
    #expect(picture.painted == DrawnPicture.places(2..<6, 0..<4))
    #expect(picture.warnings.isEmpty)
  }

  @Test func `symbols and markers are shown by references, displayed or not`() throws {
    let picture = try DrawnPicture(
      """
      <symbol id='s' display='none'><rect width='2' height='2'/></symbol><use href='#s'/>
      <marker id='m' display='none'><rect width='1' height='1'/></marker>
      <path d='M4 4V5' marker-start='url(#m)'/>
      """)
    #expect(
      picture.painted
        == DrawnPicture.places(0..<2, 0..<2).union(DrawnPicture.places(4..<5, 4..<5)))
  }

  @Test func `an element that uses itself is left out with a warning`() throws {
    let picture = try DrawnPicture(
      "<g id='a'><rect width='2' height='2'/><use href='#b'/></g><g id='b'><use href='#a'/></g>")
    #expect(picture.painted == DrawnPicture.places(0..<2, 0..<2))
    #expect(!picture.warnings.isEmpty)
  }

  @Test func `a switch shows the first of its children that is possible`() throws {
    let picture = try DrawnPicture(
      """
      <switch><rect width='8' height='8' fill='red' systemLanguage='fr'/>
      <rect width='8' height='8' fill='blue' requiredExtensions='http://example.org/'/>
      <rect width='8' height='8' fill='green'/><rect width='8' height='8' fill='red'/></switch>
      """)
    #expect(picture[4, 4] == green)
  }

  @Test func `a switch that chooses definitions shows nothing`() throws {
    let rect = "<rect width='8' height='8'/>"
    for name in ["defs", "linearGradient", "symbol", "clipPath"] {
      let picture = try DrawnPicture("<switch><\(name)/>\(rect)</switch>")
      #expect(picture.painted.isEmpty)
      #expect(picture.warnings.isEmpty)
    }
    for name in ["title", "desc", "style"] {
      #expect(try DrawnPicture("<switch><\(name)/>\(rect)</switch>").painted.count == 64)
    }
  }

  @Test func `a switch shows what stands in for a foreign object`() throws {
    let foreign =
      "<foreignObject width='8' height='8'><div xmlns='http://example.org/'/></foreignObject>"
    let picture = try DrawnPicture(
      "<switch>\(foreign)<rect width='8' height='8' fill='green'/></switch>")
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.isEmpty)
    #expect(try DrawnPicture("<switch>\(foreign)</switch>").warnings.count == 1)
    let other = "<foreignObject requiredExtensions='http://example.org/'/>"
    #expect(try DrawnPicture("<switch>\(other)</switch>").warnings.isEmpty)
  }

  @Test func `elements of other namespaces are ignored`() throws {
    let picture = try DrawnPicture(
      "<o:rect xmlns:o='http://example.org/' width='8' height='8'/><metadata><a/></metadata>")
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `the root's own colour lies behind all`() throws {
    let picture = try DrawnPicture(
      file:
        "<svg \(namespace) viewBox='0 0 4 4' style='background-color:#00f'><rect width='2' height='4' fill='red'/></svg>",
      width: 4, height: 4)
    #expect(picture[1, 1] == red)
    #expect(picture[3, 1] == blue)
  }

  @Test func `places of uses may stand in styles, but not sizes, nor those of viewports`() throws {
    let picture = try DrawnPicture(
      """
      <svg style='x: 1px; width: 2px' height='2'><rect width='8' height='8'/></svg>
      <defs><rect id='a' width='2' height='2'/></defs><use href='#a' x='7' style='x: 4px; y: 50%'/>
      <symbol id='b'><rect width='8' height='8'/></symbol>
      <use href='#b' y='7' width='1' style='width: 4px'/>
      """)
    #expect(
      picture.painted
        == DrawnPicture.places(0..<8, 0..<2).union(DrawnPicture.places(4..<6, 4..<6))
        .union(DrawnPicture.places(0..<1, 7..<8)))
    #expect(picture.warnings.count == 3)
  }
}
