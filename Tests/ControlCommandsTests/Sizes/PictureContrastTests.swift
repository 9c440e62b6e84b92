import Foundation
import Geometry
import Images
import Scene
import Testing

@testable import ControlCommands

/// The contrast of texts in front of shapes, pictures and progress, on a panel of 320 × 240 pixels.
@Suite struct PictureContrastTests {
  private func kinds(
    _ layers: String, _ keys: String = "", directory: String? = nil
  ) throws -> [SizeFinding.Name] {
    let text = "{ \"background\": \"#000000\", \(keys)\"layers\": [\(layers)] }"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: directory)
    return SizeCheck(
      scene, size: PixelSize(width: 320, height: 240), states: SizeCheck.states(of: scene)
    ).findings.map(\.kind.name)
  }

  private func text(_ color: String, _ keys: String = "") -> String {
    """
    { "name": "title", "kind": "text", "string": "Ready", "color": "\(color)", "fontSize": 20, "alignment": "center",
      "frame": [60, 100, 200, 40]\(keys) }
    """
  }

  @Test(arguments: [
    "{ \"rect\": {} }", "{ \"roundedRect\": { \"radius\": 20 } }", "{ \"ellipse\": {} }",
  ])
  func `the contrast of a text is measured to a shape behind it`(path: String) throws {
    func found(_ text: String, _ color: String, _ keys: String = "") throws -> [SizeFinding.Name] {
      try kinds(
        "{ \"kind\": \"shape\", \"path\": \(path), \"fillColor\": \"\(color)\"\(keys) }," + text)
    }
    #expect(try found(text("#FFFFFF"), "#FFFFFF") == [.lowContrast])
    #expect(try found(text("#FFFFFF"), "#FFE040") == [.lowContrast])
    #expect(try found(text("#000000"), "#FFE040").isEmpty)
    #expect(try found(text("#FFFFFF"), "#FFFFFF 20%").isEmpty)
    #expect(try found(text("#FFFFFF"), "#FFFFFF 80%") == [.lowContrast])
    // A shadow may set the text apart.
    let shadow = ", \"shadowOpacity\": 1"
    #expect(try found(text("#FFFFFF", shadow), "#FFFFFF").isEmpty)
    // Nothing is said about a text that something covers in part.
    let front = ",{ \"frame\": [160, 0, 20, 240], \"backgroundColor\": \"#FFFFFF 20%\" }"
    #expect(try found(text("#FFFFFF") + front, "#FFFFFF").isEmpty)
  }

  @Test func `the contrast in a translucent group is that of the shown colours`() throws {
    func found(_ opacity: Double, _ ground: String, _ color: String) throws -> [SizeFinding] {
      let text = """
        { "background": "#FFFFFF", "layers": [
          { "frame": [0, 0, 320, 240], "opacity": \(opacity), "layers": [
            { "frame": [40, 80, 240, 80], "backgroundColor": "\(ground)" }, \(self.text(color)) ] } ] }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      return SizeCheck(scene, size: PixelSize(width: 320, height: 240), states: []).findings
    }
    func contrast(_ opacity: Double, _ ground: String, _ color: String) throws -> Double? {
      let found = try found(opacity, ground, color)
      return found.first?.kind.contrast
    }
    #expect(try contrast(1, "#000000", "#FFFFFF") == nil)
    // The group's black at 70 % over white is #4D4D4D, behind white text.
    #expect(try contrast(0.7, "#000000", "#FFFFFF") == nil)
    // The group's black at 40 % over white is #999999, behind white text.
    let white = try #require(try contrast(0.4, "#000000", "#FFFFFF"))
    #expect((2.7...3).contains(white))
    // #999999 on white, and not on the group's own colour.
    let black = try #require(try contrast(0.4, "#FFFFFF", "#000000"))
    #expect((2.7...3).contains(black))
    // Nothing opaque lies behind a text of nearly the same colour.
    #expect(try found(0.9, "#777777", "#888888").map(\.kind.name) == [.lowContrast])
  }

  @Test func `a shape behind a small part of a text is no finding`() throws {
    let spot = """
      { "kind": "shape", "path": { "rect": {} }, "fillColor": "#FFFFFF", "frame": [150, 100, 15, 40] }
      """
    #expect(try kinds(spot + "," + text("#FFFFFF")).isEmpty)
  }

  @Test(arguments: [(1, 3_800, 2_000), (60, 300, 14), (240, 3_800, 8), (9_000, 40, 1)])
  func `places are spread over all lines, and their number has a bound`(
    count: Int, width: Int, height: Int
  ) {
    let lines = (0..<count).map {
      PixelRect(minX: 10, minY: $0 * height, maxX: 10 + width, maxY: ($0 + 1) * height)
    }
    let points = PictureContrast.points(in: lines)
    #expect(points.count <= PictureContrast.places + count)
    #expect(points.count >= PictureContrast.places / 2)
    #expect(Set(points.map { [$0.x, $0.y] }).count == points.count)
    #expect(points.allSatisfy { 10..<10 + width ~= $0.x && 0..<count * height ~= $0.y })
    let left = points.count { $0.x < 10 + width / 2 }
    #expect(abs(2 * left - points.count) <= points.count / 8 || count > PictureContrast.places)
    #expect(count == 1 || Set(points.map { $0.y / height }).count == count)
  }

  @Test func `lines without pixels have no places`() {
    #expect(PictureContrast.points(in: []).isEmpty)
    #expect(PictureContrast.points(in: [.empty, .empty]).isEmpty)
  }

  @Test func `the contrast of a progress's percentage is measured`() throws {
    func found(_ color: String, _ keys: String = "") throws -> [SizeFinding.Name] {
      try kinds(
        """
        { "frame": [0, 0, 320, 240], "backgroundColor": "#FFFFFF" },
        { "kind": "progress", "style": "circle", "size": [200, 200], "position": ["50%", "50%"],
          "name": "ring", "content": { "kind": "percentage"\(color) } }
        """, keys)
    }
    #expect(try found(", \"color\": \"#EEEEEE\"") == [.lowContrast])
    #expect(try found(", \"color\": \"#202020\"").isEmpty)
    // Texts in the colour of the progress, also in the first colour that a control gives it.
    let drives = """
      "controls": { "tint": { "kind": "progress",
        "drives": { "layer": "ring", "key": "progressColor", "values": ["#FFFFFF", "#000000"] } } },
      """
    #expect(try found("") == [.lowContrast])
    #expect(try found("", drives) == [.lowContrast])
    #expect(try found("", drives.replacing("[\"#FFFFFF\", ", with: "[\"#202020\", ")).isEmpty)
    #expect(try found("", drives.replacing("[\"#FFFFFF\", ", with: "[\"clear\", ")).isEmpty)
  }

  @Test func `the contrast of a text is measured in the colours of all states`() throws {
    func found(_ color: String, _ changed: String) throws -> [SizeFinding] {
      let text = """
        { "background": "#FFFFFF", "layers": [ { "backgroundColor": "#FFFFFF08" }, \(self.text(color)) ],
          "controls": { "s": { "kind": "state", "states": {
            "a": {}, "b": { "changes": [ { "layer": "title", "key": "color", "to": "\(changed)" } ] },
            "c": { "changes": [ { "layer": "title", "key": "position.x", "to": 170 } ] } } } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      let found = SizeCheck(
        scene, size: PixelSize(width: 320, height: 240), states: SizeCheck.states(of: scene)
      ).findings
      #expect(found.allSatisfy { $0.kind.name == .lowContrast })
      return found
    }
    #expect(try found("#202020", "#101010").isEmpty)
    #expect(try found("#202020", "#F1F1F1").map(\.state) == ["s=b"])
    #expect(try found("#F0F0F0", "#202020").map(\.state) == [nil])
    #expect(try found("#F0F0F0", "#F1F1F1").map(\.state) == [nil, "s=b"])
    // A finding is reported once.
    #expect(try found("#F0F0F0", "#F0F0F0").map(\.state) == [nil])
  }

  @Test func `the contrast of a text is measured to a picture behind it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contrast-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let size = PixelSize(width: 8, height: 8)
    let red = [UInt32](repeating: 0xFFCC_0000, count: 64)
    try Data(PNGEncoder().encode(red, size: size)).write(to: folder.appending(path: "red.png"))
    func found(_ color: String) throws -> [SizeFinding.Name] {
      try kinds(
        "{ \"kind\": \"image\", \"file\": \"red.png\", \"frame\": [0, 0, 320, 240] },"
          + text(color),
        directory: folder.path)
    }
    #expect(try found("#DD3333") == [.lowContrast])
    #expect(try found("#FFFFFF").isEmpty)
  }

  // MARK: Emitters

  private func emitter(_ color: String, rate: Int, size: Int) -> String {
    """
    { "kind": "emitter", "emitterPosition": ["50%", "50%"], "shape": "rectangle", "emitterSize": ["100%", "100%"],
      "cells": [{ "shape": "disc", "diameter": \(size), "birthRate": \(rate), "lifetime": 4, "color": "\(color)" }] },
    """
  }

  @Test func `a text in front of an emitter is compared with what lies behind`() throws {
    let sparse = emitter("#FFFFFF", rate: 4, size: 4)
    #expect(try kinds(sparse + text("#FFFFFF")).isEmpty)
    #expect(try kinds(sparse + text("#202020")) == [.lowContrast])
  }

  @Test func `a text in front of an emitter is compared with its particles`() throws {
    // They cover nearly everything.
    let dense = emitter("#FFFFFF", rate: 400, size: 60)
    #expect(try kinds(dense + text("#FFFFFF")) == [.lowContrast])
    // Before the particles are born, a text that is readable only among them cannot be read.
    #expect(try kinds(dense + text("#101010")) == [.lowContrast])
    #expect(try kinds(text("#FFFFFF") + "," + dense.dropLast(1)).isEmpty)
  }

  // MARK: Looks

  private func found(_ text: String) throws -> [SizeFinding] {
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    return SizeCheck(
      scene, size: PixelSize(width: 320, height: 240), states: SizeCheck.states(of: scene)
    ).findings
  }

  @Test func `texts are measured in the looks that recolour them or their button`() throws {
    let findings = try found(
      """
      { "background": "#000000", "layers": [
          { "name": "go", "frame": [20, 20, 280, 60], "backgroundColor": "#000000", "borderColor": "#FFFFFF", "layers": [
            { "name": "word", "kind": "text", "string": "Go", "color": "#FFFFFF", "fontSize": 20 } ] },
          { "name": "en", "frame": [20, 100, 120, 60], "backgroundColor": "#000000", "borderColor": "#FFFFFF", "layers": [
            { "kind": "shape", "path": { "ellipse": {} }, "fillColor": "#000000" },
            { "name": "en", "kind": "text", "string": "English", "color": "#FFFFFF", "fontSize": 20, "alignment": "center" } ] } ],
        "controls": {
          "go": { "kind": "button", "layer": "go", "pressed": { "key": "backgroundColor", "to": "#DDDDDD" },
            "focused": { "key": "borderWidth", "to": 2 } },
          "language": { "kind": "choice", "options": { "en": { "layer": "en",
            "pressed": { "key": "scale", "to": 0.9 },
            "focused": [{ "layer": "en/en", "key": "color", "to": "#202020" }, { "key": "borderWidth", "to": 3 }] } } } } }
      """)
    #expect(findings.map(\.state) == ["go=pressed", "language=en=focused"])
    #expect(findings.map(\.layer) == ["go/word", "en/en"])
    #expect(findings.allSatisfy { $0.kind.name == .lowContrast && $0.isLook })
  }

  /// Keys that a state and a progress bring into sight. The second key has a text that is pale
  /// without its look.
  @Test func `looks of a button that is hidden at first are measured`() throws {
    func key(_ name: String, _ y: Int, _ keys: String, _ color: String) -> String {
      """
      { "name": "\(name)", "frame": [20, \(y), 280, 50], "backgroundColor": "#000000", "borderColor": "#FFFFFF", \(keys), "layers": [
        { "name": "word", "kind": "text", "string": "Go", "color": "\(color)", "fontSize": 20 } ] }
      """
    }
    func button(_ name: String) -> String {
      """
      "\(name)": { "kind": "button", "layer": "\(name)", "focused": { "key": "borderWidth", "to": 2 },
        "pressed": { "key": "backgroundColor", "to": "#DDDDDD" } }
      """
    }
    let findings = try found(
      """
      { "background": "#000000", "layers": [
          \(key("again", 20, "\"hidden\": true", "#FFFFFF")), \(key("late", 80, "\"opacity\": 0", "#FFFFFF")),
          \(key("pale", 140, "\"hidden\": true", "#303030")) ],
        "controls": { \(button("again")), \(button("late")), \(button("pale")),
          "job": { "kind": "progress", "drives": { "layer": "late", "key": "opacity", "values": [0, 1, 0] } },
          "outcome": { "kind": "state", "states": { "working": {}, "failed": { "changes": [
            { "layer": "again", "key": "hidden", "to": false, "duration": 3 },
            { "layer": "pale", "key": "hidden", "to": false } ] } } } } }
      """)
    #expect(
      findings.map(\.message).map { $0.prefix { $0 != ":" } } == [
        "pale/word with outcome=failed", "again/word with outcome=failed, again=pressed",
        "late/word with job=50%, late=pressed",
      ])
    #expect(findings.map(\.isLook) == [false, true, true])
  }

  @Test func `a text of low contrast has one finding for all looks`() throws {
    let findings = try found(
      """
      { "background": "#000000", "layers": [
          { "name": "go", "frame": [20, 20, 280, 60], "backgroundColor": "#000000", "borderColor": "#FFFFFF", "layers": [
            { "name": "word", "kind": "text", "string": "Go", "color": "#303030", "fontSize": 20 } ] } ],
        "controls": { "go": { "kind": "button", "layer": "go", "pressed": { "key": "backgroundColor", "to": "#202020" },
          "focused": { "key": "borderWidth", "to": 2 } } } }
      """)
    #expect(findings.map(\.state) == [nil])
  }
}
