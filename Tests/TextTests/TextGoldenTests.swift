import Geometry
import Raster
import TestSupport
import Testing
import Text

/// Pictures of scripts and settings, to be looked at when they change.
struct TextGoldenTests {
  private func picture(
    _ string: String, fonts: FontStack, width: Int = 160, height: Int = 40,
    _ change: (inout TextAttributes) -> Void = { _ in }
  ) -> Image {
    let size = PixelSize(width: width, height: height)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    let area = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    var attributes = TextAttributes()
    attributes.size = 22
    attributes.verticalAlignment = .center
    change(&attributes)
    let text = ShapedText(string, fonts: fonts, hasLigatures: attributes.letterSpacing == 0)
    let inner = Rect(
      x: 4, y: 2, width: area.size.width - 8, height: area.size.height - 4)
    var commands = [
      DrawCommand(
        shape: .fill(.rect(area), .nonZero),
        paint: .color(Color(red: 0.96, green: 0.95, blue: 0.92))),
      DrawCommand(
        shape: .fill(.rect(inner), .nonZero),
        paint: .color(Color(red: 0.9, green: 0.88, blue: 0.84))),
    ]
    for line in TextLayout(text, attributes, in: inner).lines {
      commands.append(
        DrawCommand(
          shape: .fill(line.path, .nonZero),
          paint: .color(Color(red: 0.1, green: 0.2, blue: 0.35))))
    }
    Renderer().draw(commands, into: buffer.surface)
    let plain = PixelBuffer(size: buffer.size, format: .xrgb8888)
    Renderer([]).draw(commands, into: plain.surface)
    #expect(buffer.bytes == plain.bytes, "without fast paths")
    return buffer.makeImage()
  }

  @Test func `latin with kerning and ligatures`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    expectGolden(picture("AVATAR office", fonts: fonts), named: "latin")
  }

  @Test func `latin from CFF outlines`() throws {
    let fonts = try TestFonts.stack(TestFonts.compact)
    expectGolden(picture("Té AVA → 50%", fonts: fonts), named: "latin-cff")
  }

  @Test func `arabic joins its letters`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    expectGolden(picture("السلام ٥٠٪", fonts: fonts), named: "arabic")
  }

  @Test func `hebrew with numbers and latin`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    expectGolden(picture("שלום 42% (ab)", fonts: fonts) { $0.size = 19 }, named: "hebrew")
  }

  @Test func `devanagari forms its syllables`() throws {
    let fonts = try TestFonts.stack(TestFonts.devanagari)
    expectGolden(picture("हिन्दी क्षत्रिय", fonts: fonts), named: "devanagari")
  }

  @Test func `wrapped and justified`() throws {
    let fonts = try TestFonts.stack(TestFonts.compact)
    let image = picture(
      "The quick brown fox jumps over the lazy dog", fonts: fonts, height: 80
    ) {
      $0.size = 16
      $0.isWrapped = true
      $0.alignment = .justified
    }
    expectGolden(image, named: "wrapped")
  }

  @Test func `truncated in the middle`() throws {
    let fonts = try TestFonts.stack(TestFonts.compact)
    let image = picture("A long name of a file.tar.gz", fonts: fonts) {
      $0.size = 16
      $0.truncation = .middle
    }
    expectGolden(image, named: "truncated")
  }

  @Test func `stepped down to fit`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    let image = picture("Installing…", fonts: fonts) {
      $0.size = 120
      $0.minimumSize = 5
      $0.alignment = .center
    }
    expectGolden(image, named: "fit")
  }
}
