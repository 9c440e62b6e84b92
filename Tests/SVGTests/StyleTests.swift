import SVG
import Testing

@Suite struct StyleTests {
  @Test(
    arguments: [
      ("#080", 0xFF00_8800), ("#008000", green), ("#0808", 0x8800_4900), ("rgb(0,128,0)", green),
      ("rgb(0% 50% 0%)", 0xFF00_8000), ("rgb(0 50% 0)", 0xFF00_8000),
      ("rgba(255, 0, 0, 50%)", 0x8080_0000),
      ("hsl(120, 100%, 25%)", 0xFF00_8000), ("hsl(0.5turn 100% 50% / .5)", 0x8000_8080),
      ("hsl(120 100 25)", 0xFF00_8000), ("hsl(120, calc(100%), 25%)", 0xFF00_8000),
      ("rgb(0 128 none)", green),
      ("rebeccapurple", 0xFF66_3399), ("  GREEN ", green), ("transparent", 0),
    ] as [(String, UInt32)])
  func `colours are read in CSS syntax`(text: String, pixel: UInt32) throws {
    let picture = try DrawnPicture("<rect width='8' height='8' fill='\(text)'/>")
    #expect(isNear(picture[4, 4], pixel), "\(text): \(picture[4, 4])")
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    "#", "#ab", "#ggg", "rgb(1,2)", "nocolour", "rgb(1,2,3", "red green", "rgb(0, 50%, 0)",
    "rgb(0,128,0/.5)",
    "rgba(0%, 128, 0%, .5)", "hsl(240, 100, 50)", "hsla(240, 100%, 50, 1)", "rgb(0, 0, none)",
    "rgba(0, 0, 255, none)",
  ])
  func `a colour that cannot be read is ignored`(text: String) throws {
    let picture = try DrawnPicture(
      "<g fill='green'><rect width='8' height='8' fill='\(text)'/></g>")
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: [
    ("url('#a(b)')", green), ("url( &quot;#a(b)&quot; )", green), ("url('#a b')", green),
    ("url( #c )", green), ("URL(#c)", green), ("url(#a b)", blue), ("url('#c)", blue),
    ("url('#c' x)", blue),
  ])
  func `an address has brackets and spaces in quotes alone`(reference: String, pixel: UInt32) throws
  {
    let stop = "<stop stop-color='green'/></linearGradient>"
    let picture = try DrawnPicture(
      """
      <linearGradient id='a(b)'>\(stop)<linearGradient id='a b'>\(stop)
      <linearGradient id='c'>\(stop)
      <g fill='blue'><rect width='8' height='8' fill="\(reference)"/></g>
      """)
    #expect(picture[4, 4] == pixel)
    #expect(picture.warnings.count == (pixel == blue ? 1 : 0))
  }

  @Test(arguments: [
    (":nth-child(2)", "b"), (":nth-child(odd)", "ac"), (":nth-child(even)", "b"),
    (":nth-child(-n + 2)", "ab"), (":nth-child(n+2)", "bc"), (":nth-last-child(1)", "c"),
    (":nth-child(2n)", "b"), (":nth-child(0)", ""), (":nth-child(-2n-1)", ""),
    (":nth-of-type(2)", "c"), (":first-of-type", "ab"), (":last-of-type", "bc"),
    (":only-of-type", "b"), (":first-child", "a"), (":last-child", "c"), (":only-child", ""),
    (":not(#b)", "ac"), (":not(#a, circle)", "c"), (":is(#a, #c)", "ac"), (":where(rect)", "ac"),
    (":not(:is(#a, :nth-child(2)))", "c"), (":not(g > rect)", "b"),
  ])
  func `places among siblings and selectors in brackets choose elements`(
    selector: String, chosen: String
  ) throws {
    let picture = try DrawnPicture(
      """
      <style>g > \(selector) { fill: green }</style><g fill='none'><rect id='a' width='2' height='8'/>
      <circle id='b' cx='4' r='1' cy='4'/><rect id='c' x='6' width='2' height='8'/></g>
      """)
    #expect(picture.warnings.isEmpty)
    for (name, x) in ["a": 1, "b": 4, "c": 7] {
      #expect((picture[x, 4] != 0) == chosen.contains(name), "\(selector) and \(name)")
    }
  }

  @Test func `selectors in brackets weigh as much as the strongest in them, and where() nothing`()
    throws
  {
    func pixel(_ rules: String) throws -> UInt32 {
      try DrawnPicture("<style>\(rules)</style><rect class='a' width='8' height='8'/>")[4, 4]
    }
    #expect(try pixel("rect:is(#a, rect) { fill: green } .a { fill: blue }") == green)
    #expect(try pixel("rect:not(#b) { fill: green } .a { fill: blue }") == green)
    #expect(try pixel("rect:where(#a, .a) { fill: blue } .a { fill: green }") == green)
  }

  @Test(arguments: [
    ":nth-child()", ":nth-child(x)", ":nth-child(99999999)", ":nth-child(-9223372036854775808)",
    ":not(", ":not()", ":is(a:b)",
    ":not(:not(:not(:not(:not(a)))))", ":has(:has(a))",
  ])
  func `unsupported selectors have a warning`(selector: String) throws {
    let picture = try DrawnPicture(
      "<style>\(selector) { fill: red }</style><rect width='8' height='8' fill='green'/>")
    #expect(picture[4, 4] == green)
    #expect(!picture.warnings.isEmpty)
  }

  @Test(arguments: [":nth-last-child(1)", ":first-child", ":only-of-type", ":nth-of-type(1)"])
  func `the root is the only one in its place`(selector: String) throws {
    let picture = try DrawnPicture(
      "<style>svg\(selector) { fill: green }</style><g/><rect width='8' height='8'/>")
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: ["normal stroke", "stroke normal", "stroke stroke", "stroke fill above"])
  func `a wrong order of paints is the usual one`(order: String) throws {
    let shape = "<path d='M4 0V8H12V0' fill='green' stroke='blue' stroke-width='8'"
    let picture = try DrawnPicture("\(shape) paint-order='\(order)'/>")
    #expect(try picture.pixels == DrawnPicture("\(shape)/>").pixels)
    #expect(picture.warnings.count == 1)
  }

  @Test func `the stronger of several declarations counts`() throws {
    func pixel(_ rules: String, _ attributes: String = "") throws -> UInt32 {
      try DrawnPicture(
        """
        <style>\(rules)</style>
        <g class='outer'><rect id='it' class='one two' width='8' height='8' fill='red' \(attributes)/></g>
        """)[4, 4]
    }
    #expect(try pixel("") == red)
    #expect(try pixel("rect { fill: green }") == green)
    #expect(try pixel("#it { fill: green } .one { fill: blue }") == green)
    #expect(try pixel(".one.two { fill: green } .one { fill: blue }") == green)
    #expect(try pixel("rect { fill: blue } rect { fill: green }") == green)
    #expect(try pixel("#it { fill: blue }", "style='fill: green'") == green)
    #expect(try pixel("rect { fill: green !important }", "style='fill: blue'") == green)
    #expect(try pixel("g rect { fill: green } rect { fill: blue }") == green)
    #expect(try pixel("svg > rect { fill: green }") == red)
    #expect(try pixel(".outer > rect { fill: green }") == green)
    #expect(try pixel("style + g > rect:first-child { fill: green }") == green)
    #expect(try pixel("[class~='two'] { fill: green }") == green)
    #expect(try pixel("/* rect { fill: blue } */ @media print { rect { fill: blue } }") == red)
    #expect(try pixel("circle, rect { fill: green }") == green)
  }

  @Test(arguments: [
    "/* fill: blue */ fill: green", "fill: green /* a; b: */; stroke: none",
    "fill: green; fill: color(new-space 0 0 1)",
    "fill: green; fill: color(new-space 0 0 1) !important",
    "fill: color(new-space 0 0 1) !important; fill: green",
  ])
  func `comments and colours of a newer kind leave what stands beside them`(style: String) throws {
    let picture = try DrawnPicture(
      "<rect width='8' height='8' fill='red' style='\(style)'/>")
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    ("stroke-width", "4 px", "4"), ("stroke-dasharray", "", "1"), ("stroke-dasharray", "1,,1", "1"),
    ("stroke-linecap", "circle", "square"), ("opacity", "50 %", "0.5"),
  ])
  func `a value that cannot be read leaves the next weaker one`(
    name: String, wrong: String, right: String
  ) throws {
    func pixels(_ attributes: String) throws -> [UInt32] {
      let picture = try DrawnPicture("<path d='M2 4H6' stroke='green' \(attributes)/>")
      #expect(picture.warnings.isEmpty)
      return picture.pixels
    }
    let expected = try pixels("\(name)='\(right)'")
    #expect(try pixels("\(name)='\(right)' style='\(name): \(wrong)'") == expected)
    #expect(try pixels("") != expected)
  }

  @Test func `a wrong size in a style leaves the attribute`() throws {
    for width in ["-4", "4 px", "four"] {
      let picture = try DrawnPicture(
        "<rect width='8' height='8' fill='green' style='width: \(width)'/>")
      #expect(picture.painted.count == 64)
    }
  }

  @Test(arguments: [
    ("calc(1px + 3px)", 4), ("calc(50%)", 4), ("calc(100% - 2 * (1px + 1px))", 6),
    ("min(6px, 4px)", 4), ("max(1px, 2px, 4px)", 4), ("clamp(1px, 9px, 4px)", 4),
    ("calc(8px / 2)", 4), ("50vw", 4), ("25vmax", 4), ("100vmin", 8), ("calc(4 / 0)", 0),
  ])
  func `lengths are calculated`(text: String, width: Int) throws {
    let picture = try DrawnPicture(
      "<rect width='\(text)' height='8' fill='green'/>", width: 16, height: 8)
    let percent = text.contains("%") || text.contains("vw") ? 2 : 1
    #expect(picture.painted.count == 8 * width * percent)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `parts of a font size are parts of the size around it`() throws {
    for size in ["50%", "calc(50%)", "calc(100% - 2px)", "0.5em"] {
      let picture = try DrawnPicture(
        "<g font-size='4'><g font-size='\(size)'><rect width='1em' height='8'/></g></g>", width: 16)
      #expect(picture.painted.count == 16)
    }
  }

  @Test func `words of style sheets take the place of a size`() throws {
    let word = "<rect width='8' height='8' style='width: initial'/>"
    #expect(try DrawnPicture(word).painted.isEmpty)
    let inherited = try DrawnPicture("<rect width='8' height='8' style='width: inherit'/>")
    #expect(inherited.warnings.count == 1)
  }

  @Test(arguments: [
    "calc(1px", "calc()", "min(1px 2px)", "calc(1px +)", "calc(9px -2px)", "calc(1px+ 2px)", "max",
    "clamp(1px,2px)",
  ])
  func `calculations that are wrong are named`(text: String) throws {
    let picture = try DrawnPicture("<rect width='\(text)' height='8' fill='green'/>")
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.count == 1)
  }

  @Test func `custom properties stand in the places of their uses`() throws {
    func pixel(_ style: String, _ content: String = "<rect width='8' height='8' class='it'/>")
      throws
      -> UInt32
    {
      try DrawnPicture("<style>\(style)</style><g style='--a: green'>\(content)</g>")[4, 4]
    }
    #expect(try pixel(".it { fill: var(--a) }") == green)
    #expect(try pixel(".it { fill: var(--b, blue) }") == blue)
    #expect(try pixel(".it { --b: var(--a); fill: var(--b) }") == green)
    #expect(try pixel(".it { --A: blue; fill: var(--a) }") == green)
    #expect(try pixel(".it { fill: red; fill: var(--b) }") == 0xFF00_0000)
    #expect(try pixel(".it { --b: var(--c); --c: var(--b); fill: var(--b, var(--a)) }") == green)
    #expect(try pixel(".it { --g: 128; fill: rgb(0, var(--g), 0) }") == green)
    #expect(try pixel("g { --b: blue }", "<rect width='8' height='8' fill='var(--b)'/>") == blue)
    let uses = "<g style='--a: blue'><rect width='8' height='8' style='fill: var(--b)'/></g>"
    #expect(try pixel("svg { --a: red; --b: var(--a) }", uses) == red)
    #expect(try pixel(".it { --a: initial; fill: var(--a, blue) }") == blue)
    #expect(try pixel(".it { --a: red; --a: inherit; --b: var(--a); fill: var(--b) }") == green)
    #expect(try pixel(".it { --b: var(--c, initial); fill: var(--b, blue) }") == blue)
    let long = String(repeating: " ", count: 1 << 16)
    #expect(try pixel(".it { --a: blue\(long)x; fill: var(--a, green) }") == green)
  }

  @Test func `places among many siblings are found at once, and conditions are counted`() throws {
    func draw(_ selector: String, _ content: String) throws -> DrawnPicture {
      var limits = SVGLimits()
      limits.ruleMatchCount = 200_000
      return try DrawnPicture(
        file: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>"
          + "<style>\(selector){fill:green}</style>\(content)</svg>", width: 8, height: 8,
        limits: limits)
    }
    let shapes =
      String(repeating: "<rect width='1' display='none'/>", count: 8999)
      + "<rect width='8' height='8'/>"
    for place in ["last-child", "last-of-type", "nth-child(9001)", "nth-of-type(9000)"] {
      #expect(try draw("rect:\(place)", shapes)[4, 4] == green)
    }
    #expect(try draw("rect + rect", shapes)[4, 4] == green)
    let many = "rect" + String(repeating: "[width]", count: 100)
    #expect(throws: SVGError.self) { try draw(many, shapes) }
  }

  @Test func `values that custom properties repeat are counted`() throws {
    var limits = SVGLimits()
    limits.ruleMatchCount = 100_000
    let value = String(repeating: "x", count: 60_000)
    let shapes = String(repeating: "<rect width='8' height='8'/>", count: 100)
    #expect(throws: SVGError.self) {
      try DrawnPicture(
        file: "<svg xmlns='http://www.w3.org/2000/svg'><style>svg{--a:\(value)}"
          + "rect{fill:var(--a)}</style>\(shapes)</svg>", width: 8, height: 8, limits: limits)
    }
  }

  @Test func `custom properties that grow by one another are refused`() throws {
    let rules = (0..<14).map { "--p\($0): var(--p\($0 + 1))var(--p\($0 + 1));" }.joined()
    var limits = SVGLimits()
    limits.ruleMatchCount = 100_000
    #expect(throws: SVGError.self) {
      try DrawnPicture(
        file: "<svg xmlns='http://www.w3.org/2000/svg' style='\(rules)--p14: a; fill: var(--p0)'/>",
        width: 8,
        height: 8, limits: limits)
    }
  }

  @Test(arguments: [
    ("<style media='screen'>rect { fill: green }</style>", true),
    ("<style media='print, all'>rect { fill: green }</style>", true),
    ("<style media='print'>rect { fill: green }</style>", false),
    ("<style>@media screen { rect { fill: green } } circle { fill: blue }</style>", true),
    ("<style>@MEDIA all{g{fill:blue}@media only screen{rect{fill:green}}}</style>", true),
    ("<style>@media speech { rect { fill: green } }</style>", false),
    ("<style>@media not print { rect { fill: green } }</style>", true),
    ("<style>@media (prefers-color-scheme: dark) { rect { fill: green } }</style>", false),
    (
      "<style>@media screen and (prefers-color-scheme: light) { rect { fill: green } }</style>",
      true
    ),
    ("<style>@media (min-width: 4px) and (max-width: 8px) { rect { fill: green } }</style>", true),
    ("<style>@media (min-width: 9px) { rect { fill: green } }</style>", false),
    ("<style>@media (future: 1) and (max-height: 2px) { rect { fill: green } }</style>", false),
    ("<style>@charset 'a'; @page { margin: 0 } rect { fill: green</style>", true),
    ("<style>rect:hover { fill: blue } rect:empty { fill: green }</style>", true),
    ("<style>@supports (fill: red) { rect { fill: green } }</style>", true),
    ("<style>@SUPPORTS (fill: blob) { rect { fill: green } }</style>", false),
    ("<style>@supports not (fill: red) { rect { fill: green } }</style>", false),
    ("<style>@supports (zoom: 2) or (--a: 0) { rect { fill: green } }</style>", true),
    ("<style>@supports (fill: red) and (zoom: 2) { rect { fill: green } }</style>", false),
    ("<style>@supports not ((x: 0) and (not (y: 0))) { rect { fill: green } }</style>", true),
    ("<style>@supports selector(g > rect) { rect { fill: green } }</style>", true),
    ("<style>@supports selector(:new(g)) { rect { fill: green } }</style>", false),
    ("<style>@supports font-tech(color-COLRv1) { rect { fill: green } }</style>", false),
    (
      "<style>@media screen { @supports (fill: red) { rect { fill: green } } }</style>", true
    ),
  ])
  func `rules for screens count, and those for other media do not`(sheet: String, counts: Bool)
    throws
  {
    let picture = try DrawnPicture(sheet + "<rect width='8' height='8' fill='red'/>")
    #expect(picture[4, 4] == (counts ? green : red))
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    "fill: red", "", "(fill: red) and (x: 0) or (y: 0)", "not", "(fill: red) (x: 0)", "(fill: red",
  ])
  func `rules of a condition that cannot be read are left out, and named`(condition: String) throws
  {
    let picture = try DrawnPicture(
      """
      <style>@supports \(condition) { rect { fill: blue } }</style>
      <rect width='8' height='8' fill='red'/>
      """)
    #expect(picture[4, 4] == red)
    #expect(picture.warnings.count == 1)
  }

  @Test func `names in selectors may have signs with a backslash`() throws {
    let picture = try DrawnPicture(
      """
      <style>#a\\:b { fill: green } .c\\.d { fill: blue } .\\31 0 { fill: green }</style>
      <rect id='a:b' width='2' height='8'/><rect class='c.d' x='2' width='2' height='8'/>
      <rect class='10' x='4' width='2' height='8'/>
      """)
    #expect([1, 3, 5].map { picture[$0, 4] } == [green, blue, green])
    #expect(picture.warnings.isEmpty)
  }

  @Test(
    arguments: [
      ("hwb(120 0% 50%)", 0xFF00_8000), ("hwb(0 80% 80%)", 0xFF80_8080),
      ("lab(46.277% -47.562 48.583)", 0xFF00_8000), ("lch(46.277% 67.989 134.384)", 0xFF00_8000),
      ("oklab(51.975% -.1403 .10768)", 0xFF00_8000),
      ("oklch(51.975% .17686 142.495deg)", 0xFF00_8000),
      ("color(srgb 0 .502 0)", 0xFF00_8000), ("color(srgb-linear 0 .2159 0)", 0xFF00_8000),
      ("color(display-p3 1 1 1 / 50%)", 0x8080_8080), ("color(xyz .9505 1 1.089)", 0xFFFF_FFFF),
      ("color-mix(in srgb, red, blue)", 0xFF80_0080),
      ("color-mix(in srgb, red 25%, blue)", 0xFF40_00BF),
      ("color-mix(in srgb, 20% red, blue 20%)", 0x6633_0033),
      ("color-mix(in oklab, white, black)", 0xFF63_6363),
      ("rgb(none 128 0)", 0xFF00_8000), ("rgb(0 128 0 / calc(1 / 2))", 0x8000_4000),
      ("light-dark(green, red)", 0xFF00_8000), ("CanvasText", 0xFF00_0000),
    ] as [(String, UInt32)])
  func `colours may be written in many spaces`(text: String, color: UInt32) throws {
    let picture = try DrawnPicture("<rect width='8' height='8' fill='\(text)'/>")
    #expect(isNear(picture[4, 4], color, within: 1), "\(String(picture[4, 4], radix: 16))")
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    "lab(1 2)", "color(foo 1 1 1)", "color-mix(in srgb, red)", "color-mix(in lab, red, blue)",
    "oklch(.5 .1 10px)", "color-mix(in srgb, red 0%, blue 0%)", "light-dark(red)",
  ])
  func `wrong functions of colours are named`(text: String) throws {
    let picture = try DrawnPicture("<rect width='8' height='8' fill='\(text)'/>")
    #expect(picture[4, 4] == 0xFF00_0000)
    #expect(picture.warnings.count == 1)
  }

  @Test func `media that depend on more than their kind are named`() throws {
    let picture = try DrawnPicture(
      """
      <style media='(prefers-taste: good)'>rect { fill: blue }</style>
      <style>@media screen and (width &lt; 9px) { rect { fill: blue } }</style>
      <rect width='8' height='8' fill='red'/>
      """)
    #expect(picture[4, 4] == red)
    #expect(picture.warnings.count == 2)
  }

  @Test(arguments: ["mask-image: url(#m)", "zoom: 2", "rotate: x 20deg", "all: initial"])
  func `an unsupported property of CSS has a warning`(style: String) throws {
    let picture = try DrawnPicture("<rect width='8' height='8' style='\(style)'/>")
    #expect(picture.warnings.count == 1)
  }

  @Test(arguments: ["0.5px", "0.5em", "0.5 0.5", "half"])
  func `an opacity is a number or a percentage`(text: String) throws {
    let picture = try DrawnPicture("<rect width='8' height='8' fill='red' opacity='\(text)'/>")
    #expect(picture[4, 4] == red)
    #expect(picture.warnings.count == 1)
  }

  @Test func `inherited properties come from the place where an element is shown`() throws {
    let picture = try DrawnPicture(
      """
      <defs fill='red'><rect id='r' width='4' height='4'/></defs>
      <use href='#r' fill='green'/><g color='blue' fill='currentColor'><use href='#r' x='4' y='4'/></g>
      """)
    #expect(picture[1, 1] == green)
    #expect(picture[5, 5] == blue)
  }

  @Test func `opacities of an element and of its paint multiply`() throws {
    let picture = try DrawnPicture(
      "<rect width='8' height='8' fill='#f008' fill-opacity='.5' opacity='50%'/>")
    #expect(isNear(picture[4, 4], 0x2222_0000))
  }

  @Test func `a group's opacity is that of all of it together`() throws {
    let picture = try DrawnPicture(
      """
      <g opacity='.5'><rect width='6' height='6' fill='red'/>
      <rect x='2' y='2' width='6' height='6' fill='blue'/></g>
      """)
    #expect(isNear(picture[1, 1], 0x8080_0000))
    #expect(isNear(picture[4, 4], 0x8000_0080))
  }

  @Test func `hidden elements keep their place, and those that are not displayed have none`() throws
  {
    let box =
      "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>"
    func columns(_ how: String) throws -> Set<Int> {
      let picture = try DrawnPicture(
        """
        \(box)<g clip-path='url(#c)'><rect width='8' height='8' \(how)/>
        <rect width='4' height='8' fill='red'/></g>
        """)
      return Set(picture.painted.map(\.x))
    }
    #expect(try columns("visibility='hidden'") == [0, 1, 2, 3])
    #expect(try columns("display='none'") == [0, 1])
  }
}
