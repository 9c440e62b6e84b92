import Geometry
import Testing

@testable import SVG

@Suite struct ReadingTests {
  private let start = "<svg xmlns='http://www.w3.org/2000/svg'>"

  private func error(_ text: String, limits: SVGLimits = SVGLimits()) -> SVGError? {
    do throws(SVGError) {
      _ = try SVGPicture(Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["", "no", "<svg>", "<svg/>", "<svg xmlns='http://example.org/'/>"])
  func `a text that is no SVG picture is refused`(text: String) { #expect(error(text) != nil) }

  @Test func `an error in the file has its line`() {
    let error = error(start + "\n  <g>\n</svg>")
    #expect(error?.line == 3)
    #expect(error?.message.isEmpty == false)
  }

  @Test func `entities of the file are expanded up to a limit`() throws {
    let picture = try DrawnPicture(
      file:
        "<!DOCTYPE svg [<!ENTITY c 'green'><!ENTITY r \"<rect width='2' height='2' fill='&c;'/>\">]>"
        + "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'>&r;</svg>", width: 2, height: 2
    )
    #expect(picture[1, 1] == green)
    var bomb = "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
    for level in 1..<10 {
      bomb += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>"
    }
    #expect(error(bomb + "]>" + start + "<g id='&a9;'/></svg>") != nil)
  }

  @Test func `no other file is read`() throws {
    let text =
      "<!DOCTYPE svg [<!ENTITY x SYSTEM '/etc/passwd'>]>" + start + "<style>&x;</style></svg>"
    #expect(error(text) == nil)
    let picture = try DrawnPicture(
      "<use href='other.svg#a'/><image width='8' height='8' href='a.png'/>")
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.count == 2)
  }

  @Test func `limits are kept`() throws {
    var limits = SVGLimits()
    limits.elementCount = 3
    #expect(error(start + "<g/><g/></svg>", limits: limits) == nil)
    #expect(error(start + "<g/><g/><g/></svg>", limits: limits) != nil)
    limits.depth = 2
    #expect(error(start + "<g><g/></g></svg>", limits: limits) != nil)
    limits = SVGLimits()
    limits.layerCount = 100
    // Each level uses the one before it ten times.
    var text = start + "<rect id='a0' width='1' height='1'/>"
    for level in 1..<6 {
      text += "<g id='a\(level)'>"
      text += String(repeating: "<use href='#a\(level - 1)'/>", count: 10) + "</g>"
    }
    #expect(throws: SVGError.self) {
      try DrawnPicture(file: text + "</svg>", width: 2, height: 2, limits: limits)
    }
  }

  @Test func `each feature that is not drawn has a warning with its line`() throws {
    let picture = try DrawnPicture(
      """
      <text y='8'>word<textPath>path</textPath></text>
      <g filter='url(#f)'>
      <rect width='1' height='1' style='mix-blend-mode: burn'/></g>
      <foreignObject/><g clip-path='blob(3px)'><rect width='1' height='1'/></g>
      """)
    #expect(picture.warnings.map(\.line).sorted() == [1, 2, 3, 4, 4])
    #expect(picture.warnings.contains { $0.message.contains("not a path in the file") })
    #expect(picture.warnings.contains { $0.message.contains("filter") })
    #expect(picture.warnings.contains { $0.message.contains("'burn'") })
  }

  @Test(arguments: [
    // Many declarations of one rule, many rules for one class, and long lists of classes.
    "<style>*{\((0..<200).map { "a\($0):b" }.joined(separator: ";"))}</style>",
    "<style>\(String(repeating: ".a{fill:red}", count: 100))</style>",
    "<style>\(String(repeating: ".b .a{fill:red}", count: 10))</style>",
  ])
  func `rules count by their comparisons and copies`(style: String) {
    let classes = String(repeating: "a ", count: 200)
    let elements = String(repeating: "<g class='\(classes)'/>", count: 50)
    var limits = SVGLimits()
    limits.ruleMatchCount = 5000
    let file = start + style + elements + "</svg>"
    #expect(drawingError(file, limits: limits)?.message.contains("too many rules") == true)
    limits.ruleMatchCount = 500_000
    #expect(drawingError(file, limits: limits) == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the last character of a style sheet is not looked at for each rule`() throws {
    let rules = String(repeating: "a{fill:red}", count: 100_000)
    let marks = String(repeating: "\u{301}", count: 400_000)
    #expect(error(start + "<style>\(rules)e\(marks)</style></svg>") == nil)
  }

  @Test(arguments: [
    "<path id='a' d='M0 0\(String(repeating: " ", count: 1000))'/>",
    "<text id='a' x='0\(String(repeating: " ", count: 1000))'>a</text>",
    "<style>rect{stroke-dasharray:\(String(repeating: "1 ", count: 500))}</style>"
      + "<rect id='a' width='1' height='1'/>",
    "<filter id='f'><feColorMatrix values='0\(String(repeating: " ", count: 1000))'/></filter>"
      + "<rect id='a' width='1' height='1' filter='url(#f)'/>",
  ])
  func `attributes and declarations count at each use`(element: String) {
    var limits = SVGLimits()
    limits.attributeByteCount = 10_000
    func file(_ count: Int) -> String {
      start + element + String(repeating: "<use href='#a'/>", count: count) + "</svg>"
    }
    #expect(drawingError(file(5), limits: limits) == nil)
    #expect(drawingError(file(20), limits: limits)?.message.contains("at each use") == true)
  }

  private func drawingError(_ file: String, limits: SVGLimits) -> SVGError? {
    do {
      _ = try DrawnPicture(file: file, width: 2, height: 2, limits: limits)
      return nil
    } catch {
      return error as? SVGError
    }
  }

  /// One red pixel.
  private let data =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="

  @Test(arguments: ["pixelated", "crisp-edges", "optimizeSpeed", "auto"])
  func `a picture's pixels may be seen as squares`(_ rendering: String) throws {
    // Two pixels, red and blue.
    let data =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
    let picture = try DrawnPicture(
      "<g style='image-rendering: \(rendering)'><image width='8' height='4' "
        + "href='data:image/png;base64,\(data)'/></g>")
    #expect(picture.warnings.isEmpty)
    let isSquare = rendering != "auto"
    #expect((picture[3, 1] == 0xFFFF_0000) == isSquare)
    #expect((picture[4, 1] == 0xFF00_00FF) == isSquare)
  }

  @Test func `a picture is decoded once, however often it is used`() throws {
    var limits = SVGLimits()
    limits.imagePixelCount = 1
    let image = "<image id='a' width='2' height='2' href='data:image/png;base64,\(data)'/>"
    let uses = (1..<4).map { "<use href='#a' x='\(2 * $0)'/>" }.joined()
    let once = try DrawnPicture(
      file: start.dropLast() + " viewBox='0 0 8 2'>" + image + uses + "</svg>", width: 8, height: 2,
      limits: limits)
    #expect(once.painted == DrawnPicture.places(0..<8, 0..<2))
    #expect(once.warnings.isEmpty)
    let size = Size(width: 8, height: 2)
    let picture = try SVGPicture(Array((start + image + "</svg>").utf8), limits: limits)
    for _ in 0..<2 {
      _ = try picture.makeLayer(size: size)
      #expect(picture.warnings.isEmpty)
    }
    // A second picture is beyond the limit.
    let twice = try DrawnPicture(
      file: start.dropLast() + " viewBox='0 0 8 2'>" + image + image + "</svg>", width: 8,
      height: 2,
      limits: limits)
    #expect(twice.warnings.count == 1)
  }

  /// Characters in an encoding, and those that they stand for.
  @Test(
    arguments: [
      ("windows-1251", [0xE6], "&#x436;"), ("KOI8-R", [0xD6], "&#x436;"),
      ("ISO-8859-15", [0xA4], "&#x20AC;"), ("Shift_JIS", [0x82, 0xA0], "&#x3042;"),
      ("GB18030", [0xD6, 0xD0], "&#x4E2D;"), ("BIG5-HKSCS", [0x88, 0x66], "&#xCA;"),
    ] as [(String, [UInt8], String)])
  func `files are read in the encoding that they name`(
    encoding: String, bytes: [UInt8], characters: String
  ) throws {
    let start =
      "<?xml version='1.0' encoding='\(encoding)'?><svg xmlns='http://www.w3.org/2000/svg' "
      + "viewBox='0 0 2 2'><use href='#\(characters)'/><defs><rect width='1' height='2' id='"
    let file = Array(start.utf8) + bytes + Array("'/></defs></svg>".utf8)
    let picture = try DrawnPicture(bytes: file, width: 2, height: 2)
    #expect(picture.painted == DrawnPicture.places(0..<1, 0..<2))
    #expect(picture.warnings.isEmpty)
  }

  @Test func `a file in another encoding than it names is refused`() throws {
    let start =
      "<?xml version='1.0' encoding='Shift_JIS'?><svg xmlns='http://www.w3.org/2000/svg'><desc>"
    let file = Array(start.utf8) + [0x82] + Array("</desc></svg>".utf8)
    let error = #expect(throws: SVGError.self) {
      try DrawnPicture(bytes: file, width: 2, height: 2)
    }
    #expect(error?.message.contains("'Shift_JIS'") == true)
  }

