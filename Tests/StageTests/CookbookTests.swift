import Foundation
import Geometry
import Scene
import Raster
import Stage
import TestSupport
import Testing

/// The recipes of the cookbook.
@Suite struct CookbookTests {
  static let folder = PageExample.scenes.appending(path: "Cookbook")
  static let recipes = PageExample.all(in: folder)

  /// The sizes of panels that are on sale, in pixels.
  static let panels = [
    (240, 240), (320, 240), (480, 800), (800, 480), (1024, 600), (1280, 720), (1920, 1080),
  ]

  @Test func `the cookbook has thirteen recipes, each with a picture`() throws {
    #expect(Self.recipes.count == 13)
    let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    for recipe in Self.recipes { #expect(page.contains("](\(recipe.name).png)")) }
  }

  @Test(arguments: recipes)
  func `a recipe loads without a warning and draws its picture`(recipe: PageExample) throws {
    #expect(try recipe.load().warnings.isEmpty)
    try recipe.expectPicture(PixelSize(width: 480, height: 270), in: Self.folder)
  }

  @Test(arguments: recipes)
  func `a recipe fits every panel`(recipe: PageExample) throws {
    let scene = try recipe.load()
    for (width, height) in Self.panels {
      let stage = Stage(scene: scene, size: PixelSize(width: width, height: height), scale: 1)
      let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
      for (control, value) in recipe.settings { _ = try stage.setProgress(control, to: value) }
      stage.draw(stage.advance(to: 0), into: screen.surface)
      stage.draw(stage.advance(to: max(recipe.time, 1)), into: screen.surface)
      let colors = colorCount(of: screen.makeImage(), limit: 17)
      #expect(colors > 16, "hardly anything is drawn at \(width)×\(height)")
    }
  }

  @Test func `a touch ends the slides, which come back by themselves`() throws {
    let recipe = try #require(Self.recipes.first { $0.name == "attract" })
    let stage = Stage(
      scene: try recipe.load(), size: PixelSize(width: 480, height: 270), scale: 1)
    func state(_ control: String) -> String? {
      stage.controls.first { $0.name == control }?.state
    }
    var step = 0
    /// Presents four frames a second, up to a time.
    func play(to end: Int) {
      while step < end * 4 {
        step += 1
        _ = stage.advance(to: Double(step) / 4)
      }
    }
    _ = stage.advance(to: 0)
    #expect(state("slides") == "coffee" && state("page") == "attract")
    play(to: 6)
    #expect(state("slides") == "bread")
    #expect(throws: ControlError.self) { try stage.press("again", by: 1) }
    try stage.press("order", by: 1)
    stage.pointerEnded(1, time: 6)
    play(to: 8)
    #expect(state("page") == "working")
    try stage.setState("page", to: "ready")
    play(to: 17)
    #expect(state("page") == "ready")
    play(to: 20)
    #expect(state("page") == "attract")
  }

  @Test func `the failed update is tried again by a key that is there alone`() throws {
    let recipe = try #require(Self.recipes.first { $0.name == "firmware" })
    let stage = Stage(
      scene: try recipe.load(), size: PixelSize(width: 480, height: 270), scale: 1)
    _ = stage.advance(to: 0)
    _ = try stage.setProgress("update", to: 0.7)
    _ = stage.advance(to: 1)
    #expect(throws: ControlError.self) { try stage.press("retry", by: 1) }
    try stage.setText("reason", to: "The disk is full")
    try stage.setState("outcome", to: "failed")
    #expect(stage.controls.first { $0.name == "reason" }?.text == "The disk is full")
    for step in 4...12 { _ = stage.advance(to: Double(step) / 4) }
    _ = stage.takeEvents()
    try stage.press("retry", by: 1)
    stage.pointerEnded(1, time: 3)
    for step in 12...20 { _ = stage.advance(to: Double(step) / 4) }
    #expect(stage.controls.first { $0.name == "outcome" }?.state == "working")
    #expect(stage.controls.first { $0.name == "update" }?.value == 0)
    let reason = "The old version is still there"
    #expect(stage.controls.first { $0.name == "reason" }?.text == reason)
    #expect(stage.takeEvents().contains(.pressed(control: "retry")))
    #expect(throws: ControlError.self) { try stage.press("retry", by: 1) }
  }
}
