import ArgumentParser
import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Content beyond the edge of a round panel of 240 × 240 pixels.
@Suite struct RoundPanelTests {
  private func found(
    _ layers: String, _ controls: String = "", isRound: Bool = true
  ) throws -> [String: Double] {
    let text = "{\"background\":\"#000000\",\"layers\":[\(layers)],\"controls\":{\(controls)}}"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let check = SizeCheck(
      scene, size: PixelSize(width: 240, height: 240), states: [], isRound: isRound)
    var found: [String: Double] = [:]
    for finding in check.findings where finding.kind.name == .beyondCircle {
      found[finding.layer] = finding.kind.pixels
    }
    return found
  }

  /// A box of a button in the corner, whose farthest point is 20 points from it on both sides.
  private func button(_ keys: String) -> String {
    "{\"name\":\"key\",\"frame\":[20,20,60,40],\"backgroundColor\":\"#FFFFFF\"\(keys)}"
  }
  private static let control = "\"ok\":{\"kind\":\"button\",\"layer\":\"key\"}"

  @Test func `a button cut by a round panel is a finding, and its round corners count`() throws {
    let corner = try #require(try found(button(""), Self.control)["key"])
    #expect(abs(corner - (100 * 2.0.squareRoot() - 120)) < 1e-6)
    let round = try #require(try found(button(",\"cornerRadius\":20"), Self.control)["key"])
    #expect(abs(round - (80 * 2.0.squareRoot() + 20 - 120)) < 1e-6)
    #expect(try found(button(""), Self.control, isRound: false).isEmpty)
    // A layer that nobody presses may be an ornament.
    #expect(try found(button("")).isEmpty)
  }

  @Test func `each line of a text is checked against the round panel`() throws {
    func text(_ string: String, _ y: Int) -> String {
      "{\"kind\":\"text\",\"name\":\"t\",\"fontSize\":20,\"alignment\":\"center\",\"string\":\"\(string)\","
        + "\"size\":[240,60],\"position\":[120,\(y)]}"
    }
    // A short line at the top and a long one below it.
    #expect(try found(text("Hi\\nInstalling updates", 45)).isEmpty)
    #expect(try found(text("Installing updates\\nHi", 45))["t"] ?? 0 > 5)
  }

  @Test func `progress rings, progress lines and codes are checked against the round panel`() throws
  {
    func progress(_ keys: String) -> String { "{\"kind\":\"progress\",\"name\":\"p\",\(keys)}" }
    #expect(try found(progress("\"style\":\"circle\",\"size\":[236,236]")).isEmpty)
    #expect(
      try found(progress("\"style\":\"circle\",\"size\":[200,200],\"position\":[150,150]"))["p"]
        ?? 0 > 5)
    #expect(
      try found(progress("\"style\":\"line\",\"size\":[200,8],\"position\":[120,40]"))["p"] ?? 0 > 5
    )
    #expect(try found(progress("\"style\":\"line\",\"size\":[200,8]")).isEmpty)
    func code(_ side: Int) -> String {
      "{\"kind\":\"qr\",\"name\":\"q\",\"string\":\"a\",\"size\":[\(side),\(side)]}"
    }
    #expect(try found(code(160)).isEmpty)
    #expect(try found(code(240))["q"] ?? 0 > 1)
  }

  @Test func `an area as large as the panel takes touches everywhere`() throws {
    #expect(
      try found("{\"name\":\"key\",\"backgroundColor\":\"#FFFFFF\"}", Self.control).isEmpty)
  }

  @Test func `round panels are as wide as they are high`() throws {
    let command = try CheckCommand.parse(["--round", "a.jsonc"])
    #expect(command.round)
    #expect(throws: (any Error).self) {
      try CheckCommand.parse(["--round", "--size", "240x320", "a.jsonc"])
    }
    #expect(throws: (any Error).self) { try CheckCommand.parse(["--round", "--sizes", "a.jsonc"]) }
  }
}
