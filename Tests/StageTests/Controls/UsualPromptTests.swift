import Foundation
import Geometry
import Scene
import Stage
import TestSupport
import Testing

/// The notes below the answer in the prompt of scenes that declare none.
@Suite struct UsualPromptTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Scene/prompt.jsonc").path

  private static let panels = [(240, 240), (320, 240), (480, 320), (1280, 720), (1080, 1920)]

  /// A question with caps lock, a queue and two layouts.
  private static var question: PromptState {
    var question = PromptState(message: "Passphrase", entry: .bullets(3))
    question.isCapsLockOn = true
    question.keyboardLayout = "US/RU"
    question.waitingCount = 12
    return question
  }

  private func stage(on panel: (Int, Int), in locale: String) throws -> Stage {
    let scene = try SceneLoader.load(path: Self.file)
    let size = PixelSize(width: panel.0, height: panel.1)
    return Stage(scene: scene, size: size, scale: 1, locale: locale)
  }

  /// The notes of a question.
  private func notes(on panel: (Int, Int), in locale: String) throws -> [LayerInfo] {
    let stage = try stage(on: panel, in: locale)
    _ = stage.advance(to: 0)
    stage.show(prompt: Self.question)
    for time in [0.1, 1] { _ = stage.advance(to: time) }
    return try ["caps lock", "queue", "layout"].compactMap {
      try stage.layers(below: "prompt/card/notes/\($0)", depth: 0).first
    }
  }

  @Test(arguments: panels)
  func `notes lie side by side in each language`(width: Int, height: Int) throws {
    let locales = try SceneLoader.load(path: Self.file).locales
    #expect(locales.count > 20)
    for locale in locales {
      let notes = try notes(on: (width, height), in: locale)
      try #require(notes.count == 3)
      #expect(notes[1].text == "1/12" && notes[2].text == "US/RU")
      // From the right in Arabic and Hebrew.
      let isFromRight = ["ar", "he"].contains(locale)
      let ordered = isFromRight ? notes.reversed() : notes
      for (left, right) in zip(ordered, ordered.dropFirst()) {
        #expect(left.frame.maxX < right.frame.minX, "\(locale) at \(width)x\(height)")
      }
      #expect(notes.allSatisfy { $0.frame.width > 10 && $0.frame.height > 8 })
    }
  }

  @Test(arguments: panels)
  func `a notice of caps lock has more than the half of the card`(width: Int, height: Int) throws {
    let notes = try notes(on: (width, height), in: "en")
    let all = try #require(notes.last).frame.maxX - notes[0].frame.minX
    #expect(notes[0].frame.width > 0.5 * all)
  }

  @Test func `notes that move are drawn as in a full repaint`() throws {
    let player = SteppedStage(try stage(on: (320, 240), in: "de"))
    player.stage.show(prompt: Self.question)
    player.run(from: 0, to: 0.5)
    var question = Self.question
    question.waitingCount = 1
    player.stage.show(prompt: question)
    player.run(from: 0.5, to: 1)
    #expect(player.pixels == player.redrawn())
  }
}
