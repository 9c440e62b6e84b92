import Geometry
import Raster
import Testing

@testable import Lottie

/// Files that are read, warned of and refused.
@Suite struct DocumentTests {
  @Test func `an animation is known by its members`() throws {
    func isLottie(_ text: String) throws -> Bool {
      try Sketch.reading(text) { LottieFile.isLottie($0) }
    }
    #expect(try isLottie(#"{"v": "5", "fr": 30, "ip": 0, "op": 9, "layers": []}"#))
    #expect(try !isLottie(#"{"layers": [], "controls": []}"#))
    #expect(try !isLottie("[]"))
  }

  @Test func `a file without time or size is refused`() {
    for text in [
      #"{"fr": 0, "ip": 0, "op": 9, "w": 9, "h": 9, "layers": []}"#,
      #"{"fr": 30, "ip": 9, "op": 9, "w": 9, "h": 9, "layers": []}"#,
      #"{"fr": 30, "ip": 0, "op": 9, "w": 0, "h": 9, "layers": []}"#,
      #"{"fr": 30, "ip": 0, "op": 1e300, "w": 9, "h": 9, "layers": []}"#, "{", "3",
    ] {
      #expect(throws: LottieError.self) { try LottieFile(parsing: Array(text.utf8)) }
    }
  }

