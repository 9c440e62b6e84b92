import Testing

@testable import Lottie

/// Merged paths and offsets, as further entries, groups and repeaters see them.
@Suite struct AreaTests {
  private let red: UInt32 = 0xFFFF_0000
  /// From 5 to 25 and from 15 to 35 across, from 10 to 30 down.
  private let pair = Sketch.rect(15, 20, 20, 20) + "," + Sketch.rect(25, 20, 20, 20)
  private let paint = "," + Sketch.fill(1, 0, 0)

  private func merge(_ mode: Int) -> String { #", {"ty": "mm", "mm": \#(mode)}"# }

  private func offset(_ amount: Double) -> String {
    #", {"ty": "op", "a": {"k": \#(amount)}, "lj": 1, "ml": {"k": 4}}"#
  }

  private func repeater(_ count: Int, x: Double = 0, y: Double = 0) -> String {
    #", {"ty": "rp", "c": {"k": \#(count)}, "o": {"k": 0}, "m": 1, "tr": {"p": {"k": [\#(x), \#(y)]}}}"#
  }

  private func trim(_ end: Double) -> String {
    #", {"ty": "tm", "s": {"k": 0}, "e": {"k": \#(end)}, "o": {"k": 0}, "m": 2}"#
  }

  private func picture(_ items: String) throws -> LottieCanvas.Picture {
    try LottieCanvas(Sketch.shapes(items)).picture()
  }

  @Test(arguments: [
    (2, true, true, true), (3, true, false, false), (4, false, true, false), (5, true, false, true),
  ])
  func `a fill outside of a group has the merged area in it`(
    mode: Int, left: Bool, both: Bool, right: Bool
  ) throws {
    let picture = try picture(
      Sketch.group(pair + merge(mode), tr: #""p": {"k": [2, 0]}"#) + paint)
    #expect((picture.pixel(10, 20) == red) == left)
    #expect((picture.pixel(22, 20) == red) == both)
    #expect((picture.pixel(34, 20) == red) == right)
  }

  @Test func `a path after a merge is beside the merged area`() throws {
    let shared = try picture(pair + merge(4) + "," + Sketch.rect(5, 5, 6, 6) + paint)
    #expect(shared.pixel(20, 20) == red)
    #expect(shared.pixel(8, 20) == 0)
    #expect(shared.pixel(5, 5) == red)
    #expect(shared.area == 10 * 20 + 6 * 6)
    let cut = try picture(pair + merge(3) + "," + Sketch.rect(20, 20, 6, 6) + paint)
    #expect(cut.area == 10 * 20 + 3 * 6 + 3 * 6)
    #expect(cut.pixel(20, 20) == red)
  }

  @Test func `a merge of a merged area takes it as one`() throws {
    // The right rectangle without the left one, and the upper part of this.
    let upper = try picture(
      Sketch.rect(25, 20, 20, 20) + "," + Sketch.rect(15, 20, 20, 20) + merge(3) + ","
        + Sketch.rect(20, 10, 40, 20) + merge(4) + paint)
    #expect(upper.area == 10 * 10)
    #expect(upper.pixel(30, 15) == red)
    // The rest of the left rectangle, and a bar over it: the area that lies in only one of them.
    let odd = try picture(
      pair + merge(3) + "," + Sketch.rect(20, 20, 40, 4) + merge(5) + paint)
    #expect(odd.area == 10 * 20 - 10 * 4 + 30 * 4)
    #expect(odd.pixel(8, 20) == 0)
    #expect(odd.pixel(8, 12) == red)
    #expect(odd.pixel(30, 20) == red)
    // A hole of paths that mode 1 merged is left where others are added.
    let ring =
      Sketch.rect(20, 20, 30, 30) + "," + Sketch.rect(20, 20, 10, 10, isReversed: true) + merge(1)
    let added = try picture(ring + "," + Sketch.rect(2, 20, 4, 4) + merge(2) + paint)
    #expect(added.pixel(20, 20) == 0)
    #expect(added.pixel(8, 20) == red)
    #expect(added.pixel(2, 20) == red)
  }

  @Test func `copies of a merged area are merged each by itself`() throws {
    let ring = Sketch.rect(6, 20, 8, 8) + "," + Sketch.rect(6, 20, 4, 4) + merge(3)
    let rings = try picture(ring + repeater(3, x: 12) + paint)
    #expect(rings.area == 3 * (64 - 16))
    for x in [6, 18, 30] {
      #expect(rings.pixel(x, 20) == 0)
      #expect(rings.pixel(x - 3, 20) == red)
    }
    let shared = Sketch.rect(6, 18, 8, 8) + "," + Sketch.rect(6, 22, 8, 8) + merge(4)
    #expect(try picture(shared + repeater(3, x: 12) + paint).area == 3 * 8 * 4)
  }

  @Test func `merges in each other are left out beyond a depth, and work beyond the budget`() throws
  {
    func chain(_ count: Int) -> String {
      let steps = (0..<count).map { Sketch.rect(20, 20, 30, 30) + merge(3 + $0 % 2) + "," }
      return Sketch.rect(20, 20, 36, 36) + "," + steps.joined() + Sketch.rect(1, 1, 2, 2) + paint
    }
    #expect(try picture(chain(1)).area == 36 * 36 - 30 * 30 + 4)
    #expect(try picture(chain(2)).area == 4)
    #expect(try picture(chain(500)).area == 4)
    let odd = (0..<40).map { _ in Sketch.group(pair + merge(3)) }
    #expect(try picture(odd.joined(separator: ",") + merge(5) + paint).area == 0)
    #expect(try picture(odd[..<3].joined(separator: ",") + merge(5) + paint).area == 200)
  }

  @Test func `a gradient over several areas lies in the fill's space and counts once`() throws {
    let gradient =
      #", {"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [40, 0]}, "#
      + #""g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 0.5]}}}"#
    let group = Sketch.group(
      Sketch.rect(0, 0, 6, 6) + offset(2), tr: #""p": {"k": [20, 20]}, "s": {"k": [200, 200]}"#)
    let picture = try picture(group + "," + Sketch.rect(20, 20, 40, 4) + gradient)
    for (x, y) in [(20, 20), (11, 12), (29, 20), (2, 20)] {
      #expect(abs(Int(picture.pixel(x, y) >> 24) - 128) < 3, "\(x), \(y)")
    }
    #expect(picture.pixel(2, 20) >> 16 & 255 > 110)
    #expect(abs(Int(picture.pixel(30, 20) & 255) - 96) < 8)
  }

  @Test func `an offset moves the edges of the paths before it, in its group's space`() throws {
    let group = Sketch.group(
      Sketch.rect(0, 0, 10, 10) + offset(2), tr: #""p": {"k": [20, 20]}, "s": {"k": [200, 200]}"#)
    #expect(try picture(group + paint).area == 28 * 28)
    let copies = Sketch.rect(6, 20, 4, 4) + offset(2) + repeater(3, x: 12)
    #expect(try picture(copies + paint).area == 3 * 8 * 8)
    let later = Sketch.rect(10, 20, 10, 10) + offset(3) + "," + Sketch.rect(30, 20, 10, 10)
    #expect(try picture(later + paint).area == 16 * 16 + 10 * 10)
    #expect(
      try picture(Sketch.rect(20, 20, 20, 20) + offset(6) + offset(-2) + paint).area == 28 * 28)
    // A square with a square hole: the outer edge moves out, and the hole gets smaller.
    let ring = Sketch.rect(20, 20, 20, 20) + "," + Sketch.rect(20, 20, 10, 10) + merge(3)
    #expect(try picture(ring + offset(2) + paint).area == 24 * 24 - 6 * 6)
  }

  @Test func `a stroke follows the edge that an offset has moved`() throws {
    let square = Sketch.rect(20, 20, 20, 20)
    let outer = try picture(square + offset(4) + "," + Sketch.stroke(2))
    #expect(outer.area == 30 * 30 - 26 * 26)
    #expect(outer.pixel(10, 20) == 0)
    #expect(outer.pixel(6, 20) == red)
    let inner = try picture(square + offset(-4) + "," + Sketch.stroke(2))
    #expect(inner.area == 14 * 14 - 10 * 10)
    let scaled = Sketch.group(
      Sketch.rect(0, 0, 10, 10) + offset(2), tr: #""p": {"k": [20, 20]}, "s": {"k": [200, 200]}"#)
    #expect(try picture(scaled + "," + Sketch.stroke(2)).area == 30 * 30 - 26 * 26)
  }

  @Test func `a trim in sequence cuts the copies of a repeater one after the other`() throws {
    let line = Sketch.line(0, 5, 40, 5)
    let stroke = "," + Sketch.stroke(4)
    // Also of what was painted before they were copied.
    for items in [
      line + repeater(4, y: 10) + trim(60) + stroke, line + stroke + repeater(4, y: 10) + trim(60),
      Sketch.group(line + stroke) + repeater(2, y: 10) + repeater(2, y: 20) + trim(60),
    ] {
      let picture = try picture(items)
      #expect(picture.area == 4 * (40 + 40 + 16))
      #expect(picture.pixel(39, 15) == red)
      #expect(picture.pixel(15, 25) == red)
      #expect(picture.pixel(16, 25) == 0)
    }
    // Paths that are copied no times are not in the sequence.
    let none = line + repeater(0) + "," + Sketch.line(0, 15, 40, 15) + trim(50) + stroke
    #expect(try picture(none).area == 4 * 20)
  }

  @Test func `entries that do not see merged or moved outlines are named, and no others`() throws {
    func warnings(_ items: String) throws -> [String] {
      try LottieCanvas(Sketch.shapes(items)).file.warnings
    }
    let stroke = "," + Sketch.stroke(2).replacing("ty", with: #"nm": "S", "ty"#)
    let dashed = #", {"ty": "st", "nm": "S", "w": {"k": 2}, "d": [{"n": "d", "v": {"k": 8}}]}"#
    let rounding = #", {"ty": "rd", "nm": "R", "r": {"k": 4}}"#
    for (items, expected) in [
      (
        pair + merge(3) + stroke,
        "shape 'S': a stroke goes round paths as they were before they were merged"
      ),
      (Sketch.group(pair + merge(2)) + stroke, "shape 'S': a stroke goes round paths as"),
      (pair + merge(4) + rounding + paint, "shape 'R': round corners change paths as"),
      (
        pair + merge(5) + trim(50) + paint, "a trim cuts paths as they were before they were merged"
      ),
      (pair + merge(3) + offset(2) + paint, "an offset moves paths as"),
      (pair + offset(2) + trim(50) + paint, "a trim cuts paths as they were before their offset"),
      (pair + offset(2) + dashed, "a stroke with dashes follows paths as"),
      (Sketch.line(0, 5, 40, 5) + offset(2) + stroke, "a stroke of an open path with an offset"),
    ] {
      let warnings = try warnings(items)
      #expect(warnings.count == 1, "\(warnings)")
      #expect(warnings.first?.contains(expected) == true, "\(warnings)")
    }
    for items in [
      pair + stroke + merge(3) + paint, pair + merge(1) + stroke + rounding + trim(50),
      pair + merge(5) + stroke, Sketch.rect(5, 5, 5, 5) + merge(3) + stroke,
      pair + offset(2) + paint + stroke, pair + merge(3) + paint + trim(100) + offset(0),
      Sketch.group(pair + merge(3) + paint) + "," + Sketch.group(pair + stroke),
    ] {
      #expect(try warnings(items).isEmpty, "\(items)")
    }
  }
}
