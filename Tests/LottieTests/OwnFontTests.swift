import Foundation
import Lottie
import Testing

/// Fonts that a file carries: all are Inter, which the machine has by a name of its own.
@Suite struct OwnFontTests {
  private static let path = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"

  private static func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func address(_ bytes: [UInt8], type: String = "font/otf") -> String {
    "data:\(type);base64," + Data(bytes).base64EncodedString()
  }

  /// - Parameter font: members of the font's entry, each with a comma behind it.
  private func canvas(
    family: String, _ font: String = "", read: @escaping (String) -> [UInt8]? = { _ in nil }
  ) throws -> LottieCanvas {
    let text = #"""
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 9, "w": 60, "h": 30,
       "fonts": {"list": [{\#(font) "fName": "F", "fFamily": "\#(family)", "fStyle": "Regular"}]},
       "layers": [{"ty": 5, "ip": 0, "op": 9, "ks": {"p": {"k": [2, 22]}}, "t": {"d": {"k": [
        {"t": 0, "s": {"t": "Rag", "f": "F", "s": 20, "j": 0, "fc": [1, 0, 0]}}]}}}]}
      """#
    return LottieCanvas(
      try LottieFile(parsing: Array(text.utf8), pictures: PictureSources(read: read)))
  }

  @Test func `a font in the file's own data draws its texts`() throws {
    let expected = try canvas(family: "Inter")
    #expect(expected.file.warnings.isEmpty)
    let stranger = try canvas(family: "No Such Family")
    #expect(stranger.picture().pixels != expected.picture().pixels)
    for origin in 0...3 {
      let address = Self.address(try Self.bytes())
      let own = try canvas(
        family: "No Such Family", #""fPath": "\#(address)", "origin": \#(origin),"#)
      #expect(own.picture().pixels == expected.picture().pixels)
      #expect(own.file.warnings.isEmpty)
    }
  }

  @Test func `a font in a file of its own is read by its path`() throws {
    let bytes = try Self.bytes()
    let own = try canvas(family: "No Such Family", #""fPath": "fonts/a.otf", "origin": 3,"#) {
      $0 == "fonts/a.otf" ? bytes : nil
    }
    #expect(own.picture().pixels == (try canvas(family: "Inter")).picture().pixels)
    #expect(own.file.warnings.isEmpty)
  }

  @Test(arguments: [
    (#""fPath": "data:font/woff2;base64,d09GMgABAAA=","#, "'F': it is a WOFF"),
    (#""fPath": "data:font/woff;base64,d09GRgABAAA=","#, "'F': it is a WOFF"),
    (#""fPath": "data:font/ttf;base64,AAAA","#, "'F': it is not a TrueType or OpenType font"),
    (#""fPath": "data:font/ttf,AAAA","#, "'F': its data are not base64"),
    (#""fPath": "a.ttf", "origin": 3,"#, "'F': its file 'a.ttf' is not there"),
    (#""fPath": "https://a.b/c.ttf", "origin": 3,"#, "and is not loaded from its address"),
    (#""fPath": "//a.b/c.ttf", "origin": 3,"#, "and is not loaded from its address"),
    (#""fPath": "style.css", "origin": 1,"#, "and is not loaded from its address"),
    (#""fPath": "", "origin": 0,"#, "'No Such Family' is not on this machine; another"),
  ])
  func `a font that cannot be used is named`(font: String, warning: String) throws {
    let canvas = try canvas(family: "No Such Family", font)
    // The drawing looks for fonts, too.
    #expect(canvas.picture().pixels == (try self.canvas(family: "No Such Family")).picture().pixels)
    #expect(canvas.file.warnings.count == 1)
    #expect(canvas.file.warnings.first?.contains(warning) == true)
    #expect(canvas.file.warnings.first?.hasSuffix("another one draws its texts") == true)
  }

  @Test func `a damaged font is named, or draws something`() throws {
    let bytes = try Self.bytes()
    let stranger = try canvas(family: "No Such Family")
    for count in [11, 12, 200, 4096, bytes.count / 2, bytes.count - 8] {
      let address = Self.address(Array(bytes.prefix(count)))
      let canvas = try canvas(family: "No Such Family", #""fPath": "\#(address)","#)
      _ = canvas.picture()
      #expect(canvas.file.warnings.first?.contains("cannot use the font 'F'") == true, "\(count)")
    }
    var namedCount = 0
    for place in stride(from: 0, to: bytes.count, by: bytes.count / 40) {
      var damaged = bytes
      for index in place..<min(place + 64, bytes.count) { damaged[index] ^= 0xFF }
      let canvas = try canvas(
        family: "No Such Family", #""fPath": "\#(Self.address(damaged))","#)
      let isNamed = canvas.file.warnings.first?.contains("cannot use the font 'F'") == true
      if isNamed { namedCount += 1 }
      let pixels = canvas.picture().pixels
      #expect(isNamed || pixels.contains { $0 != 0 }, "\(place)")
      // Another font stands in for one that is named.
      if isNamed { #expect(pixels == stranger.picture().pixels, "\(place)") }
    }
    #expect((1..<40).contains(namedCount))
  }

  /// Reads a file with texts in some of its fonts, whose files have a size.
  ///
  /// - Returns: the paths that were read, and the warnings.
  private func reading(
    _ paths: [String], usedCount: Int, size: Int
  ) throws -> (paths: [String], warnings: [String]) {
    let list = paths.indices.map {
      #"{"fName": "F\#($0)", "fFamily": "No Such", "fPath": "\#(paths[$0])"}"#
    }
    let texts = (0..<usedCount).map {
      #"{"t": \#($0), "s": {"t": "a", "f": "F\#($0)", "s": 20, "fc": [1, 0, 0]}}"#
    }
    let text = #"""
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 9, "w": 60, "h": 30,
       "fonts": {"list": [\#(list.joined(separator: ", "))]},
       "layers": [{"ty": 5, "ip": 0, "op": 9, "ks": {},
                   "t": {"d": {"k": [\#(texts.joined(separator: ", "))]}}}]}
      """#
    var read: [String] = []
    let file = try LottieFile(
      parsing: Array(text.utf8),
      pictures: PictureSources(read: { path in
        read.append(path)
        return [UInt8](repeating: 0, count: size)
      }))
    return (read, file.warnings)
  }

  @Test func `fonts beyond the limits are not read`() throws {
    let paths = (0..<70).map { "\($0).ttf" }
    let (most, warnings) = try reading(paths, usedCount: 70, size: 1)
    #expect(most == Array(paths.prefix(64)))
    #expect(warnings.count { $0.contains("has more than 64 of them") } == 6)
    // The second one passes the limit.
    let (large, notes) = try reading(Array(paths.prefix(5)), usedCount: 5, size: 20 << 20)
    #expect(large == ["0.ttf", "1.ttf"])
    #expect(notes.count { $0.contains("fonts have more than 32 MiB") } == 4)
  }

  @Test func `a font's file is read once, and only where a text names the font`() throws {
    let paths = [String](repeating: "a.ttf", count: 70)
    let (once, warnings) = try reading(paths + ["b.ttf"], usedCount: 70, size: 1 << 20)
    #expect(once == ["a.ttf"])
    #expect(warnings.count == 70)
    #expect(warnings.allSatisfy { $0.contains("it is not a TrueType or OpenType font") })
  }
}