  /// A file whose assets are pictures at the given paths, without layers.
  private func file(
    _ paths: [String], _ pictures: PictureSources
  ) throws -> LottieFile {
    let assets = paths.enumerated().map { #"{"id": "\#($0)", "w": 9, "h": 9, "p": "\#($1)"}"# }
    let text =
      #"{"fr": 30, "ip": 0, "op": 9, "w": 9, "h": 9, "layers": [], "assets": ["#
      + assets.joined(separator: ", ") + "]}"
    return try LottieFile(parsing: Array(text.utf8), pictures: pictures)
  }

  @Test func `a picture of several assets is read and decoded once`() throws {
    var read: [String] = []
    var decodeCount = 0
    let sources = PictureSources(
      read: {
        read.append($0)
        return $0 == "c" ? nil : [1, 2, 3]
      },
      decode: { _, _ in
        decodeCount += 1
        return nil
      })
    let file = try file(["a", "b", "a", "c", "c", "a", "b"], sources)
    #expect(read == ["a", "b", "c"])
    #expect(decodeCount == 2)
    // Each asset is named all the same.
    #expect(file.warnings.count == 7)
    read = []
    let data = "data:image/webp;base64,AAAA"
    _ = try self.file([data, data], sources)
    #expect(read.isEmpty && decodeCount == 3)
  }

  @Test func `a path that looks like data leaves pictures of these data alone`() throws {
    let text =
      #"{"fr": 30, "ip": 0, "op": 9, "w": 9, "h": 9, "layers": [], "assets": ["#
      + #"{"id": "a", "u": "data:image/webp;base64,", "p": "AAAA"}, "#
      + #"{"id": "b", "p": "data:image/webp;base64,AAAA"}]}"#
    var decodeCount = 0
    let sources = PictureSources(decode: { _, _ in
      decodeCount += 1
      return nil
    })
    let file = try LottieFile(parsing: Array(text.utf8), pictures: sources)
    #expect(decodeCount == 1)
    try #require(file.warnings.count == 2)
    #expect(file.warnings[0].contains("is not there or too large"))
    #expect(file.warnings[1].contains("of a kind that is not read"))
  }

  @Test func `damaged pictures count as much as whole ones`() throws {
    // The header of a PNG of 6000 by 4000 pixels, with nothing behind it.
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let header = start + Array("IHDR".utf8) + [0, 0, 0x17, 0x70, 0, 0, 0x0F, 0xA0, 8, 6, 0, 0, 0]
    var left: [Int] = []
    let sources = PictureSources(
      read: { _ in header + [0, 0, 0, 0] },
      decode: { _, pixelCount in
        left.append(pixelCount)
        return nil
      })
    _ = try file(["a", "b", "c"], sources)
    #expect(left == [48 << 20, (48 << 20) - 24_000_000, (48 << 20) - 48_000_000])
  }

  @Test func `duration and markers are read`() throws {
    let canvas = try LottieCanvas(
      "", more: #""markers": [{"cm": "loop", "tm": 5, "dr": 20}],"#, end: 25)
    #expect(canvas.file.duration == 2.5)
    #expect(canvas.file.markers == [LottieMarker(name: "loop", start: 5, duration: 20)])
  }

  @Test func `of equal keys in an object the last one counts, with a warning`() throws {
    let canvas = try LottieCanvas(Sketch.solid("#ff0000", more: "\n \"sc\": \"#0000ff\","))
    #expect(canvas.picture().pixel(20, 20) == 0xFFFF_0000)
    let lines = ["line 4, column 22: a key is in its object before, and this one, the last, counts"]
    #expect(canvas.file.warnings == lines)
  }

  @Test func `each feature that is not drawn has a warning with its place`() throws {
    let canvas = try LottieCanvas(
      #"""
      {"ty": 13, "nm": "Eye", "ip": 0, "op": 9, "ks": {}},
      {"ty": 4, "nm": "Wave", "ip": 0, "op": 9, "bm": 17,
       "ks": {"r": {"k": 5, "x": "wiggle(1, 2)"}},
       "ef": [{"ty": 34, "nm": "Puppet", "ef": []}],
       "shapes": [{"ty": "gr", "nm": "G", "it": [
         {"ty": "tw", "nm": "Turn"},
         {"ty": "st", "nm": "S", "w": {"k": 1}, "c": {"k": [1, 0, 0]}, "ml": 4,
          "ml2": {"a": 1, "k": [{"t": 0, "s": [4]}, {"t": 9, "s": [1]}]}}]}]}
      """#)
    #expect(
      canvas.file.warnings == [
        "layer 'Eye': a camera is not supported; layers in space are seen from straight ahead",
        "layer 'Wave': an expression is not supported; its keyframes are used",
        "layer 'Wave', shape 'G', shape 'Turn': a twist is not drawn",
        "layer 'Wave', shape 'G', shape 'S': a miter limit that changes (`ml2`) stays as `ml` gives it",
        "layer 'Wave', effect 'Puppet': an effect of this kind is not drawn",
        "layer 'Wave': hard mix is drawn as normal",
      ])
  }

  @Test func `a picture in the file is stretched to its size`() throws {
    // Two pixels, red and blue.
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
    let canvas = try LottieCanvas(
      #"{"ty": 2, "refId": "i", "ip": 0, "op": 9, "ks": {}}"#,
      more: #""assets": [{"id": "i", "w": 40, "h": 20, "p": "data:image/png;base64,\#(png)"}],"#)
    #expect(canvas.file.warnings.isEmpty)
    let picture = canvas.picture()
    #expect(picture.pixel(2, 10) == 0xFFFF_0000)
    #expect(picture.pixel(37, 10) == 0xFF00_00FF)
    #expect(picture.pixel(20, 21) == 0)
  }

  @Test func `a missing picture and one of another format have a warning`() throws {
    for (address, part) in [
      ("images/a.png", "not there"), ("data:image/webp;base64,AAAA", "of a kind that is not read"),
      ("data:image/png,%00", "not base64"),
    ] {
      let canvas = try LottieCanvas(
        #"{"ty": 2, "refId": "i", "ip": 0, "op": 9, "ks": {}}"#,
        more: #""assets": [{"id": "i", "w": 9, "h": 9, "p": "\#(address)"}],"#)
      #expect(canvas.file.warnings.count == 1)
      #expect(canvas.file.warnings[0].contains(part))
      #expect(canvas.picture().area == 0)
    }
  }

  @Test func `base64 is read to the byte`() {
    #expect(DataAddress.bytes(of: "data:;base64,AQID") == [1, 2, 3])
    #expect(DataAddress.bytes(of: "data:image/png;base64,/+8=") == [255, 239])
    #expect(DataAddress.bytes(of: "data:;base64,A!") == nil)
    #expect(DataAddress.bytes(of: "data:text/plain,AQID") == nil)
  }

  @Test func `a character that is not among the file's own leaves the others`() throws {
    let canvas = try LottieCanvas.text("x?")
    let picture = canvas.picture()
    for y in 20..<30 {
      #expect((20..<25).allSatisfy { picture.pixel($0, y) == 0xFFFF_0000 })
      #expect((25..<30).allSatisfy { picture.pixel($0, y) == 0 })
    }
    #expect(
      canvas.file.warnings.first
        == "layer: the character '?' is not among the file's own ones (chars); a font of this machine draws it"
    )
    #expect(try LottieCanvas.text("x x").file.warnings.isEmpty)
  }

  @Test(arguments: [("xxxxx", 2), ("x xxx", 1)])
  func `a word that is longer than its box goes on in the next line`(
    _ word: String, first: Int
  ) throws {
    let picture = try LottieCanvas.text(
      word, at: "[0, 0]", more: #""sz": [20, 40], "ps": [0, 2.5],"#
    ).picture()
    func isSet(_ x: Int, _ y: Int) -> Bool { picture.pixel(x, y) == 0xFFFF_0000 }
    #expect([2, 12, 22, 32].map { isSet($0, 5) } == [true, first == 2, false, false])
    #expect([2, 12, 22, 32].map { isSet($0, 17) } == [true, true, false, false])
    #expect([2, 12, 22, 32].map { isSet($0, 29) } == [true, false, false, false])
  }

  @Test(arguments: [(3, 2), (4, 20), (5, 11), (6, 2)], ["", #"{"a": {"r": {"k": 0}}}"#])
  func `lines but the last fill their box if they are justified`(
    _ text: (justification: Int, last: Int), animators: String
  ) throws {
    let canvas = try LottieCanvas.text(
      "x x x", at: "[0, 0]", justification: text.justification,
      more: #""sz": [28, 40], "ps": [0, 2.5],"#, animators: animators)
    #expect(canvas.file.warnings.isEmpty)
    let picture = canvas.picture()
    func isSet(_ x: Int, _ y: Int) -> Bool { picture.pixel(x, y) == 0xFFFF_0000 }
    #expect([2, 16, 20, 22].map { isSet($0, 5) } == [true, false, true, true])
    #expect([2, 11, 20].map { isSet($0, 17) } == [2, 11, 20].map { $0 == text.last })
    #expect(picture.area == 150)
  }

  @Test func `a last line that is justified, too, fills its box`() throws {
    let picture = try LottieCanvas.text(
      "x x", at: "[0, 0]", justification: 6, more: #""sz": [28, 40], "ps": [0, 2.5],"#
    ).picture()
    #expect(picture.pixel(16, 5) == 0 && picture.pixel(22, 5) == 0xFFFF_0000)
  }

  @Test func `a text is set with the file's own characters`() throws {
    func picture(_ justification: Int) throws -> LottieCanvas.Picture {
      try LottieCanvas.text("xx", justification: justification).picture()
    }
    let left = try picture(0)
    #expect(left.pixel(21, 25) == 0xFFFF_0000)
    #expect(left.pixel(26, 25) == 0)
    #expect(left.pixel(31, 25) == 0xFFFF_0000)
    #expect(left.area == 100)
    #expect(try picture(1).pixel(1, 25) == 0xFFFF_0000)
    #expect(try picture(2).pixel(11, 25) == 0xFFFF_0000)
  }

  /// Each file has a red layer above one that takes more work than a drawing may and is left out.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // Texts, stars, and changes of them.
      (
        16, 1,
        #"{"ty": 5, "ip": 0, "op": 9, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"t": "\#(String(repeating: " ", count: 4000))", "f": "FR", "s": 10, "j": 0, "tr": 0, "lh": 12, "fc": [1, 0, 0]}}]}}}"#
      ),
      (
        1, 600,
        #"{"ty": "sr", "sy": 1, "p": {"k": [20, 20]}, "pt": {"k": 4096}, "r": {"k": 0}, "ir": {"k": 5}, "or": {"k": 18}, "is": {"k": 0}, "os": {"k": 0}}"#
      ),
      (
        1, 40,
        #"{"ty": "sr", "sy": 1, "p": {"k": [20, 20]}, "pt": {"k": 4096}, "r": {"k": 0}, "ir": {"k": 5}, "or": {"k": 18}, "is": {"k": 0}, "os": {"k": 0}}, {"ty": "pb", "a": {"k": 1}}"#
      ),
    ])
  func `work beyond the budget is left out`(layers: Int, count: Int, text: String) throws {
    func picture(_ layers: Int, _ count: Int) throws -> LottieCanvas.Picture {
      let items = Array(repeating: text, count: count).joined(separator: ",")
      let layer = text.hasPrefix(#"{"ty": 5"#) ? text : Sketch.shapes(items)
      let list = [Sketch.solid("#ff0000")] + Array(repeating: layer, count: layers)
      return try LottieCanvas(list.joined(separator: ",")).picture()
    }
    #expect(try picture(layers, count).pixel(20, 20) == 0)
    #expect(try picture(1, 2).pixel(20, 20) == 0xFFFF_0000)
  }

  @Test func `missing fonts are named, as many as there may be warnings`() throws {
    let texts = (0..<120).map { index in
      #"{"ty": 5, "ip": 0, "op": 9, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"t": "x", "f": "No Font \#(index)", "s": 10}}]}}}"#
    }
    let few = try LottieCanvas(texts[0...2].joined(separator: ",")).file.warnings
    #expect(few.count == 3)
    #expect(Set(few).count == 3)
    #expect(try LottieCanvas(texts.joined(separator: ",")).file.warnings.count == 100)
  }

  @Test func `effects change a layer's finished pixels`() throws {
    func picture(_ effect: String) throws -> LottieCanvas.Picture {
      try LottieCanvas(
        Sketch.solid(
          "#ff0000", width: 10, height: 10, ks: #"{"p": {"k": [10, 10]}}"#,
          more: #""ef": [\#(effect)],"#)
      ).picture()
    }
    let fill = try picture(
      #"{"ty": 21, "ef": [{}, {}, {"v": {"k": [0, 0, 1, 1]}}, {}, {}, {}, {"v": {"k": 1}}]}"#)
    #expect(fill.pixel(15, 15) == 0xFF00_00FF)
    #expect(fill.pixel(5, 5) == 0)
    // Red has .2126 of the light.
    let tint = try picture(
      #"{"ty": 20, "ef": [{"v": {"k": [0, 0, 0]}}, {"v": {"k": [1, 1, 1]}}, {"v": {"k": 100}}]}"#)
    #expect(tint.pixel(15, 15) == 0xFF36_3636)
    let shadow = try picture(
      #"{"ty": 25, "ef": [{"v": {"k": [0, 0, 1]}}, {"v": {"k": 127.5}}, {"v": {"k": 90}}, {"v": {"k": 10}}, {"v": {"k": 0}}]}"#
    )
    #expect(shadow.pixel(15, 15) == 0xFFFF_0000)
    #expect(shadow.pixel(25, 15) == 0x8000_0080)
    #expect(shadow.pixel(15, 25) == 0)
    let style = try LottieCanvas(
      Sketch.solid(
        "#ff0000", width: 10, height: 10, ks: #"{"p": {"k": [10, 10]}}"#,
        more:
          #""sy": [{"ty": 1, "c": {"k": [0, 0, 1]}, "o": {"k": 50}, "a": {"k": 90}, "d": {"k": 10}, "s": {"k": 0}}],"#
      )
    ).picture()
    #expect(style.pixel(15, 25) == 0x8000_0080)
    #expect(style.pixel(25, 15) == 0)
    let blur = try picture(
      #"{"ty": 29, "ef": [{"v": {"k": 10}}, {"v": {"k": 1}}, {"v": {"k": 0}}]}"#)
    #expect(blur.pixel(15, 15) >> 24 < 255)
    // Half of the light is at the edge.
    #expect(abs(Int(blur.pixel(10, 15) >> 24) + Int(blur.pixel(9, 15) >> 24) - 230) < 40)
  }

  @Test func `a transform outside of a group is named`() throws {
    let shapes = Sketch.rect(20, 20, 10, 10) + "," + Sketch.fill(1, 0, 0)
    let moved = try LottieCanvas(
      Sketch.shapes(shapes + #", {"ty": "tr", "nm": "place", "p": {"k": [9, 0]}}"#))
    #expect(
      moved.file.warnings.map { $0.suffix(80) } == [
        "shape 'place': a transform outside of a group has no effect, as in Apple's systems"
          .suffix(80)
      ])
    #expect(moved.picture().pixels == (try LottieCanvas(Sketch.shapes(shapes))).picture().pixels)
  }
}
