import SVG
import Testing

/// Texts in whatever font the machine has: what is compared does not depend on its outlines.
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

  @Test func `a text of very many characters is cut off, and told`() throws {
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

  @Test func `hidden parts keep their place`() throws {
    let picture = try drawn("<text x='4' y='30'><tspan visibility='hidden'>HH</tspan>H</text>")
    #expect(columns(picture).lowerBound > 20)
    let away = try drawn("<text x='4' y='30'><tspan display='none'>HH</tspan>H</text>")
    #expect(columns(away).lowerBound < 8)
  }

  @Test(arguments: [
    "<text y='8' rotate='9'>a</text>", "<text y='8' textLength='9'>a</text>",
    "<text><textPath href='#a'>a</textPath></text>", "<text y='x'>a</text>",
    "<text y='8' text-decoration='underline'>a</text>",
    "<text y='8'>a<tspan style='baseline-shift: super'>a</tspan></text>",
    "<text font-family='no such family, sans-serif' y='8'>a</text>",
  ])
  func `features of texts that are not followed are named`(text: String) throws {
    #expect(try DrawnPicture(text).warnings.count == 1)
  }

  @Test(arguments: ["1e15", "-1e15", "1e-15", "0"])
  func `sizes and places out of all measure are bounded`(number: String) throws {
    _ = try DrawnPicture(
      "<text x='\(number)' dy='\(number)' font-size='\(number)' letter-spacing='\(number)'>ab</text>"
    )
    _ = try DrawnPicture("<text x='\(number)' letter-spacing='\(number)'>ab</text>")
  }
}
