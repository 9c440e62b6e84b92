import BootProgress
import Geometry
import JSON
import Raster
import Scene
import Stage
import System
import Wire

@testable import Server

/// The state of a former process, and the records of boots: bytes that can be read are written and
/// read the same, and a scene with the values of a state plays on.
enum SavedTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    if let scenes = SavedScenes(decoding: bytes) {
      try require(SavedScenes(decoding: scenes.encoded()) == scenes, "scenes read otherwise")
    }
    if let record = try? BootRecord(decoding: bytes) {
      try require((try? BootRecord(decoding: record.encoded())) == record, "a boot reads otherwise")
      if let times = UnitTimes(learning: record, after: nil) {
        try require((try? UnitTimes(decoding: times.encoded())) != nil, "learnt times are no text")
      }
    }
    if let times = try? UnitTimes(decoding: bytes) {
      try require((try? UnitTimes(decoding: times.encoded())) == times, "times read otherwise")
    }
    if var values = SavedValues(decoding: bytes) {
      try require(SavedValues(decoding: values.encoded()) == values, "values read otherwise")
      values.forgetTimes(after: 1_000_000)
      try play(values)
    }
  }

  /// Restores values as the daemon does at its start, before the first frame.
  private static func play(_ values: SavedValues) throws(Finding) {
    let (scene, harness): (Scene, Harness)
    do {
      scene = try SceneLoader.load(
        bytes: Array(MessageTarget.scene.utf8), name: "s", directory: nil)
      harness = try Harness(text: MessageTarget.scene, size: PixelSize(width: 32, height: 24))
    } catch {
      throw Finding("the daemon does not start: \(error)")
    }
    let stage = Stage(scene: scene, size: PixelSize(width: 32, height: 24), scale: 1)
    stage.reducesMotion = values.reducesMotion
    if let locale = values.locale { try? stage.setLocale(locale) }
    stage.restore(values.main)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    for time in [1.0, 1.016, 1.5, 60] {
      stage.draw(stage.advance(to: time), into: screen.surface)
      try SceneTarget.requireWhole(screen, stage)
    }
    let boot = harness.daemon.boot
    if let state = values.boot { boot.tracker.restore(state) }
    boot.restore(values.messages)
    let later = SavedValues(
      harness.shows, boot: boot.tracker.state, messages: boot.messages, withTime: true)
    try require(SavedValues(decoding: later.encoded()) == later, "values are kept otherwise")
  }
}
