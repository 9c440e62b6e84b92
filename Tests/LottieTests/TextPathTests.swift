import Lottie
import Testing

/// Texts that follow a mask of their layer: each character is five wide, ten high and takes ten.
@Suite struct TextPathTests {
  private let red: UInt32 = 0xFFFF_0000

  /// - Parameters:
  ///   - path: members of the text's path, each with a comma behind it.
  ///   - vertices: of the mask that it follows.
  private func picture(
    _ text: String, _ path: String, _ vertices: String, isClosed: Bool = false,
    justification: Int = 0
  ) throws -> LottieCanvas.Picture {
    let glyph =
      #"{"ch": "x", "fFamily": "F", "style": "R", "size": 10, "w": 100, "data": {"shapes": ["#
      + #"{"ty": "gr", "it": [{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [50, 0], [50, -100], "#
      + #"[0, -100]], "i": [], "o": []}}}]}]}}"#
    let canvas = try LottieCanvas(
      #"{"ty": 5, "ip": 0, "op": 9, "ks": {}, "masksProperties": [{"mode": "n", "pt": {"k": {"#
        + #""c": \#(isClosed), "v": [\#(vertices)], "i": [], "o": []}}}], "#
        + #""t": {"p": {\#(path) "m": 0}, "d": {"k": [{"t": 0, "s": "#
        + #"{"t": "\#(text)", "f": "FR", "s": 10, "j": \#(justification), "tr": 0, "lh": 12, "#
        + #""fc": [1, 0, 0]}}]}}}"#,
      more:
        #""fonts": {"list": [{"fName": "FR", "fFamily": "F", "fStyle": "R", "ascent": 75}]}, "chars": [\#(glyph)],"#
    )
    #expect(canvas.file.warnings.isEmpty)
    return canvas.picture()
  }

  @Test func `characters turn with the outline`() throws {
    // To the right along y = 20, and then down along x = 20.
    let path = "[0, 20], [20, 20], [20, 40]"
    let turned = try picture("xxx", #""p": {"k": 1},"#, path)
    #expect([2, 12].map { turned.pixel($0, 15) == red } == [true, true])
    #expect(turned.pixel(25, 22) == red && turned.pixel(22, 15) == 0)
    #expect(turned.area == 150)
    let upright = try picture("xxx", #""p": {"k": 0},"#, path)
    // Its middle, five from its left end, is at (20, 25).
    #expect(upright.pixel(17, 16) == red && upright.pixel(25, 22) == 0)
  }

  @Test func `margins and the alignment say where the text begins`() throws {
    let path = "[0, 20], [40, 20]"
    func places(_ margins: String, _ justification: Int) throws -> [Bool] {
      let picture = try picture("x", margins, path, justification: justification)
      return [2, 7, 12, 17, 22, 27, 32, 37].map { picture.pixel($0, 15) == red }
    }
    func only(_ index: Int) -> [Bool] { (0..<8).map { $0 == index } }
    #expect(try places(#""f": {"k": 10}, "l": {"k": -20},"#, 0) == only(2))
    // Its right end is ten behind its left one, half of which is empty.
    #expect(try places(#""f": {"k": 10}, "l": {"k": -10},"#, 1) == only(4))
    #expect(try places(#""f": {"k": 10}, "l": {"k": -10},"#, 2) == only(3))
  }

  @Test func `a reversed text stands on the other side`() throws {
    let picture = try picture("x", #""p": {"k": 1}, "r": {"k": 1},"#, "[0, 20], [40, 20]")
    #expect(picture.pixel(37, 25) == red && picture.pixel(37, 15) == 0)
  }

  @Test func `a forced text reaches from end to end`() throws {
    let picture = try picture("xxx", #""a": {"k": 1},"#, "[0, 20], [40, 20]")
    #expect([2, 17, 32].map { picture.pixel($0, 15) == red } == [true, true, true])
    #expect([12, 22].map { picture.pixel($0, 15) } == [0, 0])
  }

  @Test func `a text goes on beyond an open outline, and around a closed one`() throws {
    let open = try picture("xx", #""p": {"k": 1}, "f": {"k": -5},"#, "[10, 20], [12, 20]")
    #expect([7, 17].map { open.pixel($0, 15) == red } == [true, true])
    // Around a square of twenty, from its left upper corner.
    let square = "[10, 10], [30, 10], [30, 30], [10, 30]"
    let closed = try picture(
      "x", #""p": {"k": 1}, "f": {"k": -10},"#, square, isClosed: true)
    #expect(closed.pixel(5, 17) == red && closed.pixel(5, 12) == 0)
  }

  @Test func `a mask that is not there is named`() throws {
    let canvas = try LottieCanvas(
      #"{"ty": 5, "nm": "T", "ip": 0, "op": 9, "ks": {}, "t": {"p": {"m": 0}, "d": {"k": []}}}"#)
    #expect(
      canvas.file.warnings
        == ["layer 'T': the mask 0 that the text follows is not there; its lines are straight"])
  }
}
