import Foundation
import Geometry
import TestSupport
import Testing

@testable import Text

struct FontCatalogTests {
  private let catalog = FontCatalog(directories: ["/usr/share/fonts"])

  @Test(arguments: [
    ("DejaVu Sans", 400, "DejaVuSans.ttf"), ("dejavu sans", 700, "DejaVuSans-Bold.ttf"),
    ("DejaVu Sans Mono", 400, "DejaVuSansMono.ttf"), ("Inter", 650, "Inter-Bold.otf"),
    ("Inter", 400, "Inter-Regular.otf"), ("Lohit Devanagari", 400, "Lohit-Devanagari.ttf"),
    ("sans-serif", 400, "DejaVuSans.ttf"), ("monospace", 400, "DejaVuSansMono.ttf"),
  ])
  func `a family is found by its name`(family: String, weight: Int, file: String) throws {
    let font = try #require(catalog.font(family: family, weight: weight, isItalic: false))
    #expect((font.path as NSString).lastPathComponent == file)
  }

  @Test func `an italic is found before an upright of the weight`() throws {
    let font = try #require(catalog.font(family: "Inter", weight: 700, isItalic: true))
    #expect(font.path.hasSuffix("Inter-BoldItalic.otf"))
  }

  @Test func `weights of one file share its bytes, unless it was changed`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("a.ttf")
    try FileManager.default.copyItem(atPath: TestFonts.latin, toPath: path)
    let catalog = FontCatalog(directories: [directory.path])
    let file = FontFile(path: path)
    let first = try catalog.font(file, weight: 400)
    let second = try catalog.font(file, weight: 700)
    #expect(first !== second && first.file === second.file)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: TestFonts.devanagari, toPath: path)
    let third = try catalog.font(file, weight: 300)
    #expect(third.file !== first.file && third.glyph(for: 0x915) != nil)
    #expect(try catalog.font(file, weight: 200).file === third.file)
    #expect(first.glyph(for: 0x416) != nil)
  }

  @Test func `a missing family is reported and replaced`() throws {
    var missing: [String] = []
    let stack = try FontStack(FontDescriptor(sources: [.family("Nowhere Sans")]), in: catalog) {
      missing.append($0)
    }
    #expect(missing == ["Nowhere Sans"])
    #expect(stack.primary != nil)
  }

  /// The fonts are one, whose copy bears the name of a family with Arial's widths.
  @Test(arguments: [
    ("Helvetica", "NimbusSans.ttf"), ("arial", "NimbusSans.ttf"), ("Courier", "DejaVuSans.ttf"),
    ("DejaVu Sans", "DejaVuSans.ttf"), ("Nowhere Sans", "DejaVuSans.ttf"),
  ])
  func `a missing family is replaced by one with its widths, and still reported`(
    family: String, file: String
  ) throws {
    let directory = try TemporaryDirectory()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: TestFonts.latin))
    try bytes.write(to: URL(fileURLWithPath: directory("DejaVuSans.ttf")))
    for encoding in [String.Encoding.utf16BigEndian, .ascii] {
      let old = try #require("DejaVu Sans".data(using: encoding))
      let new = try #require("Nimbus Sans".data(using: encoding))
      while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
    }
    try bytes.write(to: URL(fileURLWithPath: directory("NimbusSans.ttf")))
    var missing: [String] = []
    let stack = try FontStack(
      FontDescriptor(sources: [.family(family), .family("sans-serif")]),
      in: FontCatalog(directories: [directory.path])
    ) { missing.append($0) }
    #expect(stack.primary?.path == directory(file))
    #expect(missing == (family == "DejaVu Sans" ? [] : [family]))
  }

  @Test func `a file among the families draws what those before it lack`() throws {
    let catalog = FontCatalog(directories: ["/usr/share/fonts/opentype/inter"])
    let stack = try FontStack(
      FontDescriptor(sources: [
        .family("Inter"), .file(FontFile(path: TestFonts.devanagari)), .family("Nowhere Sans"),
      ]), in: catalog)
    #expect(stack.fonts.map { $0.path.hasSuffix("Inter-Regular.otf") } == [true, false])
    #expect(stack.font(for: 0x61) === stack.fonts[0])
    #expect(stack.font(for: 0x915) === stack.fonts[1])
  }

  @Test func `a family whose file has another name is found by opening all`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: TestFonts.devanagari, toPath: directory("something.ttf"))
    let catalog = FontCatalog(directories: [directory.path])
    let font = try #require(
      catalog.font(family: "Lohit Devanagari", weight: 400, isItalic: false))
    #expect(font.path.hasSuffix("something.ttf"))
  }

  @Test(arguments: [(400, false), (700, false), (400, true), (900, true)])
  func `of a family whose files are named for their styles one is opened`(
    weight: Int, isItalic: Bool
  ) throws {
    let catalog = FontCatalog(directories: ["/usr/share/fonts/opentype/inter"])
    let font = try #require(catalog.font(family: "Inter", weight: weight, isItalic: isItalic))
    #expect(catalog.openedFileCount == 1)
    // As when all are opened.
    #expect(font.path.hasPrefix("/usr/share/fonts/opentype/inter/Inter-"))
    let all = CatalogFace.faces(of: font.path)
    #expect(all.map { $0.distance(weight, isItalic) } == [0])
  }

  /// Names without a style, names of another style than the face's, and one whose style is in the
  /// family's own name.
  @Test(arguments: [
    (["Inter.otf": "Bold", "Inter-Regular.otf": "Regular"], 700, "Inter.otf"),
    (["Inter-Bold.otf": "Regular", "Inter-Regular.otf": "Bold"], 700, "Inter-Regular.otf"),
    (["Inter-Black.otf": "Medium"], 500, "Inter-Black.otf"),
    (["Inter-Italic.otf": "Regular"], 400, "Inter-Italic.otf"),
    (["Inter-A.otf": "Bold", "Inter-Bold.otf": "Bold"], 700, "Inter-A.otf"),
    (["Inter-Bd.otf": "Bold", "InterRg.otf": "Regular"], 400, "InterRg.otf"),
    (["Inter-Thin.otf": "Thin", "Inter-Black.otf": "Black"], 600, "Inter-Black.otf"),
    (["Inter-Light.otf": "Display-Light", "X.otf": "Regular"], 300, "X.otf"),
  ])
  func `a style is found whatever the files are called`(
    files: [String: String], weight: Int, file: String
  ) throws {
    let directory = try TemporaryDirectory()
    for (name, style) in files {
      let source = style.hasPrefix("Display") ? "Inter" + style : "Inter-" + style
      try FileManager.default.copyItem(
        atPath: "/usr/share/fonts/opentype/inter/\(source).otf", toPath: directory(name))
    }
    let catalog = FontCatalog(directories: [directory.path])
    let font = try #require(catalog.font(family: "Inter", weight: weight, isItalic: false))
    #expect(font.path == directory(file))
  }

  @Test(arguments: [
    ("regularotf", 400, false, false), ("bolditalicotf", 700, true, false),
    ("bolditalicotf", 700, false, true), ("ttf", 900, true, false), ("italicotf", 400, true, false),
    ("italicotf", 700, true, true), ("boldotf", 700, true, true),
    ("extraboldotf", 700, false, true),
    ("semiboldotf", 600, false, false), ("condensedttf", 400, false, true),
    ("obliquettf", 400, false, true), ("monottf", 400, false, false),
  ])
  func `a file's name may show another style`(
    name: String, weight: Int, isItalic: Bool, isOther: Bool
  ) {
    #expect(StyleWords.tell(of: Array(name.utf8)[...], otherThan: (weight, isItalic)) == isOther)
  }

  @Test func `a character that the font lacks comes from another one`() throws {
    let stack = try FontStack(
      FontDescriptor(sources: [.file(FontFile(path: TestFonts.compact))]),
      in: FontCatalog(directories: ["/usr/share/fonts/truetype/lohit-devanagari"]))
    #expect(stack.font(for: 0x41)?.path == TestFonts.compact)
    #expect(stack.font(for: 0x928)?.path == TestFonts.devanagari)
    // No font has it: the first one shows its sign for a missing glyph.
    #expect(stack.font(for: 0x1F600)?.path == TestFonts.compact)
  }

  @Test func `a font that is named for a script comes before others that have it`() throws {
    let directory = try TemporaryDirectory()
    let catalog = FontCatalog(directories: [directory.path])
    // The catalogue lists the folder when it is first asked.
    for name in ["A.ttf", "Z-Devanagari.ttf"] {
      try FileManager.default.copyItem(
        atPath: TestFonts.devanagari, toPath: directory(name))
    }
    #expect(catalog.font(having: 0x928, weight: 400)?.path == directory("Z-Devanagari.ttf"))
    // The danda is one of many scripts' characters.
    #expect(catalog.font(having: 0x964, weight: 400)?.path == directory("A.ttf"))
  }

  @Test func `a sans serif font for a script comes before other designs`() throws {
    let directory = try TemporaryDirectory()
    for name in ["Kufi-Devanagari.ttf", "Sans-Devanagari.ttf", "Serif-Devanagari.ttf"] {
      try FileManager.default.copyItem(
        atPath: TestFonts.devanagari, toPath: directory(name))
    }
    let catalog = FontCatalog(directories: [directory.path])
    #expect(catalog.font(having: 0x928, weight: 400)?.path == directory("Sans-Devanagari.ttf"))
  }

  @Test func `a thousand missing characters are remembered without a search`() throws {
    let catalog = FontCatalog(directories: ["/usr/share/fonts"])
    // The first search reads the characters of the fonts.
    #expect(catalog.font(having: 0x10FFFD, weight: 400) == nil)
    let searched = catalog.searchedFaceCount
    for scalar in UInt32(0xF0000)..<0xF0000 + 1000 {
      #expect(catalog.font(having: scalar, weight: 400) == nil)
    }
    // Only faces whose tables cannot be read have to be asked.
    let vague = catalog.vagueFaceCount
    #expect(catalog.searchedFaceCount == searched + 1000 * vague)
  }

  @Test func `the union of several faces contains the characters that any of them has`() throws {
    let paths = [TestFonts.latin, TestFonts.compact, TestFonts.devanagari]
    let ranges = paths.flatMap { CatalogFace.faces(of: $0) }.map { $0.characters }
    let union = CharacterRanges(union: ranges)
    #expect(!union.containsAll)
    for scalar in UInt32(0)..<0x20000 {
      #expect(union.contains(scalar) == ranges.contains { $0.contains(scalar) })
    }
    #expect(!CharacterRanges(union: []).contains(0))
  }

  @Test func `a font that is only named for a script is passed over`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: TestFonts.compact, toPath: directory("Wrong-Devanagari.otf"))
    try FileManager.default.copyItem(atPath: TestFonts.devanagari, toPath: directory("Z.ttf"))
    let catalog = FontCatalog(directories: [directory.path])
    #expect(catalog.font(having: 0x928, weight: 400)?.path == directory("Z.ttf"))
    #expect(catalog.font(having: 0x1F600, weight: 400) == nil)
  }

  @Test func `a machine without fonts draws nothing`() throws {
    let stack = try FontStack(FontDescriptor(), in: FontCatalog(directories: ["/nowhere"]))
    #expect(stack.primary == nil)
    let layout = TextLayout(
      ShapedText("a", fonts: stack), TextAttributes(), in: .init(x: 0, y: 0, width: 9, height: 9))
    #expect(layout.lines.isEmpty)
  }

  @Test func `folders that link to themselves do not hang the search`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: TestFonts.devanagari, toPath: directory("something.ttf"))
    for name in ["truetype", "opentype", "a", "b", "c", "d"] {
      try FileManager.default.createSymbolicLink(
        atPath: directory(name), withDestinationPath: directory.path)
    }
    let catalog = FontCatalog(directories: [directory.path])
    #expect(catalog.font(family: "Nowhere", weight: 400, isItalic: false) == nil)
    #expect(catalog.font(family: "Lohit Devanagari", weight: 400, isItalic: false) != nil)
  }

  @Test func `a family in an obvious place is found without a look at other folders`() throws {
    let directory = try TemporaryDirectory()
    let place = directory("truetype/lohit")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: TestFonts.devanagari, toPath: place + "/Lohit-Devanagari.ttf")
    var folders = FontFolders()
    let files = folders.obviousFiles(of: "lohitdevanagari", below: [directory.path])
    #expect(files.map { $0.path } == [place + "/Lohit-Devanagari.ttf"])
    // A font of this name in another folder is found only by searching all folders.
    try FileManager.default.createDirectory(
      atPath: directory("elsewhere"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: TestFonts.devanagari, toPath: directory("elsewhere/Lohit-Devanagari.ttf"))
    folders = FontFolders()
    #expect(folders.obviousFiles(of: "lohitdevanagari", below: [directory.path]).count == 1)
    #expect(folders.allFiles(below: [directory.path]).count == 2)
  }

  @Test(arguments: ["Inter-3.19", "v2.138", "Inter-3.1.9", "1.0"])
  func `a folder named for a version is a folder`(name: String) throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory(name), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: TestFonts.compact, toPath: directory(name) + "/Inter-Regular.otf")
    let catalog = FontCatalog(directories: [directory.path])
    let font = catalog.font(family: "Inter", weight: 400, isItalic: false)
    #expect(font?.path == directory(name) + "/Inter-Regular.otf")
  }

  @Test func `a text of strange characters opens the fonts once`() throws {
    let stack = try FontStack(FontDescriptor(), in: catalog)
    let use = ThreadUse()
    let strange = String(
      String.UnicodeScalarView((0..<4_000).compactMap { Unicode.Scalar(0x30000 + $0) }))
    let text = ShapedText(strange, fonts: stack)
    #expect(text.paragraphs[0].runs.reduce(0) { $0 + $1.glyphs.count } == 4_000)
    // Each font opened for each character would take minutes.
    #expect(use.seconds < 30)
  }

  @Test func `directories come from fontconfig's files`() throws {
    let directory = try TemporaryDirectory()
    let file = directory("fonts.conf")
    let text = """
      <?xml version="1.0"?><fontconfig>
      <dir>/usr/share/fonts</dir> <dir>/opt/fonts</dir>
      <dir prefix="xdg">fonts</dir><dir>~/.fonts</dir><dir>/cut off
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    #expect(
      FontDirectories.configured(in: file)
        == ["/usr/share/fonts", "/opt/fonts", "~/.fonts", "/cut off"])
    #expect(FontDirectories.configured(in: directory("none")) == [])
    #expect(FontDirectories.standard.contains("/usr/share/fonts"))
    #expect(FontDirectories.standard.allSatisfy { $0.utf8.first == UInt8(ascii: "/") })
  }
}
