import Geometry
import Images
import JSON

@testable import ControlCommands

/// Themes of Plymouth and Android's boot animations: the texts of both, and archives with a
/// description from the bytes.
enum ThemeTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    switch source.choice(3) {
    case 0:
      let mode = source.pick(PlymouthImport.modes)
      let script = FrameScript(String(decoding: source.rest(), as: UTF8.self), mode: mode)
      try require((0.001...1000).contains(script.rate), "\(script.rate) pictures a second")
      if let numbers = script.loop?.numbers {
        try require((1...5000).contains(numbers.count), "\(numbers.count) pictures")
      }
    case 1:
      let file = KeyFile(String(decoding: source.rest(), as: UTF8.self))
      for (group, keys) in file.groups {
        for key in keys.keys {
          if let color = file.color(group, key) {
            try require(color.utf8.count == 7, "a colour is \(color)")
          }
          _ = (file.number(group, key), file.flag(group, key))
        }
      }
    default: try animation(Array(source.rest()))
    }
  }

  private static func animation(_ description: [UInt8]) throws(Finding) {
    let size = PixelSize(width: 1, height: 1)
    guard let picture = try? PNGEncoder().encode([0xFF12_3456], size: size) else {
      throw Finding("a picture cannot be encoded")
    }
    let archive = ZipTarget.archive([
      ("desc.txt", description), ("part0/0.png", picture), ("part0/1.png", picture),
      ("part1/0.png", picture), ("a/audio.wav", []),
    ])
    guard let scene = try? BootAnimationImport(archive, "/x/bootanimation.zip").scene else {
      return
    }
    let node = try? JSONNode(
      parsing: Array(scene.text.utf8), dialect: .relaxed, limits: .file)
    try require(node != nil, "an imported animation is no JSON: " + scene.text)
  }
}