  /// Converters of the C library may be a package of their own.
  @Test func `a file in an encoding that the machine does not know is drawn, with a warning`()
    throws
  {
    let start =
      "<?xml version='1.0' encoding='windows-4321'?><svg xmlns='http://www.w3.org/2000/svg' "
      + "viewBox='0 0 2 2'><desc>"
    let rest = "</desc><defs><rect id='&#xE6;' width='1' height='2'/></defs><use href='#"
    let file = Array(start.utf8) + [0x82] + Array(rest.utf8) + [0xE6] + Array("'/></svg>".utf8)
    let picture = try DrawnPicture(bytes: file, width: 2, height: 2)
    #expect(picture.painted == DrawnPicture.places(0..<1, 0..<2))
    #expect(picture.warnings.count == 1)
    #expect(picture.warnings.first?.message.contains("'windows-4321'") == true)
    // A fault of the file is reported as such.
    let error = #expect(throws: SVGError.self) {
      try DrawnPicture(bytes: Array(start.utf8), width: 2, height: 2)
    }
    #expect(error?.message.contains("encoding") == false)
  }

  /// The converter holds the last character back until it knows that no combining mark follows.
  @Test(arguments: [0, (1 << 16) - 2, (1 << 16) - 1, 1 << 16, 1 << 17])
  func `a text is converted to its last character`(count: Int) throws {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    let text = try TextEncoding.utf8(letters + [0xE2], from: "windows-1258")
    #expect(text == letters + Array("\u{E2}".utf8))
  }

  @Test(arguments: ["windows-1251", "KOI8-R", "Shift_JIS"])
  func `encodings that hold ASCII are read`(encoding: String) throws {
    let picture = try DrawnPicture(
      file: "<?xml version='1.0' encoding='\(encoding)'?>"
        + "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'><title>è</title>"
        + "<defs><rect id='ж' width='1' height='2'/></defs><use href='#ж'/></svg>",
      width: 2, height: 2)
    #expect(picture.painted == DrawnPicture.places(0..<1, 0..<2))
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: [
    ("width='4' height='4'", "", 0..<4, 0..<4),
    ("viewBox='0 0 2 2'", "width='8' height='4'", 2..<6, 0..<4),
    ("viewBox='0 0 2 2'", "width='8' height='4' preserveAspectRatio='none'", 0..<8, 0..<4),
    (
      "viewBox='0 0 2 2'", "width='8' height='4' preserveAspectRatio='xMinYMin slice'", 0..<8, 0..<4
    ),
    (
      "viewBox='0 0 2 2'",
      "width='8' height='4' overflow='visible' preserveAspectRatio='xMinYMin slice'", 0..<8, 0..<4
    ),
    ("", "width='8' height='4'", 0..<8, 0..<4),
    ("width='50%'", "width='8' height='4'", 0..<8, 0..<4),
    ("width='2' height='4'", "height='8'", 0..<4, 0..<8),
    ("width='4' height='4'", "width='-1'", 0..<4, 0..<4),
  ])
  func `another SVG file is a picture`(
    own: String, outer: String, x: Range<Int>, y: Range<Int>
  ) throws {
    // Content outside its own area is cut off.
    let file =
      "<svg xmlns='http://www.w3.org/2000/svg' \(own)><path fill='green' d='M-9-9H99V99H-9'/></svg>"
    let escaped = file.map { $0 == "<" ? "%3C" : $0 == ">" ? "%3e" : $0 == "'" ? "%27" : "\($0)" }
    let picture = try DrawnPicture(
      "<image \(outer) href='data:image/svg+xml,\(escaped.joined())'/>")
    #expect(picture.painted == DrawnPicture.places(x, y))
  }

  @Test func `pictures beside the file come from its reader, and those in pictures do not`() throws
  {
    let inner = "<image width='8' height='8' href='inner.svg'/>"
    var asked: [String] = []
    let picture = try SVGPicture(Array((start + inner + "</svg>").utf8)) { name in
      asked.append(name)
      return Array((start + inner + "</svg>").utf8)
    }
    _ = try picture.makeLayer(size: Size(width: 8, height: 8))
    #expect(asked == ["inner.svg"])
    #expect(picture.warnings.count == 1)
  }

  @Test func `a file beside the picture is read once, there or not`() throws {
    var limits = SVGLimits()
    limits.drawingCount = 1
    let images = ["there.svg", "there.svg", "missing", "missing"].map {
      "<image width='8' height='8' href='\($0)'/>\n"
    }
    let inner = start + "<rect width='8' height='8'/></svg>"
    var asked: [String] = []
    let picture = try SVGPicture(Array((start + images.joined() + "</svg>").utf8), limits: limits) {
      name in
      asked.append(name)
      return name == "missing" ? nil : Array(inner.utf8)
    }
    for _ in 0..<2 {
      _ = try picture.makeLayer(size: Size(width: 8, height: 8))
      #expect(asked == ["there.svg", "missing"])
      #expect(picture.warnings.map(\.line) == [3, 4])
    }
  }

  /// An image element with a picture of so many green squares, by a rule.
  private func image(_ count: Int) -> String {
    let file =
      start + "<style>rect { fill: green }</style>"
      + String(repeating: "<rect width='8' height='8'/>", count: count) + "</svg>"
    let escaped = file.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "<image id='a\(count)' width='8' height='8' href='data:,\(escaped)'/>"
  }

  private func drawn(_ content: String, _ limits: SVGLimits) throws -> DrawnPicture {
    try DrawnPicture(
      file: start.dropLast() + " viewBox='0 0 16 8'>" + content + "</svg>", width: 16, height: 8,
      limits: limits)
  }

  @Test func `the rules of a picture in the file are read once, from one budget`() throws {
    var limits = SVGLimits()
    limits.ruleMatchCount = 100
    let uses = String(repeating: "<use href='#a10' x='8'/>", count: 50)
    let once = try drawn(image(10) + uses, limits)
    #expect(once.warnings.isEmpty)
    #expect(once[15, 0] != 0)
    let several = (10..<20).map { image($0) }.joined()
    #expect(try !drawn(several, limits).warnings.isEmpty)
    limits = SVGLimits()
    limits.elementCount = 40
    #expect(try drawn(image(12) + image(13), limits).warnings.isEmpty)
    #expect(try drawn(image(12) + image(13) + image(14), limits).warnings.count == 1)
  }

  @Test func `a picture in the file that takes too much is left out`() throws {
    var limits = SVGLimits()
    limits.layerCount = 50
    let square = "<rect x='8' width='8' height='8' fill='green'/>"
    let picture = try drawn(image(60) + "<use href='#a60'/>" + image(2) + square, limits)
    #expect(picture.painted == DrawnPicture.places(8..<16, 0..<8))
    #expect(picture.warnings.count == 2)
  }

  @Test func `escapes in data are two hexadecimal digits`() throws {
    let file = start.replacing("<", with: "%3C") + "%3Crect width='8' height='8'/>%3C/svg>"
    for (escape, isRead) in [("%20", true), ("%+9", false), ("%-9", false), ("%2", false)] {
      let text = file.replacing("/>", with: escape + "/>").replacing("'", with: "%27")
      let picture = try DrawnPicture("<image width='8' height='8' href='data:,\(text)'/>")
      #expect(picture.warnings.isEmpty == isRead)
    }
  }

  @Test func `a fragment behind data is not part of it`() throws {
    let file = start.replacing("<", with: "%3C") + "%3Crect width='8' height='8'/>%3C/svg>"
    let text = file.replacing("'", with: "%27")
    for data in ["data:,\(text)#a", "data:,\(text)#a#b", "data:image/png;base64,\(self.data)#a"] {
      let picture = try DrawnPicture("<image width='8' height='8' href='\(data)'/>")
      #expect(picture.warnings.isEmpty)
      #expect(picture.painted == DrawnPicture.places(0..<8, 0..<8))
    }
    // Colours that should have been escaped.
    let open = text.replacing("%3Crect", with: "%3Crect fill=%27#f00%27")
    let picture = try DrawnPicture("<image width='8' height='8' href='data:,\(open)'/>")
    #expect(picture[4, 4] == red)
  }

  @Test func `a file is read once, whatever fragment follows its name`() throws {
    let images = ["a.svg#view", "a.svg", "a.svg#b", "b%23.svg"].map {
      "<image width='8' height='8' href='\($0)'/>"
    }
    var asked: [String] = []
    let picture = try SVGPicture(Array((start + images.joined() + "</svg>").utf8)) { name in
      asked.append(name)
      return Array((start + "<rect width='8' height='8'/></svg>").utf8)
    }
    _ = try picture.makeLayer(size: Size(width: 8, height: 8))
    #expect(picture.warnings.isEmpty)
    #expect(asked == ["a.svg", "b%23.svg"])
  }

  @Test func `pictures in pictures end`() throws {
    var file = start + "<rect width='8' height='8'/></svg>"
    for _ in 0..<6 {
      let escaped = file.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let image = "<image width='8' height='8' href='data:,\(escaped)'/>"
      file = start + image + image + "</svg>"
      if file.utf8.count > 1 << 20 { break }
    }
    let picture = try DrawnPicture(file: file, width: 8, height: 8)
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.contains { $0.message.contains("too many") })
  }

  @Test func `animations have one warning`() throws {
    let picture = try DrawnPicture(
      "<rect width='8' height='8' fill='green'><set attributeName='fill' to='red'/></rect><animate/>"
    )
    #expect(picture[4, 4] == green)
    #expect(picture.warnings.count == 1)
  }

  @Test func `a view box with more than four numbers is ignored`() throws {
    let picture = try DrawnPicture(
      "<svg width='4' height='4' viewBox='0 0 2 2 2'><rect width='2' height='2'/></svg>")
    #expect(picture.painted == DrawnPicture.places(0..<2, 0..<2))
  }

  @Test func `a picture in the file is drawn`() throws {
    let picture = try DrawnPicture(
      "<image x='2' y='2' width='4' height='4' href='data:image/png;base64, \(data)'/>")
    #expect(picture.painted == DrawnPicture.places(2..<6, 2..<6))
    #expect(picture[3, 3] == red)
  }
}
