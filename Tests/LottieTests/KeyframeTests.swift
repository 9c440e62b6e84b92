import Animation
import Geometry
import Testing

@testable import Lottie

/// Values of properties between their keyframes.
@Suite struct KeyframeTests {
  private let reader = DocumentReader(pictures: PictureSources())

  private func track(_ text: String) throws -> Track<Numbers> {
    try Sketch.reading(text) { reader.numbers($0) }
  }

  @Test func `a keyframe leads to the next one's value, and the outer ones stay`() throws {
    let track = try track(#"{"a": 1, "k": [{"t": 10, "s": [0]}, {"t": 20, "s": [50]}]}"#)
    #expect(track.number(at: 0) == 0)
    #expect(track.number(at: 15) == 25)
    #expect(track.number(at: 20) == 50)
    #expect(track.number(at: 99) == 50)
  }

  @Test func `an older file's keyframes have their ends, and the last one only a time`() throws {
    let track = try track(
      #"{"k": [{"t": 0, "s": [1], "e": [3]}, {"t": 4, "s": [3], "e": [7]}, {"t": 8}]}"#)
    #expect(track.number(at: 2) == 2)
    #expect(track.number(at: 6) == 5)
    #expect(track.number(at: 8) == 7)
  }

  @Test func `a held value jumps at the next keyframe`() throws {
    let track = try track(#"{"k": [{"t": 0, "s": [1], "h": 1}, {"t": 4, "s": [9]}]}"#)
    #expect(track.number(at: 3.999) == 1)
    #expect(track.number(at: 4) == 9)
  }

  @Test func `keyframes out of order are left out, and named`() throws {
    let track = try track(
      #"{"k": [{"t": 0, "s": [0]}, {"t": 8, "s": [8]}, {"t": 4, "s": [90]}, {"s": [90]}, {"t": 12, "s": [0]}]}"#
    )
    #expect(track.number(at: 4) == 4)
    #expect(track.number(at: 10) == 4)
    #expect(
      reader.warnings == [
        "a keyframe without a time, or with one before the last keyframe's, is left out"
      ])
    let same = try self.track(#"{"k": [{"t": 0, "s": [0]}, {"t": 0, "s": [8]}, {"t": 4}]}"#)
    #expect(same.number(at: 4) == 8)
    #expect(reader.warnings.count == 1)
  }

  @Test func `a first keyframe without a time is at 0`() throws {
    let track = try track(#"{"k": [{"s": [2]}, {"t": 4, "s": [10]}]}"#)
    #expect(track.number(at: -1) == 2)
    #expect(track.number(at: 1) == 4)
    #expect(track.number(at: 4) == 10)
    #expect(try self.track(#"{"k": [{"s": [3]}]}"#).number(at: 9) == 3)
  }

  @Test func `a colour has parts of 1, of 255 in older files, or is a text`() throws {
    let track = try Sketch.reading(
      #"{"k": [{"t": 0, "s": [0, 1, 0, 1]}, {"t": 10, "s": [1.25, 0, 0, 1]}]}"#
    ) { reader.color($0) }
    #expect(track.value(at: 0) == Numbers(0, 1, 0, 1))
    #expect(track.value(at: 10) == Numbers(1.25, 0, 0, 1))
    let older = try Sketch.reading(#"{"k": [255, 51, 0, 255]}"#) { reader.color($0) }
    #expect(older.value(at: 0) == Numbers(1, 0.2, 0, 1))
    let text = try Sketch.reading(##"{"k": "#FF3300"}"##) { reader.color($0) }
    #expect(text.value(at: 0) == Numbers(1, 0.2, 0, 1))
  }

  @Test func `handles give the pace, the first ones for all components`() throws {
    let easeInEaseOut = MediaTimingFunction.easeInEaseOut.value(at: 0.25)
    let one = try track(
      #"""
      {"k": [{"t": 0, "s": [0], "o": {"x": 0.42, "y": 0}, "i": {"x": [0.58], "y": [1]}},
       {"t": 4, "s": [100]}]}
      """#)
    #expect(abs(one.number(at: 1) - 100 * easeInEaseOut) < 1e-9)
    let two = try track(
      #"""
      {"k": [{"t": 0, "s": [0, 0], "o": {"x": [0.42, 0], "y": [0, 0]},
       "i": {"x": [0.58, 1], "y": [1, 1]}}, {"t": 4, "s": [100, 100]}]}
      """#)
    #expect(abs(two.value(at: 1).x - 100 * easeInEaseOut) < 1e-9)
    #expect(abs(two.value(at: 1).y - 100 * easeInEaseOut) < 1e-9)
  }

  @Test func `a handle that is not there lies at its end of the curve`() throws {
    let out = #""o": {"x": 0.6, "y": 0}"#
    let into = #""i": {"x": 0.4, "y": 1}"#
    func middle(_ handles: String) throws -> Double {
      try track(#"{"k": [{"t": 0, "s": [0], \#(handles)}, {"t": 10, "s": [10]}]}"#).number(at: 5)
    }
    #expect(try middle(out) == middle(out + #", "i": {"x": 1, "y": 1}"#))
    #expect(try middle(into) == middle(into + #", "o": {"x": 0, "y": 0}"#))
    #expect(try middle(out) < 4 && middle(into) > 6)
  }

  @Test func `a place moves along its curve by length, not by parameter`() throws {
    // Half a circle of radius 50 about (50, 0), made of two quarters by one curve that is slow at
    // its ends: at half the length the place is at the top.
    let position = try Sketch.reading(
      #"""
      {"k": [{"t": 0, "s": [0, 0, 0], "to": [0, -66.667, 0], "ti": [0, -66.667, 0]},
       {"t": 10, "s": [100, 0, 0]}]}
      """#
    ) { reader.position($0) }
    let middle = position.point(at: 5)
    #expect(abs(middle.x - 50) < 0.01)
    #expect(abs(middle.y + 50) < 0.01)
    // The curve's parameter .25 gives x = 15.6; measured in small steps, a quarter of the length
    // ends before that.
    let quarter = position.point(at: 2.5)
    #expect(abs(quarter.x - 13.97) < 0.05)
    #expect(abs(quarter.y + 35.96) < 0.05)
  }

  @Test func `a position may have a track for each coordinate`() throws {
    let position = try Sketch.reading(
      #"{"s": true, "x": {"k": 7}, "y": {"k": [{"t": 0, "s": [0]}, {"t": 2, "s": [8]}]}}"#
    ) { reader.position($0) }
    #expect(position.point(at: 1) == Point(x: 7, y: 4))
  }

  @Test(arguments: [
    (#"{"x": {"k": 7}, "y": {"k": 4}}"#, Point(x: 7, y: 4)),
    (#"{"s": true, "x": 7, "y": 4}"#, Point(x: 7, y: 4)),
    (#"{"s": true, "y": {"k": 4}}"#, Point(x: 0, y: 4)),
    (#"{"k": [1, 2], "x": "value"}"#, Point(x: 1, y: 2)),
    (#"{"s": true, "k": [1, 2], "x": "value"}"#, Point(x: 1, y: 2)),
    ("[1, 2, 0]", Point(x: 1, y: 2)),
  ])
  func `separate coordinates are recognized, also without the flag`(
    text: String, place: Point
  ) throws {
    #expect(try Sketch.reading(text) { reader.position($0) }.point(at: 0) == place)
  }

  @Test func `paths of as many vertices blend, others jump at the next keyframe`() throws {
    func path(_ x: Int) -> String {
      #"{"c": true, "v": [[\#(x), 0]], "i": [[0, 0]], "o": [[0, 0]]}"#
    }
    let blending = try Sketch.reading(
      #"{"k": [{"t": 0, "s": [\#(path(0))]}, {"t": 2, "s": [\#(path(10))]}]}"#
    ) { reader.contours($0) }
    #expect(blending.value(at: 1).contours[0].vertices[0].point.x == 5)
    let two = #"{"c": true, "v": [[1, 0], [2, 0]], "i": [], "o": []}"#
    let jumping = try Sketch.reading(
      #"{"k": [{"t": 0, "s": [\#(path(0))]}, {"t": 2, "s": [\#(two)]}]}"#
    ) { reader.contours($0) }
    #expect(jumping.value(at: 1.9).contours[0].vertices.count == 1)
    #expect(jumping.value(at: 2).contours[0].vertices.count == 2)
  }

  @Test func `keyframes that go back in time are left out`() throws {
    let track = try track(
      #"{"k": [{"t": 0, "s": [0]}, {"t": 10, "s": [10]}, {"t": 5, "s": [99]}, {"t": 20, "s": [20]}]}"#
    )
    #expect(track.number(at: 5) == 5)
    #expect(track.number(at: 15) == 15)
  }
}
