import Lottie
import Testing

/// Texts whose characters change by themselves: each is five wide, ten high and takes ten.
@Suite struct TextAnimatorTests {
  private let red: UInt32 = 0xFFFF_0000

  /// A text with values for its first character, or for another range.
  private func canvas(
    _ text: String, _ values: String, range: String = #""r": 2, "s": {"k": 0}, "e": {"k": 1}"#,
    at place: String = "[20, 30]"
  ) throws -> LottieCanvas {
    try LottieCanvas.text(
      text, at: place,
      animators: #"{"nm": "A", "s": {"t": 0, "sh": 1, \#(range)}, "a": {\#(values)}}"#)
  }

  @Test(arguments: [
    (#""r": 1, "s": {"k": 0}, "e": {"k": 50}"#, [false, true]),
    (#""r": 1, "s": {"k": 0}, "e": {"k": 50}, "o": {"k": 50}"#, [true, false]),
    (#""r": 2, "s": {"k": 2}, "e": {"k": 1}"#, [true, false]),
    (#""r": 1"#, [false, false]), (#""r": 2"#, [false, false]),
    (#""r": 1, "a": {"k": 0}"#, [true, true]),
  ])
  func `a range is in percents or in numbers of characters`(
    _ range: String, isSeen: [Bool]
  ) throws {
    let canvas = try canvas("xx", #""o": {"k": 0}"#, range: range)
    #expect(canvas.file.warnings.isEmpty)
    let picture = canvas.picture()
    #expect([22, 32].map { picture.pixel($0, 25) == red } == isSeen)
    #expect(picture.area == 50 * isSeen.count { $0 })
  }

  @Test(arguments: [1, 2]) func `spaces count or not`(basis: Int) throws {
    let range = #""r": 2, "b": \#(basis), "s": {"k": 2}, "e": {"k": 3}"#
    let picture = try canvas("x xx", #""o": {"k": 0}"#, range: range, at: "[0, 30]").picture()
    #expect(picture.pixel(17, 25) == (basis == 1 ? 0 : red))
    #expect(picture.pixel(27, 25) == (basis == 1 ? red : 0))
  }

  @Test func `a character is moved, scaled and turned about the middle of its baseline`() throws {
    let moved = try canvas("xx", #""p": {"k": [-10, 4]}"#).picture()
    #expect([12, 22, 32].map { moved.pixel($0, 33) == red } == [true, false, false])
    #expect(moved.pixel(32, 25) == red)
    let scaled = try canvas("x", #""s": {"k": [200, 200]}"#).picture()
    #expect(scaled.pixel(16, 11) == red)
    #expect(scaled.area == 200)
    let turned = try canvas("x", #""r": {"k": 90}"#).picture()
    #expect(turned.pixel(33, 27) == red)
    #expect(turned.pixel(22, 25) == 0)
    #expect(turned.area == 50)
  }

  @Test func `a later animator shows what an earlier one hides`() throws {
    let animators =
      #"{"a": {"o": {"k": 0}}}, {"s": {"r": 2, "s": {"k": 0}, "e": {"k": 1.5}}, "a": {"o": {"k": 100}}}"#
    let picture = try LottieCanvas.text("xx", animators: animators).picture()
    #expect(picture.pixel(22, 25) == red)
    #expect(abs(Double(picture.pixel(32, 25) >> 24) - 127.5) < 2)
  }

  @Test func `an anchor comes to where the character's own point was`() throws {
    let moved = try canvas("x", #""a": {"k": [2, -10]}"#).picture()
    #expect(moved.pixel(19, 35) == red && moved.pixel(22, 25) == 0)
    let scaled = try canvas("x", #""a": {"k": [5, -10]}, "s": {"k": [50, 50]}"#).picture()
    // The anchor is 5 right of and 10 above the middle of the baseline.
    #expect(scaled.pixel(21, 32) == red && scaled.pixel(21, 36) == 0)
  }

  @Test(arguments: [
    (#"{"g": 1, "a": {"k": [-100, 0]}}"#, [(28, 25)], [(17, 25), (22, 32)]),
    (#"{"g": 1, "a": {"k": [0, -100]}}"#, [(17, 35)], [(17, 15), (26, 25)]),
    (#"{"a": {"k": [{"t": 0, "s": [100, 0]}, {"t": 9, "s": [-100, 0]}]}}"#, [(15, 25)], [(21, 25)]),
  ])
  func `characters grow about a point beside their middle`(
    _ pivot: String, inside: [(Int, Int)], outside: [(Int, Int)]
  ) throws {
    let canvas = try LottieCanvas.text(
      "x", animators: #"{"a": {"s": {"k": [200, 200]}}}"#, pivot: pivot)
    #expect(canvas.file.warnings.isEmpty)
    let picture = canvas.picture()
    #expect(inside.allSatisfy { picture.pixel($0.0, $0.1) == red })
    #expect(outside.allSatisfy { picture.pixel($0.0, $0.1) == 0 })
  }

  @Test(arguments: [
    (1, "xx x", [23, 33], [21, 26, 31]), (2, "xx x", [26, 31], [23, 33]),
    (3, "x x", [27, 35], [23, 31]),
  ])
  func `words and lines shrink as one`(
    group: Int, text: String, inside: [Int], outside: [Int]
  ) throws {
    let picture = try LottieCanvas.text(
      text, animators: #"{"a": {"s": {"k": [50, 50]}}}"#, pivot: #"{"g": \#(group)}"#
    ).picture()
    #expect(inside.allSatisfy { picture.pixel($0, 28) == red })
    #expect(outside.allSatisfy { picture.pixel($0, 28) == 0 })
  }

  @Test func `a point of all characters is named`() throws {
    let canvas = try LottieCanvas.text(
      "x", animators: #"{"a": {"s": {"k": [50, 50]}}}"#, pivot: #"{"g": 4}"#)
    #expect(canvas.file.warnings.contains { $0.contains("middle of their own baseline") })
  }

  @Test func `a colour takes the place of the text's own`() throws {
    let picture = try canvas("xx", #""fc": {"k": [0, 0, 1, 1]}"#).picture()
    #expect(picture.pixel(22, 25) == 0xFF00_00FF)
    #expect(picture.pixel(32, 25) == red)
  }

  @Test(arguments: [2, 3]) func `a ramp reaches characters more and more`(shape: Int) throws {
    let range = #""r": 1, "sh": \#(shape), "s": {"k": 0}, "e": {"k": 100}"#
    let text = try LottieCanvas.text(
      "xxxx", at: "[0, 30]", animators: #"{"s": {\#(range)}, "a": {"o": {"k": 0}}}"#)
    let picture = text.picture()
    for index in 0..<4 {
      let part = (Double(index) + 0.5) / 4
      let alpha = Double(picture.pixel(10 * index + 2, 25) >> 24)
      #expect(abs(alpha - 255 * (shape == 2 ? 1 - part : part)) < 2)
    }
  }

  @Test func `a range moves`() throws {
    let range = #""r": 1, "s": {"k": [{"t": 0, "s": [0]}, {"t": 10, "s": [100]}]}, "e": {"k": 100}"#
    let canvas = try canvas("xx", #""o": {"k": 0}"#, range: range)
    for (frame, area) in [(0, 0), (5, 50), (9, 100), (5, 50), (0, 0)] {
      #expect(canvas.picture(at: Double(frame)).area == area)
    }
  }

  @Test(arguments: [
    (4, [0.25, 0.75, 0.75, 0.25]), (5, [0.661, 0.968, 0.968, 0.661]),
    (6, [0.146, 0.854, 0.854, 0.146]),
  ])
  func `a range may rise and fall`(shape: Int, parts: [Double]) throws {
    let range = #""r": 1, "sh": \#(shape), "s": {"k": 0}, "e": {"k": 100}"#
    let text = try LottieCanvas.text(
      "xxxx", at: "[0, 30]", animators: #"{"s": {\#(range)}, "a": {"o": {"k": 0}}}"#)
    #expect(text.file.warnings.isEmpty)
    let picture = text.picture()
    for (index, part) in parts.enumerated() {
      let alpha = Double(picture.pixel(10 * index + 2, 25) >> 24)
      #expect(abs(alpha - 255 * (1 - part)) < 2, "\(index): \(alpha)")
    }
  }

  @Test func `a range goes by words or by lines`() throws {
    func seen(_ text: String, _ basis: Int, _ places: [(Int, Int)]) throws -> [Bool] {
      let range = #""r": 2, "b": \#(basis), "s": {"k": 1}, "e": {"k": 2}"#
      let picture = try canvas(text, #""o": {"k": 0}"#, range: range, at: "[0, 12]").picture()
      return places.map { picture.pixel($0.0, $0.1) == red }
    }
    #expect(
      try seen("xx xx", 3, [(2, 8), (12, 8), (27, 8), (37, 8)]) == [true, true, false, false])
    // The line of the text is as high as the font says: 12 or more.
    let one = try canvas(
      "xx", #""o": {"k": 0}"#, range: #""r": 2, "b": 4, "s": {"k": 0}, "e": {"k": 1}"#)
    #expect(one.picture().area == 0)
  }

  @Test func `smoothness and ease change how a part is reached`() throws {
    func alpha(_ more: String) throws -> Double {
      let range = #""r": 2, "s": {"k": 0}, "e": {"k": 0.25}, \#(more)"#
      let picture = try canvas("xx", #""o": {"k": 0}"#, range: range).picture()
      return Double(picture.pixel(22, 25) >> 24) / 255
    }
    #expect(abs(try alpha(#""sm": {"k": 100}"#) - 0.75) < 0.02)
    // A quarter is before the threshold of a half.
    #expect(try alpha(#""sm": {"k": 0}"#) == 1)
    #expect(try alpha(#""ne": {"k": 100}"#) > 0.8)
  }

  @Test func `a random order reaches each character once, and is always the same`() throws {
    let animators = #"{"s": {"r": 2, "rn": 1, "s": {"k": 0}, "e": {"k": 2}}, "a": {"o": {"k": 0}}}"#
    let text = try LottieCanvas.text("xxxxx", at: "[0, 30]", animators: animators)
    let picture = text.picture()
    // The fifth one is outside of the picture.
    #expect(picture.area == 100)
    #expect(text.picture().pixels == picture.pixels)
    #expect((0..<2).contains { picture.pixel(10 * $0 + 2, 25) == red })
  }

  @Test func `tracking moves the characters behind, and strokes have values of their own`() throws {
    let wide = try canvas("xx", #""t": {"k": 10}"#, at: "[0, 30]").picture()
    let plain = try canvas("xx", "", at: "[0, 30]").picture()
    #expect([2, 12, 22].map { plain.pixel($0, 25) == red } == [true, true, false])
    // Half of the first character's tracking lies behind it, and none before it.
    #expect([2, 12, 17].map { wide.pixel($0, 25) == red } == [true, false, true])
    let skewed = try canvas("x", #""sk": {"k": 45}"#, at: "[10, 30]").picture()
    #expect(skewed.pixel(12, 29) == red)
    #expect(skewed.pixel(12, 21) == 0)
    let clear = try canvas("xx", #""fo": {"k": 0}"#).picture()
    #expect(clear.area == 50)
  }

  @Test(arguments: [(0, [2, 22], 0), (1, [12, 32], 40), (2, [7, 27], 20)])
  func `tracking leaves no space at the ends of a line`(
    justification: Int, inside: [Int], left: Int
  ) throws {
    let picture = try LottieCanvas.text(
      "xx", at: "[\(left), 30]", justification: justification,
      animators: #"{"a": {"t": {"k": 10}}}"#
    ).picture()
    #expect(inside.allSatisfy { picture.pixel($0, 25) == red })
    #expect(picture.area == 100)
  }

  @Test(
    arguments: [
      (#""fh": {"k": 120}"#, 0xFF00_FF00), (#""fh": {"k": -480}"#, 0xFF00_00FF),
      (#""fs": {"k": -100}"#, 0xFFFF_FFFF), (#""fb": {"k": -100}"#, 0xFF00_0000),
      (#""fh": {"k": 60}, "fs": {"k": 50}"#, 0xFFFF_FF00),
      (#""fc": {"k": [0, 0, 1]}, "fh": {"k": 120}"#, 0xFFFF_0000),
    ] as [(String, UInt32)])
  func `a colour's hue, saturation and brightness change`(
    _ values: String, color: UInt32
  ) throws {
    let canvas = try canvas("xx", values)
    #expect(canvas.file.warnings.isEmpty)
    let picture = canvas.picture()
    #expect(picture.pixel(22, 25) == color)
    #expect(picture.pixel(32, 25) == red)
  }

  @Test func `an outline's hue changes by itself`() throws {
    let picture = try LottieCanvas.text(
      "x", more: #""sc": [1, 0, 0], "sw": 4, "of": true,"#,
      animators: #"{"a": {"sh": {"k": 120}, "ss": {"k": 0}, "sb": {"k": 0}}}"#
    ).picture()
    #expect(picture.pixel(20, 25) == 0xFF00_FF00)
    #expect(picture.pixel(22, 25) == red)
  }

  @Test(arguments: [
    (#""r": 1, "sh": 7"#, "shape that is not known"), (#""r": 1, "b": 5"#, "not known"),
    (#""r": 1, "t": 1"#, "expression"),
  ])
  func `an unsupported selector has a warning with its reason`(
    _ range: String, _ reason: String
  ) throws {
    let text = try LottieCanvas.text(
      "xx", animators: #"{"nm": "A", "s": {\#(range)}, "a": {"o": {"k": 0}}}"#)
    #expect(text.file.warnings.count == 1)
    #expect(text.file.warnings.allSatisfy { $0.contains(reason) && $0.contains("animator 'A'") })
    #expect(text.picture().area == 100)
    let other = try canvas("xx", #""bl": {"k": 5}, "o": {"k": 0}"#)
    #expect(other.file.warnings.count == 1)
    #expect(other.picture().area == 50)
  }

  /// A text in DejaVu Sans, which `scripts/setup test` installs, 80 wide, that has no characters of
  /// its own.
  private func fontCanvas(
    _ text: String, _ more: String, animators: String = "", left: Int = 5
  ) throws -> LottieCanvas {
    try LottieCanvas(
      #"{"ty": 5, "ip": 0, "op": 9, "ks": {"p": {"k": [\#(left), 15]}}, "t": {"a": [\#(animators)], "d": {"k": [{"t": 0, "s": "#
        + #"{"t": "\#(text)", "f": "FR", "s": 12, "j": 0, "tr": 0, "lh": 14, \#(more) "fc": [1, 0, 0]}}]}}}"#,
      more: #""fonts": {"list": [{"fName": "FR", "fFamily": "DejaVu Sans", "fStyle": "R"}]},"#,
      width: 80, height: 80)
  }

  private func rightEdge(_ picture: LottieCanvas.Picture) -> Int {
    picture.pixels.indices.reduce(0) {
      picture.pixels[$1] >> 24 > 60 ? max($0, $1 % picture.width) : $0
    }
  }

  @Test func `spaces of the machine's fonts are as wide between characters that change`() throws {
    let plain = try fontCanvas("i i  i i", "").picture()
    let changed = try fontCanvas("i i  i i", "", animators: #"{"a": {"r": {"k": 0}}}"#).picture()
    // The last i is 25.3 behind the first, and its stem ends 2.2 behind its beginning.
    #expect(31...33 ~= rightEdge(plain), "\(rightEdge(plain))")
    #expect(31...33 ~= rightEdge(changed), "\(rightEdge(changed))")
  }

  @Test func `spaces count where lines are broken`() throws {
    let picture = try fontCanvas(
      "i i i i i i i i i i i i i", #""sz": [30, 60], "ps": [0, -12],"#
    ).picture()
    // Lines of four have 24.8 of 30; the fifth i would begin at 28.6.
    #expect(27...29 ~= rightEdge(picture), "\(rightEdge(picture))")
  }

  @Test(arguments: [(0, 27...29), (3, 32...34), (6, 32...34)])
  func `spaces of a justified line fill its box`(
    justification: Int, edge: ClosedRange<Int>
  ) throws {
    let picture = try fontCanvas(
      "i i i i i i i i", #""j": \#(justification), "sz": [30, 60], "ps": [0, -12],"#
    ).picture()
    #expect(edge ~= rightEdge(picture), "\(rightEdge(picture))")
  }

  @Test func `words of a justified line from right to left keep their order`() throws {
    // A line that ends with a narrow letter on its left side.
    let text = "\u{5DD}\u{5DD}\u{5DD} \u{5D5}\u{5D5}"
    let (usual, justified) = try (
      fontCanvas(text, #""j": 0, "sz": [60, 60], "ps": [0, -12],"#).picture(),
      fontCanvas(text, #""j": 6, "sz": [60, 60], "ps": [0, -12],"#).picture()
    )
    func columns(_ picture: LottieCanvas.Picture) -> Set<Int> {
      Set(
        picture.pixels.indices.filter { picture.pixels[$0] >> 24 > 60 }.map { $0 % picture.width })
    }
    let (left, right) = (columns(usual).min() ?? 0, columns(justified).max() ?? 0)
    #expect(columns(usual).filter { $0 < left + 8 } == columns(justified).filter { $0 < left + 8 })
    #expect(63...66 ~= right, "\(right)")
  }

  @Test(arguments: [(1, 500, 6), (2, 500, 3), (1, -1000, -12), (2, -1000, -6)])
  func `a line's last character has its tracking behind it`(
    justification: Int, tracking: Int, shift: Int
  ) throws {
    let justified = #""j": \#(justification),"#
    let tight = try fontCanvas("o", justified, left: 60).picture()
    // Thousandths of an em, which is 12.
    let tracked = justified + #" "tr": \#(tracking),"#
    let plain = try fontCanvas("o", tracked, left: 60).picture()
    #expect(rightEdge(tight) - rightEdge(plain) == shift)
    let changed = try fontCanvas(
      "o", tracked, animators: #"{"a": {"r": {"k": 0}}}"#, left: 60
    ).picture()
    #expect(rightEdge(plain) == rightEdge(changed))
  }
}
