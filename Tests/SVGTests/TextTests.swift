// Long: a test for each property of texts, and for each rule of their order.
import SVG
import Testing

/// Texts in any font that the machine has: the comparisons do not depend on its outlines.
@Suite struct TextTests {
  private func drawn(_ content: String) throws -> DrawnPicture {
    let picture = try DrawnPicture(
      "<g font-family='sans-serif' font-size='16' fill='green'>\(content)</g>", width: 96,
      height: 40)
    #expect(picture.warnings.isEmpty, "\(picture.warnings)")
    return picture
  }

  private func columns(_ picture: DrawnPicture) -> ClosedRange<Int> {
    let columns = picture.painted.map(\.x)
    return (columns.min() ?? 0)...(columns.max() ?? 0)
  }

  private func rows(_ picture: DrawnPicture) -> ClosedRange<Int> {
    let rows = picture.painted.map(\.y)
    return (rows.min() ?? 0)...(rows.max() ?? 0)
  }

  @Test func `a text stands on its baseline, in the colour of its fill`() throws {
    let picture = try drawn("<text x='10' y='30'>HHH</text>")
    #expect(picture.painted.count > 60)
    #expect(picture.pixels.contains(green))
    #expect(10...12 ~= columns(picture).lowerBound)
    #expect(rows(picture).upperBound == 29)
    #expect(16...22 ~= rows(picture).lowerBound)
  }

  @Test func `the anchor is at the start, in the middle or at the end of each line`() throws {
    let start = columns(try drawn("<text x='48' y='30'>HHH</text>"))
    let middle = columns(try drawn("<text x='48' y='30' text-anchor='middle'>HHH</text>"))
    let end = columns(try drawn("<text x='48' y='30' style='text-anchor:end'>HHH</text>"))
    #expect(start.lowerBound >= 48)
    #expect(end.upperBound <= 48)
    #expect(abs(middle.lowerBound + middle.upperBound - 95) <= 2)
    let lines = try drawn(
      "<text text-anchor='end'><tspan x='90' y='15'>H</tspan><tspan x='40' y='38'>HH</tspan></text>"
    )
    #expect(try #require(lines.painted.filter { $0.y < 20 }.map(\.x).max()) <= 90)
    #expect(try #require(lines.painted.filter { $0.y > 20 }.map(\.x).max()) <= 40)
  }

  @Test func `parts go on where the text before them ends, with one space for many`() throws {
    let whole = try drawn("<text x='4' y='30'>HH HH</text>")
    let parts = try drawn(
      "<text x='4' y='30'>\n  HH\n <tspan> HH  </tspan>\n</text>")
    #expect(parts.painted == whole.painted)
    let kept = try drawn("<text x='4' y='30' xml:space='preserve'>HH   HH</text>")
    #expect(columns(kept).upperBound > columns(whole).upperBound + 3)
    let around = try drawn("<g xml:space='preserve'><text x='4' y='30'>HH   HH</text></g>")
    #expect(around.painted == kept.painted)
    // Only the white space of XML counts.
    let wide = try drawn("<text x='4' y='30'>HH&#x2003;&#x2003;HH</text>")
    #expect(columns(wide).upperBound > columns(whole).upperBound + 3)
  }

  @Test func `glyphs that overlap have no holes, whatever the rule of fills around`() throws {
    let usual = try drawn("<text x='4' y='30' letter-spacing='-6'>OOOO</text>")
    let even = try drawn(
      "<g fill-rule='evenodd'><text x='4' y='30' letter-spacing='-6'>OOOO</text></g>")
    #expect(even.pixels == usual.pixels)
  }

  @Test func `a text of very many characters is cut off with a warning`() throws {
    let picture = try DrawnPicture(
      "<text x='0' y='6' font-size='1'>\(String(repeating: "a", count: 5000))</text>")
    #expect(picture.warnings.contains { $0.message.contains("4096 characters") })
  }

  @Test func `characters have places and distances of their own`() throws {
    let one = try drawn("<text x='4 24 64' y='20 20 36'>HHH</text>")
    let three = try drawn(
      "<text x='4' y='20'>H</text><text x='24' y='20'>H</text><text x='64' y='36'>H</text>")
    #expect(one.painted == three.painted)
    let moved = try drawn("<text x='4' y='20' dx='6' dy='.5em'>H</text>")
    #expect(try moved.painted == drawn("<text x='10' y='28'>H</text>").painted)
    let spaced = try drawn("<text x='4' y='20' letter-spacing='10'>HH</text>")
    let plain = try drawn("<text x='4' y='20'>HH</text>")
    #expect(columns(spaced).upperBound == columns(plain).upperBound + 10)
  }

