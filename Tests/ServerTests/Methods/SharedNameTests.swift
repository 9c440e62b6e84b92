import Animation
import Foundation
import JSON
import Layers
import Scene
import TestSupport
import Testing
import Wire

/// Words of scenes have the same spelling in the protocol.
@Suite struct SharedNameTests {
  /// The keys that a kind cannot be without.
  private static let keys: [LayerKind: String] = [
    .shape: #""path": { "circle": {} }"#, .image: #""file": "moon.png""#,
    .frames: #""file": "moon.png", "grid": [4, 2]"#, .gradient: #""colors": ["clear", "clear"]"#,
    .text: #""string": "a""#, .qr: #""string": "a""#,
    .emitter: #""cells": [{ "birthRate": 1, "lifetime": 1 }]"#,
  ]

  private static let moon = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Scene/Scenes/images/moon.png")

  private func layers(_ peer: Peer) throws -> [DisplayInterface.LayerInfo] {
    try Fields(peer.call(.listLayers).parameters).structures("layers") { fields throws(CallError) in
      try DisplayInterface.LayerInfo(fields)
    }
  }

  @Test func `the protocol has all kinds of the format`() {
    #expect(DisplayInterface.LayerKind.allCases.map(\.name) == LayerKind.allCases.map(\.name))
  }

  @Test func `roles, curves and severities have the same names in both`() throws {
    #expect(
      Set(DisplayInterface.AccessibilityRole.allCases.map(\.name))
        == Set(AccessibleRole.allCases.map(\.name)))
    let curves = TimingName.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(DisplayInterface.description.contains("\ntype TimingFunction (\(curves))\n"))
    let severities = [SceneDiagnostic.Severity.warning, .error]
    #expect(DisplayInterface.Severity.allCases.map(\.name) == severities.map(\.name))
  }

  @Test func `a request takes a curve by the name that scenes give it, and by other ones`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    var values: [Double] = []
    for curve in ["easeIn", "ease_in", "ease-in"] {
      _ = try peer.call(.setProgress, ["value": 0, "durationUSec": 0])
      _ = try peer.call(.step, ["durationUSec": 100_000])
      _ = try peer.call(
        .setProgress, ["value": 1, "durationUSec": 1_000_000, "timing": .string(curve)])
      _ = try peer.call(.step, ["durationUSec": 500_000])
      values.append(try #require(try layers(peer).first { $0.path == "bar" }?.progress))
    }
    #expect(values[0] > 0.2 && values[0] < 0.4)
    #expect(values.allSatisfy { abs($0 - values[0]) < 1e-6 })
    _ = try peer.call(
      .setProgress, ["value": 0, "durationUSec": 0, "timing": .string("standard")])
    let refused = try peer.call(.setProgress, ["value": 0, "timing": .string("bouncy")])
    #expect(refused.error?.hasSuffix("InvalidParameter") == true)
    let hints = harness.lines.all.filter { $0.contains("is called") }
    #expect(hints.count == 1 && hints[0].contains("the curve 'ease_in' is called easeIn"))
  }

  @Test func `a layer is listed with the kind that its scene gives it`() throws {
    let names = LayerKind.allCases.map(\.name)
    let written = LayerKind.allCases.map { kind in
      #"{ "name": "\#(kind.name)", "kind": "\#(kind.name)""#
        + (Self.keys[kind].map { ", " + $0 } ?? "") + " }"
    }
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: Self.moon, to: URL(filePath: directory("moon.png")))
    let scene = "{ \"layers\": [" + written.joined(separator: ",\n") + "] }"
    try scene.write(toFile: directory("scene.jsonc"), atomically: true, encoding: .utf8)
    let harness = try Harness(path: directory("scene.jsonc"))
    // Some kinds have layers of their own.
    let own = try layers(harness.connect()).filter { names.contains($0.path) }
    #expect(own.map(\.path) == names)
    #expect(own.map(\.kind.name) == names)
  }
}
