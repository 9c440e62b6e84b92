import Animation
import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// The pixels of a reveal (R3, R4), in every frame at 60 frames a second.
@Suite struct RevealPixelTests {
  /// A content that is not at the output's origin, on black.
  struct Place: Sendable {
    var frame: PixelRect
    var output: PixelSize
  }

  private static let photo = """
    "kind": "gradient", "name": "photo", "start": [0, 0], "end": [1, 1],
    "colors": ["#FFF0C0", "#FF8060", "#90A0FF"]
    """

  private static func frame(_ place: Place) -> String {
    let frame = place.frame
    return "\"frame\": [\(frame.minX), \(frame.minY), \(frame.width), \(frame.height)]"
  }

  /// - Parameter loader: keys of the loader.
  private static func covered(_ place: Place, loader: String = "") -> String {
    """
    { "layers": [
        { \(photo), \(frame(place)), "layers": [
            { "kind": "loader", "name": "ring", \(loader) "backgroundColor": "#203040" } ] } ],
      "controls": {
        "load": { "kind": "reveal", "content": "photo", "loader": "ring", "value": 0.6 } } }
    """
  }

  private static func bare(_ place: Place) throws -> [UInt8] {
    let text = "{ \"layers\": [ { \(photo), \(frame(place)) } ] }"
    return try SteppedStage(text, size: place.output).pixels
  }

  private static let places = [
    Place(
      frame: PixelRect(minX: 23, minY: 31, maxX: 323, maxY: 231),
      output: PixelSize(width: 340, height: 250)),
    Place(
      frame: PixelRect(minX: 9, minY: 4, maxX: 220, maxY: 141),
      output: PixelSize(width: 230, height: 150)),
  ]

  /// The area of the content that the ring's hole still hides, in pixels: R3.
  private func hiddenArea(at time: Double) -> Double {
    let radius = 19 * (1 - MediaTimingFunction.easeInEaseOut.value(at: time))
    return .pi * radius * radius
  }

  @Test(arguments: places)
  func `the revealed area grows in every frame up to the bare content`(place: Place) throws {
    let bare = try Self.bare(place)
    let player = try SteppedStage(Self.covered(place), size: place.output)
    let outcome = try player.stage.reveal("load")
    player.show(at: 0)
    var before = player.pixels
    var (rest, revealed) = pictureDistance(before, bare)
    for frame in 1...60 {
      let time = Double(frame) / 60
      player.show(at: time)
      let now = player.pixels
      let (newRest, newRevealed) = pictureDistance(now, bare)
      // The rest may only be nothing if it is too small for half a level of a colour.
      let isTooSmall = 255 * hiddenArea(at: time) < 4 * 0.5
      #expect(newRest < rest || newRest == 0 && isTooSmall, "frame \(frame)")
      #expect(newRevealed >= revealed, "frame \(frame)")
      #expect(lostPixelCount(now, since: before, toward: bare) == 0, "frame \(frame)")
      before = now
      (rest, revealed) = (newRest, newRevealed)
      #expect(player.stage.state(of: outcome.reveal) == (frame < 60 ? .running : .finished))
    }
    #expect(before == bare)
    // And so it stays, in partial and full repaints.
    for frame in 61...64 {
      player.show(at: Double(frame) / 60)
      #expect(areEqual(player.pixels, bare))
    }
    #expect(areEqual(player.redrawn(), bare))
    #expect(!player.stage.needsFrame && player.stage.nextChange == nil)
  }

  /// White on black, so that a level of coverage is a level of colour. The ring's centre is in the
  /// middle of a pixel, or where four pixels meet. The last frame shows nothing new; with four
  /// pixels, the last but one shows nothing new either.
  @Test(arguments: [(201, 1.0, 59), (200, 4.0, 58)])
  func `every frame shows more until the hole takes less than half a level from a pixel`(
    side: Int, pixels: Double, lastGrowth: Int
  ) throws {
    let player = try SteppedStage(
      """
      { "layers": [
          { "name": "photo", "frame": [0, 0, \(side), \(side)], "backgroundColor": "#FFFFFF",
            "layers": [ { "kind": "loader", "name": "ring" } ] } ],
        "controls": { "load": { "kind": "reveal", "content": "photo", "loader": "ring" } } }
      """, size: PixelSize(width: side, height: side))
    _ = try player.stage.reveal("load")
    player.show(at: 0)
    let white = [UInt8](repeating: 255, count: player.pixels.count)
    var (rest, _) = pictureDistance(player.pixels, white)
    for frame in 1...60 {
      let former = hiddenArea(at: Double(frame - 1) / 60)
      player.show(at: Double(frame) / 60)
      let (newRest, _) = pictureDistance(player.pixels, white)
      #expect((newRest < rest) == (255 * former / pixels >= 0.5), "frame \(frame)")
      #expect((newRest < rest) == (frame <= lastGrowth), "frame \(frame)")
      rest = newRest
    }
    #expect(rest == 0)
  }

  @Test(arguments: places)
  func `a loader in a corner reveals all of it, and each partial repaint is whole`(
    place: Place
  ) throws {
    let bare = try Self.bare(place)
    let player = try SteppedStage(
      Self.covered(place, loader: "\"frame\": [10, 12, 60, 50],"), size: place.output)
    _ = try player.stage.reveal("load", duration: 0.5)
    var rest = Int.max
    for frame in 0...30 {
      player.show(at: Double(frame) / 60)
      #expect(areEqual(player.pixels, player.redrawn()), "frame \(frame)")
      let (newRest, _) = pictureDistance(player.pixels, bare)
      #expect(newRest < rest || newRest == 0, "frame \(frame)")
      rest = newRest
    }
    #expect(areEqual(player.pixels, bare))
  }

  @Test(arguments: [25, 50, 75])
  func `a reveal on its way equals its golden image`(percent: Int) throws {
    let place = Place(
      frame: PixelRect(minX: 14, minY: 10, maxX: 146, maxY: 102),
      output: PixelSize(width: 160, height: 112))
    let player = try SteppedStage(Self.covered(place), size: place.output)
    _ = try player.stage.reveal("load")
    player.run(from: 0, to: Double(percent) / 100)
    #expect(areEqual(player.pixels, player.redrawn()))
    let screen = PixelBuffer(size: place.output, format: .xrgb8888)
    player.stage.draw(Region(PixelRect(place.output)), into: screen.surface)
    expectGolden(player.stage, screen, named: "reveal-\(percent)")
  }
}