  @Test func `sizes, weights and styles are those of the element`() throws {
    let plain = try drawn("<text x='4' y='30'>HHH</text>")
    let large = try drawn("<text x='4' y='30' font-size='24px'>HHH</text>")
    let bold = try drawn("<text x='4' y='30'><tspan font-weight='bold'>HHH</tspan></text>")
    #expect(rows(large).lowerBound < rows(plain).lowerBound - 4)
    func ink(_ picture: DrawnPicture) -> Int { picture.pixels.reduce(0) { $0 + Int($1 >> 24) } }
    #expect(ink(bold) > ink(plain) * 11 / 10)
  }

  @Test func `the property font stands for several`() throws {
    let parts = "font-style:italic;font-weight:bold;font-size:20px;font-family:serif"
    let whole = try drawn("<text x='4' y='30' style='\(parts)'>HH</text>")
    for font in [
      "italic bold 20px serif", "700 italic 20px/1.5 serif", "bold oblique 20px / 2 serif",
    ] {
      let picture = try drawn("<text x='4' y='30' style='font: \(font)'>HH</text>")
      #expect(picture.painted == whole.painted, "\(font)")
    }
    let plain = try drawn("<text x='4' y='30'>HH</text>")
    for font in ["bold", "20px", "bold 20 serif", "20px/2"] {
      let picture = try drawn("<text x='4' y='30' style='font: \(font)'>HH</text>")
      #expect(picture.painted == plain.painted, "\(font)")
    }
  }

  @Test func `paints are measured by the text's own box`() throws {
    let picture = try drawn(
      """
      <linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/>
      </linearGradient><text x='4' y='30' font-size='24' fill='url(#g)'>HHHH</text>
      """)
    let solid = columns(picture)
    let last = picture.painted.filter { picture[$0.x, $0.y] == red }.map(\.x).max() ?? 0
    #expect(abs(last - (solid.lowerBound + solid.upperBound) / 2) <= 3)
    #expect(picture.pixels.contains(blue))
    let stroked = try drawn(
      "<text x='4' y='30' fill='none' stroke='blue' stroke-width='2'>H</text>")
    #expect(stroked.pixels.contains(blue))
  }

  @Test func `a baseline may be another line of the characters`() throws {
    let middle = rows(try drawn("<text x='4' y='20' dominant-baseline='central'>H</text>"))
    #expect(abs(middle.lowerBound + middle.upperBound - 40) <= 4)
    #expect(
      rows(try drawn("<text x='4' y='20' dominant-baseline='hanging'>H</text>")).lowerBound >= 18)
  }

  @Test func `a clip may be a text`() throws {
    let picture = try drawn(
      """
      <clipPath id='c'><text x='4' y='30'>HHH</text></clipPath>
      <rect width='96' height='40' clip-path='url(#c)'/>
      """)
    #expect(try picture.painted == drawn("<text x='4' y='30'>HHH</text>").painted)
  }

  @Test func `letters keep their kerning where their parts or shifts end`() throws {
    func last(_ content: String) throws -> Int {
      let picture = try DrawnPicture(
        "<text x='4' y='30' font-family='sans-serif' font-size='24'>\(content)</text>",
        width: 96, height: 40)
      return columns(picture).upperBound
    }
    let together = try last("AVAV")
    for parts in [
      "A<tspan fill='red'>V</tspan>A<tspan fill='red'>V</tspan>",
      "A<tspan dy='2'>V</tspan><tspan dy='-2'>A</tspan>V",
    ] {
      #expect(abs(try last(parts) - together) <= 1, "\(parts)")
    }
    // Letters of different fonts have no kerning with each other.
    let apart = try last("<tspan style='font-kerning: none'>AVAV</tspan>")
    #expect(try last("<tspan text-rendering='optimizeSpeed'>AVAV</tspan>") == apart)
    let other = "<tspan font-size='24.001'>V</tspan>"
    #expect(abs(try last("A\(other)A\(other)") - apart) <= 1)
    #expect(together <= apart)
  }

  @Test func `hidden parts keep their place`() throws {
    let picture = try drawn("<text x='4' y='30'><tspan visibility='hidden'>HH</tspan>H</text>")
    #expect(columns(picture).lowerBound > 20)
    let away = try drawn("<text x='4' y='30'><tspan display='none'>HH</tspan>H</text>")
    #expect(columns(away).lowerBound < 8)
  }

  @Test(arguments: ["systemLanguage='de'", "requiredExtensions='x'"])
  func `parts whose conditions are not met are no part of the text`(condition: String) throws {
    let picture = try drawn("<text x='4' y='30'>H<tspan \(condition)>HH</tspan>H</text>")
    #expect(picture.pixels == (try drawn("<text x='4' y='30'>HH</text>").pixels))
    let met = try drawn("<text x='4' y='30'>H<a systemLanguage='en'>HH</a>H</text>")
    #expect(columns(met).upperBound > columns(picture).upperBound + 10)
  }

  // MARK: Lines, spacing and shifts

  @Test func `lines are drawn under, over and through characters, as wide as these`() throws {
    let plain = try drawn("<text x='4' y='24'>HHH</text>")
    func extra(_ attributes: String) throws -> [Int] {
      let picture = try drawn("<text x='4' y='24' \(attributes)>HHH</text>")
      return Set(picture.painted.subtracting(plain.painted).map(\.y)).sorted()
    }
    let under = try extra("text-decoration='underline'")
    #expect(under.first.map { 24...25 ~= $0 } == true && under.count <= 3)
    let over = try extra("style='text-decoration: overline'")
    #expect(over.last.map { $0 < 12 } == true && over.count <= 3)
    #expect(try extra("style='text-decoration-line: line-through'").allSatisfy { 14...20 ~= $0 })
    #expect(try extra("text-decoration='none'").isEmpty)
  }

  @Test func `a repeated decoration line is ignored, and all lines count`() throws {
    let words = String(repeating: "underline ", count: 1000)
    let twice = try DrawnPicture(
      """
      <g font-family='sans-serif' font-size='16' fill='green'>
      <text x='4' y='24' text-decoration='\(words)'>HHH</text></g>
      """, width: 96, height: 40)
    #expect(twice.painted == (try drawn("<text x='4' y='24'>HHH</text>")).painted)
    #expect(twice.warnings.count == 1)
    var limits = SVGLimits()
    limits.segmentCount = 4000
    func file(_ attributes: String) -> String {
      """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 40'><g \(attributes)><g \(attributes)>
      <text y='24' rotate='1'>\(String(repeating: "-", count: 60))</text></g></g></svg>
      """
    }
    _ = try DrawnPicture(file: file(""), width: 96, height: 40, limits: limits)
    #expect(throws: SVGError.self) {
      try DrawnPicture(
        file: file("text-decoration='underline overline line-through'"), width: 96, height: 40,
        limits: limits)
    }
  }

  @Test func `lines have the paint and the place of the element that asks for them`() throws {
    let picture = try DrawnPicture(
      """
      <g font-family='sans-serif' font-size='16' text-decoration='underline' fill='blue'>
      <text x='4' y='24'>H<tspan fill='green' font-size='8'>HH</tspan></text></g>
      """, width: 96, height: 40)
    let line = picture.painted.filter { $0.y == 25 }
    #expect(line.count > 15)
    #expect(line.allSatisfy { picture[$0.x, $0.y] & 0xFF00 == 0 })
    #expect(picture.pixels.contains { $0 & 0xFF00 > 0x4000 })
  }

  @Test func `spaces of words and of letters come from elements around`() throws {
    let plain = columns(try drawn("<text x='4' y='30'>H H H</text>"))
    let wide = columns(try drawn("<g word-spacing='8'><text x='4' y='30'>H H H</text></g>"))
    #expect(wide.upperBound == plain.upperBound + 16)
    let letters = columns(try drawn("<g letter-spacing='2'><text x='4' y='30'>HHHHH</text></g>"))
    #expect(
      letters.upperBound == columns(try drawn("<text x='4' y='30'>HHHHH</text>")).upperBound + 8)
  }

  @Test func `baselines are shifted by lengths, and of elements in one another together`() throws {
    let plain = rows(try drawn("<text x='4' y='30'>H</text>"))
    for (shift, distance) in [("5", -5), ("-25%", 4), ("baseline", 0)] {
      let shifted = rows(
        try drawn("<text x='4' y='30'><tspan baseline-shift='\(shift)'>H</tspan></text>"))
      #expect(shifted.upperBound == plain.upperBound + distance, "\(shift)")
    }
    let both = rows(
      try drawn(
        "<text x='4' y='30'><tspan baseline-shift='3'><tspan style='baseline-shift:4px'>H</tspan></tspan></text>"
      ))
    #expect(both.upperBound == plain.upperBound - 7)
    let above = rows(try drawn("<text x='4' y='30'><tspan baseline-shift='super'>H</tspan></text>"))
    #expect(plain.upperBound - 12...plain.upperBound - 6 ~= above.upperBound)
  }

  @Test func `letters are changed to capitals, large and small`() throws {
    let capitals = try drawn("<text x='4' y='30'>AB CD</text>").painted
    #expect(
      try drawn("<g style='text-transform: uppercase'><text x='4' y='30'>ab cd</text></g>").painted
        == capitals)
    #expect(
      try drawn("<text x='4' y='30' style='text-transform: capitalize'>ab cd</text>").painted
        == drawn("<text x='4' y='30'>Ab Cd</text>").painted)
    let small = try drawn("<g font-variant='small-caps'><text x='4' y='30'>Hh</text></g>")
    let first = small.painted.filter { $0.x < 14 }.map(\.y).min() ?? 0
    let second = small.painted.filter { $0.x > 18 }.map(\.y).min() ?? 0
    #expect(second > first + 2)
  }

  // MARK: Places

  @Test func `characters are turned, the last angle counts for all behind it`() throws {
    let turned = try drawn("<text x='20' y='30' rotate='90'>H</text>")
    #expect(columns(turned).lowerBound >= 19)
    #expect(rows(turned).lowerBound >= 29)
    let list = try drawn("<text x='4' y='30' rotate='0 45'>HHH</text>")
    let each = try drawn("<text x='4' y='30' rotate='0 45 45'>HHH</text>")
    #expect(list.painted == each.painted)
    #expect(list.painted != (try drawn("<text x='4' y='30'>HHH</text>").painted))
  }

  @Test func `letters without kerning stand where their advances bring them`() throws {
    let kerned = columns(try drawn("<text x='4' y='30'>AVAVAV</text>"))
    for attributes in ["", "rotate='0'"] {
      let apart = columns(
        try drawn("<text x='4' y='30' \(attributes) style='font-kerning: none'>AVAVAV</text>"))
      #expect(apart.upperBound > kerned.upperBound)
    }
  }

  @Test func `an inner element's shift takes the place of an outer one's`() throws {
    let one = try drawn("<text x='4' y='30'><tspan dx='3' dy='-4'>H</tspan>H</text>")
    let two = try drawn("<text x='4' y='30' dx='9' dy='7'><tspan dx='3' dy='-4'>H</tspan>H</text>")
    #expect(one.painted == two.painted)
  }

  @Test func `places are counted by the code points of characters, and the first of each counts`()
    throws
  {
    let plain = try drawn("<text x='4 24 64' y='30'>HHH</text>")
    // The accent takes the second value, so that the last value belongs to the letter behind it.
    let accent = try drawn("<text x='4 99 24 64' y='30'>H\u{30C}HH</text>")
    #expect(plain.painted.filter { $0.x >= 20 } == accent.painted.filter { $0.x >= 20 })
    // A character beyond the basic plane is one code point.
    let bold = try drawn("<text x='4 24 64' y='30'>\u{1D400}HH</text>")
    #expect(plain.painted.filter { $0.x >= 22 } == bold.painted.filter { $0.x >= 22 })
    let turned = try drawn("<text x='4 99 24 64' y='30' rotate='0 45 0'>H\u{30C}HH</text>")
    #expect(turned.painted == accent.painted)
  }

  @Test func `a text has its textLength, by spaces or by its letters`() throws {
    for adjust in ["spacing", "spacingAndGlyphs"] {
      let picture = try drawn(
        "<text x='4' y='30' textLength='80' lengthAdjust='\(adjust)'>HHH</text>")
      #expect(79...85 ~= columns(picture).upperBound, "\(adjust)")
    }
    let narrow = try drawn(
      "<text x='4' y='30' textLength='20' lengthAdjust='spacingAndGlyphs'>HHHH</text>")
    #expect(columns(narrow).upperBound <= 24)
    #expect(rows(narrow) == rows(try drawn("<text x='4' y='30'>HHHH</text>")))
    let none = try drawn(
      "<text x='4' y='30' textLength='0' lengthAdjust='spacingAndGlyphs'>HHHH</text>")
    #expect(none.painted == (try drawn("<text x='4' y='30'>HHHH</text>")).painted)
  }

  @Test func `the length of a text begins behind its first shift`() throws {
    let shifted = try drawn("<text x='4' y='30' dx='8' textLength='60'>HHH</text>")
    let placed = try drawn("<text x='12' y='30' textLength='60'>HHH</text>")
    #expect(shifted.painted == placed.painted)
  }

  @Test func `a text behind one of a length keeps the distance in it`() throws {
    let picture = try drawn("<text x='4' y='30'><tspan textLength='40'>HH</tspan>H</text>")
    let columns = Set(picture.painted.map(\.x)).sorted()
    let gaps = zip(columns, columns.dropFirst()).map { $1 - $0 }.filter { $0 > 4 }
    try #require(gaps.count == 2)
    #expect(abs(gaps[0] - gaps[1]) <= 1)
  }

  @Test func `a letter on a path is turned at its own middle, not at that of a space`() throws {
    let letter = try drawn("<text x='4' y='38'>H</text>")
    // The path turns up behind the first letter.
    let along = try drawn(
      """
      <path id='p' d='M4 38h10v-90' fill='none'/>
      <text><textPath href='#p' textLength='50'>HH</textPath></text>
      """)
    #expect(letter.painted.subtracting(along.painted).count <= 6)
  }

  @Test func `a text from right to left begins at its right end`() throws {
    let end = try drawn("<text x='90' y='30' text-anchor='end'>HHH</text>")
    let start = try drawn("<g direction='rtl'><text x='90' y='30'>HHH</text></g>")
    #expect(start.painted == end.painted)
    // A sign at the end of the text stands at its left.
    let sign = try drawn("<text x='90' y='30' direction='rtl'>HHH.</text>")
    #expect(sign.painted.filter { $0.y < 28 }.map(\.x).max() == columns(end).upperBound)
    let middle = columns(
      try drawn("<text x='48' y='30' direction='rtl' text-anchor='middle'>HHH</text>"))
    #expect(abs(middle.lowerBound + middle.upperBound - 95) <= 2)
  }

  @Test(arguments: [
    ("<text x='90' y='30' direction='rtl' style='unicode-bidi: bidi-override'>HI</text>", "IH"),
    (
      "<text x='90' y='30' text-anchor='end'>H<tspan direction='rtl' "
        + "unicode-bidi='isolate-override'><tspan>H</tspan>I</tspan></text>", "HIH"
    ),
    ("<text x='90' y='30' text-anchor='end' unicode-bidi='bidi-override'>HI</text>", "HI"),
    ("<text x='90' y='30' direction='rtl' unicode-bidi='embed'>HI</text>", "HI"),
  ])
  func `an element may override the direction of characters`(text: String, shown: String) throws {
    let usual = try drawn("<text x='90' y='30' text-anchor='end'>\(shown)</text>")
    // Edges that meet a pixel's may fall on either side.
    #expect(try drawn(text).painted.symmetricDifference(usual.painted).count <= 4)
  }

  @Test(arguments: [
    ("1-2", "1-2"), ("1 2 3", "3 2 1"), ("H 1 2.", ".H 1 2"),
    ("1 <tspan direction='ltr' unicode-bidi='embed'>2 3</tspan>", "2 3 1"),
    ("1 <tspan direction='ltr' style='unicode-bidi: isolate'>2 3</tspan>", "2 3 1"),
    ("1 <tspan style='unicode-bidi: plaintext'>H 2 3</tspan>", "H 2 3 1"),
    ("<tspan direction='ltr' unicode-bidi='embed'>2 3</tspan> 1", "2 3 1"),
    ("1<tspan direction='ltr' unicode-bidi='isolate'>2 3</tspan>", "2 31"),
    (
      "<tspan direction='ltr' unicode-bidi='isolate'>1 2</tspan>"
        + "<tspan direction='ltr' unicode-bidi='isolate'>3 4</tspan>", "3 41 2"
    ),
    (
      "<tspan direction='ltr' unicode-bidi='isolate-override'>1"
        + "<tspan direction='rtl' unicode-bidi='embed'>2 3</tspan>4</tspan>", "13 24"
    ),
  ])
  func `numbers and parts with a direction of their own keep their order`(
    content: String, shown: String
  ) throws {
    let usual = try drawn("<text x='90' y='30' text-anchor='end'>\(shown)</text>")
    let picture = try drawn("<text x='90' y='30' direction='rtl'>\(content)</text>")
    // Edges that meet a pixel's may fall on either side.
    #expect(picture.painted.symmetricDifference(usual.painted).count <= 4)
  }

  @Test func `parts of a text from right to left stand in its order`() throws {
    func text(_ first: String, _ second: String) throws -> DrawnPicture {
      try DrawnPicture(
        """
        <g font-family='sans-serif' font-size='16'><text x='48' y='30' text-anchor='middle'><tspan fill='red'>\(first)</tspan><tspan
        fill='blue'>\(second)</tspan></text></g>
        """, width: 96, height: 40)
    }
    /// The middle of the pixels that a colour component covers.
    func middle(_ picture: DrawnPicture, _ component: UInt32) -> Double {
      var (sum, weight) = (0.0, 0.0)
      for place in picture.painted {
        let level = Double(picture[place.x, place.y] >> component & 255)
        sum += level * Double(place.x)
        weight += level
      }
      return weight > 0 ? sum / weight : 0
    }
    let hebrew = try text("\u{5D0}\u{5D1}", "\u{5D2}\u{5D3}")
    #expect(middle(hebrew, 16) > middle(hebrew, 0))
    // The space between them stays there.
    let apart = columns(try text("\u{5D0}\u{5D1} ", "\u{5D2}\u{5D3}"))
    #expect(columns(hebrew).count + 3 <= apart.count)
    let latin = try text("HH", "HH")
    #expect(middle(latin, 16) < middle(latin, 0))
  }

  // MARK: Paths

  @Test func `a text goes along a path, from an offset on`() throws {
    let straight = try drawn("<text x='10' y='30'>HH</text>")
    let path = "<path id='p' d='M4 30H90' fill='none'/>"
    for offset in ["6", "6px"] {
      let along = try drawn(
        path + "<text><textPath href='#p' startOffset='\(offset)'>HH</textPath></text>")
      #expect(along.painted.symmetricDifference(straight.painted).count <= 6)
    }
    let moved = try drawn(
      """
      <path id='p' d='M0 0H90' transform='translate(4 30)' fill='none'/>
      <text><textPath href='#p' startOffset='50%' text-anchor='middle'>HH</textPath></text>
      """)
    #expect(abs(columns(moved).lowerBound + columns(moved).upperBound - 97) <= 3)
    let down = try drawn(
      "<path id='p' d='M40 2V38' fill='none'/><text><textPath href='#p'>HH</textPath></text>")
    #expect(columns(down).lowerBound >= 39)
    #expect(rows(down).upperBound - rows(down).lowerBound > 16)
    let back = try drawn(
      path + "<text><textPath href='#p' side='right' startOffset='40'>HH</textPath></text>")
    #expect(rows(back).lowerBound >= 29)
  }

  @Test func `the x of a text moves its first character along the path, and y moves none`() throws {
    let path = "<path id='p' d='M4 30H90' fill='none'/>"
    func along(_ attributes: String, _ inside: String = "HH") throws -> Set<Place> {
      let text = "<text \(attributes)><textPath href='#p'>\(inside)</textPath></text>"
      return try drawn(path + text).painted
    }
    func isNear(_ a: Set<Place>, _ b: Set<Place>) -> Bool { a.symmetricDifference(b).count <= 6 }
    let plain = try along("")
    let moved = Set(plain.map { Place($0.x + 20, $0.y) })
    #expect(try isNear(along("x='20'"), moved))
    #expect(try isNear(along("x='20' y='7'"), moved))
    #expect(try isNear(along("", "<tspan x='20'>HH</tspan>"), moved))
    #expect(try isNear(along("", "H<tspan y='7'>H</tspan>"), plain))
  }

  @Test func `a text on a path has no lists of places of its own`() throws {
    let path = "<path id='p' d='M4 30H90' fill='none'/>"
    let plain = try drawn(path + "<text><textPath href='#p'>HH</textPath></text>")
    let listed = try drawn(
      path + "<text><textPath href='#p' x='9' dx='5' dy='7' rotate='20'>HH</textPath></text>")
    #expect(listed.pixels == plain.pixels)
  }

  @Test func `a link in a text has no lists of places of its own`() throws {
    let plain = try drawn("<text x='4' y='30'>H<a>H</a></text>")
    let listed = try drawn("<text x='4' y='30'>H<a x='60' dy='-9' rotate='20'>H</a></text>")
    #expect(listed.pixels == plain.pixels)
  }

  @Test func `a text on a path within a part of a text is not drawn`() throws {
    let path = "<path id='p' d='M4 30H90' fill='none'/>"
    let picture = try DrawnPicture(
      path + "<text><tspan><textPath href='#p'>HH</textPath></tspan></text>", width: 96, height: 40)
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.count == 1)
    let link = try drawn(path + "<text><a><textPath href='#p'>HH</textPath></a></text>")
    #expect(!link.painted.isEmpty)
  }

  @Test(arguments: ["left", "right"]) func `a path is measured once for all texts on it`(
    side: String
  ) throws {
    let curves = String(repeating: "C10 20 30 40 90 30 30 40 10 20 4 30", count: 20)
    func file(_ count: Int, _ more: String = "") -> String {
      let text = "<text><textPath href='#p' side='\(side)'>H</textPath></text>"
      return """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 40' font-family='sans-serif'>
        <defs><path id='p' d='M4 30\(curves)'/></defs>\(String(repeating: text, count: count))\(more)</svg>
        """
    }
    var limits = SVGLimits()
    limits.segmentCount = 1500
    let picture = try DrawnPicture(file: file(5), width: 96, height: 40, limits: limits)
    #expect(!picture.painted.isEmpty)
    // Other paths are measured, too.
    let other = """
      <text><textPath path='M4 30\(curves)'>H</textPath></text>
      <text><textPath path='M4 31\(curves)'>H</textPath></text>
      """
    #expect(throws: SVGError.self) {
      try DrawnPicture(file: file(1, other), width: 96, height: 40, limits: limits)
    }
  }

  @Test func `letters beyond the end of a path are not shown`() throws {
    let path = "<path id='p' d='M4 30H20' fill='none'/>"
    let short = try drawn(path + "<text><textPath href='#p'>HHHHHHH</textPath></text>")
    #expect(columns(short).upperBound <= 26)
    #expect(!short.painted.isEmpty)
  }

  // MARK: Vertical lines

  @Test(arguments: [
    ("", "HHH", "HHH"), ("text-anchor='end' y='36'", "HHH", "HHH"),
    ("letter-spacing='3'", "HHH", "HHH"), ("textLength='30'", "HHH", "HHH"),
    ("", "H<tspan dx='4' dy='6'>H</tspan>", "H<tspan dx='6' dy='-4'>H</tspan>"),
  ])
  func `a vertical line is one that is turned about its start, with its middle there`(
    attributes: String, content: String, turned: String
  ) throws {
    let y = attributes.contains("y=") ? 36 : 4
    let place = attributes.contains("y=") ? "x='48'" : "x='48' y='4'"
    let vertical = try drawn("<text writing-mode='tb' \(place) \(attributes)>\(content)</text>")
    let horizontal = try drawn(
      """
      <text dominant-baseline='central' transform='rotate(90 48 \(y))' \(place) \(attributes)>
      \(turned)</text>
      """)
    #expect(vertical.painted.count > 40)
    for (a, b) in zip(vertical.pixels, horizontal.pixels) { #expect(isNear(a, b, within: 2)) }
  }

  @Test func `upright characters stand in the middle of a vertical line`() throws {
    let style = "style='writing-mode: vertical-rl; text-orientation: upright'"
    let formerStyle = "writing-mode='tb' glyph-orientation-vertical='0'"
    let letter = try drawn(
      "<text x='48' y='4' text-anchor='middle' dominant-baseline='text-before-edge'>H</text>")
    #expect(letter.painted.count > 20)
    for attributes in [style, formerStyle] {
      let upright = try drawn("<text x='48' y='4' \(attributes)>H</text>")
      for (a, b) in zip(upright.pixels, letter.pixels) { #expect(isNear(a, b, within: 2)) }
    }
    // The next one is below.
    let two = try drawn("<text x='48' y='-6' \(style)>HH</text>")
    #expect(columns(two) == columns(letter))
    #expect(rows(two).upperBound > rows(letter).upperBound)
  }

  // MARK: Other texts and faces

  @Test func `a text shows the characters of another one`() throws {
    let picture = try drawn(
      """
      <defs><text id='t'>H<title>no</title><tspan fill='red'>HH</tspan></text></defs>
      <text y='30'><tref href='#t' x='4'/></text>
      """)
    #expect(try picture.pixels == drawn("<text x='4' y='30'>HHH</text>").pixels)
  }

  @Test func `a face of another width is a family with its word`() throws {
    func picture(_ attributes: String) throws -> DrawnPicture {
      try DrawnPicture(
        "<text x='4' y='30' font-size='20' font-family='DejaVu Sans' \(attributes)>HHH</text>",
        width: 96, height: 40)
    }
    let narrow = try picture("style='font-family: DejaVu Sans Condensed'")
    // The machine may not have the family.
    guard narrow.warnings.isEmpty else { return }
    for attributes in [
      "font-stretch='condensed'", "style='font-stretch: 75%'",
      "style='font: condensed 20px DejaVu Sans'",
    ] {
      let own = try picture(attributes)
      #expect(own.pixels == narrow.pixels, "\(attributes)")
      #expect(own.warnings.isEmpty, "\(own.warnings)")
    }
    let usual = try picture("font-stretch='condensed' style='font-stretch: normal'")
    #expect(try usual.pixels == picture("").pixels)
    #expect(columns(usual).upperBound > columns(narrow).upperBound)
  }

  @Test func `the usual size of a font is that of browsers`() throws {
    let picture = try DrawnPicture(
      "<rect width='1em' height='1rem' fill='green'/>", width: 24, height: 24)
    #expect(picture.painted == DrawnPicture.places(0..<16, 0..<16))
  }

  @Test(arguments: [
    "<text><textPath href='#a'>a</textPath></text>", "<text y='x'>a</text>",
    "<g style='writing-mode: sideways-lr'><text y='8'>a</text></g>",
    "<text y='8'><tref href='#a'/></text>",
    "<g style='text-shadow: 1px 1px red'><text y='8'>a</text></g>",
    "<text y='8' font-stretch='condensed'>a</text>",
    "<path id='p' d='M0 8H8' fill='none'/><text><textPath href='#p' method='stretch'>a</textPath></text>",
    "<text y='8' style='font-variation-settings: \"wght\" 700'>a</text>",
    "<text y='8' style='font-feature-settings: \"smcp\"'>a</text>",
    "<text y='8' style='text-decoration: underline; text-decoration-style: double'>a</text>",
    "<text y='8' style='text-decoration: underline wavy'>a</text>",
    "<text y='8' style='text-decoration: underline; text-decoration-thickness: 2px'>a</text>",
    "<text y='8' style='text-decoration: underline; text-underline-offset: 2px'>a</text>",
    "<text y='8' style='inline-size: 20px'>a</text>",
    "<text y='8' style='shape-inside: circle()'>a</text>",
    "<text y='8'>a<tspan filter='blur(1px)'>b</tspan></text>",
    "<text y='8'>a<tspan clip-path='circle(1px)'>b</tspan></text>",
    "<text y='8'>a<tspan mask='url(#m)'>b</tspan></text>",
    "<text font-family='no such family, sans-serif' y='8'>a</text>",
  ])
  func `unsupported features of texts have a warning`(text: String) throws {
    #expect(try DrawnPicture(text).warnings.count == 1)
  }

  @Test(arguments: ["1e15", "-1e15", "1e-15", "0"])
  func `extreme sizes and places are bounded`(number: String) throws {
    _ = try DrawnPicture(
      "<text x='\(number)' dy='\(number)' font-size='\(number)' letter-spacing='\(number)'>ab</text>"
    )
    _ = try DrawnPicture("<text x='\(number)' letter-spacing='\(number)'>ab</text>")
    _ = try DrawnPicture(
      """
      <path id='p' d='M0 0L\(number) \(number)'/><text rotate='\(number)' textLength='\(number)' word-spacing='\(number)'
      baseline-shift='\(number)'>a b<textPath href='#p' startOffset='\(number)'>a b</textPath></text>
      """)
  }
}
