import Geometry
import Layers
import Testing

@testable import Scene
@testable import Text

/// Layers of a row or an overlay that stand on one line of text.
@Suite struct BaselineTests {
  private static func text(_ size: Int, _ keys: String = "") -> String {
    "{\"kind\":\"text\",\"string\":\"Ab\",\"fontSize\":\(size)\(keys)}"
  }

  private static func arrangement(_ keys: String, _ layers: String...) throws -> Layer {
    let layers = layers.joined(separator: ",")
    return try instance("{\"layers\":[{\(keys),\"layers\":[\(layers)]}]}").tree.root.sublayers[0]
  }

  /// The baseline of a text, from the top of the layer around it.
  private static func baseline(_ layer: Layer) throws -> Double {
    let text = try #require(layer as? TextLayer)
    return text.frame.minY + (try #require(text.firstBaseline(in: text.bounds.size)))
  }

  @Test func `the first baseline of a text is that of its layout`() throws {
    let row = try Self.arrangement("\"kind\":\"row\"", Self.text(40, ",\"lineHeight\":1.6"))
    let text = try #require(row.sublayers[0] as? TextLayer)
    for alignment in [TextAttributes.VerticalAlignment.top, .center, .bottom] {
      var attributes = text.attributes
      attributes.verticalAlignment = alignment
      let bounds = Rect(x: 0, y: 0, width: 200, height: 150)
      let layout = TextLayout(text.shownText, attributes, in: bounds)
      let found = text.shownText.firstBaseline(attributes, in: bounds.size)
      #expect(found == layout.lines[0].origin.y)
    }
    var attributes = text.attributes
    attributes.minimumSize = 30
    #expect(
      text.shownText.firstBaseline(attributes, in: Size(width: 10, height: 150)) == nil)
  }

  @Test(arguments: ["row", "overlay"])
  func `texts of different sizes stand on one line`(kind: String) throws {
    let row = try Self.arrangement(
      "\"kind\":\"\(kind)\",\"alignItems\":\"baseline\",\"size\":[400,200],\"padding\":10",
      Self.text(12), Self.text(48),
      Self.text(20, ",\"size\":[40,90],\"verticalAlignment\":\"center\""))
    let lines = try row.sublayers.map { try Self.baseline($0) }
    #expect(abs(lines[0] - lines[1]) < 1e-9 && abs(lines[0] - lines[2]) < 1e-9, "\(lines)")
    // The item with the most above the line is at the top.
    #expect(row.sublayers.map(\.frame.minY).min() == 10)
  }

  @Test func `a row that follows its content has room above and below the line`() throws {
    let row = try Self.arrangement(
      "\"kind\":\"row\",\"alignItems\":\"baseline\",\"size\":[400,\"auto\"]",
      Self.text(40), "{\"size\":[30,60]}",
      "{\"kind\":\"text\",\"string\":\"Ab\\nc\",\"fontSize\":40}")
    let frames = row.sublayers.map(\.frame)
    let (first, box, last) = (frames[0], frames[1], frames[2])
    let line = try Self.baseline(row.sublayers[0])
    // A layer without a text stands on the line with its lower edge.
    #expect(abs(box.maxY - line) < 1e-9 && box.minY == 0)
    #expect(abs(row.bounds.height - last.maxY) < 1e-9)
    #expect(first.maxY < last.maxY)
  }

  @Test func `the first text within a layer counts, and a layer may be the only one`() throws {
    let row = try Self.arrangement(
      "\"kind\":\"row\",\"size\":[400,200],\"alignItems\":\"end\"",
      "{\"kind\":\"column\",\"alignSelf\":\"baseline\",\"padding\":7,"
        + "\"layers\":[\(Self.text(12)),\(Self.text(30))]}",
      Self.text(48, ",\"alignSelf\":\"baseline\""), "{\"size\":[10,10]}")
    let column = row.sublayers[0]
    let inner = column.frame.minY + (try Self.baseline(column.sublayers[0]))
    #expect(abs(inner - (try Self.baseline(row.sublayers[1]))) < 1e-9)
    #expect(row.sublayers[1].frame.minY == 0)
    #expect(row.sublayers[2].frame.minY == 190)
  }

  @Test func `each line of a wrapped row has its own baseline`() throws {
    let row = try Self.arrangement(
      "\"kind\":\"row\",\"wrap\":true,\"alignItems\":\"baseline\",\"size\":[200,\"auto\"]",
      "{\"size\":[100,20]}", Self.text(30), "{\"size\":[150,40]}", "{\"size\":[20,10]}")
    let frames = row.sublayers.map(\.frame)
    #expect(abs(frames[0].maxY - (try Self.baseline(row.sublayers[1]))) < 1e-9)
    #expect(abs(frames[2].minY - frames[1].maxY) < 1e-9)
    #expect(abs(frames[2].maxY - frames[3].maxY) < 1e-9)
  }

  @Test func `in a column a baseline is the start`() throws {
    let column = try Self.arrangement(
      "\"kind\":\"column\",\"alignItems\":\"baseline\",\"size\":[400,100]",
      "{\"size\":[50,20]}", "{\"size\":[90,20],\"alignSelf\":\"baseline\"}")
    #expect(column.sublayers.map(\.frame.minX) == [0, 0])
    #expect(column.sublayers.map(\.frame.minY) == [0, 20])
  }

  /// Nested rows, each with another layer after its inner row.
  private static func nest(_ count: Int, _ keys: String, _ innermost: String, _ other: String)
    -> String
  {
    (0..<count).reduce(innermost) { inner, _ in
      "{\"kind\":\"row\",\"alignItems\":\"baseline\"\(keys),\"layers\":[\(inner),\(other)]}"
    }
  }

  /// A small number of levels comes first: if each level looked up its places again, that test
  /// would fail in a short time.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ",\"wrap\":true,\"size\":[100,\"auto\"]", ",\"wrap\":true,\"size\":[100,\"90%\"]", "",
      ",\"size\":[\"auto\",\"90%\"]",
    ])
  func `rows within rows take time for each level once`(keys: String) throws {
    for count in [22, 60] {
      let start = ContinuousClock.now
      _ = try Self.arrangement(
        "\"kind\":\"overlay\",\"size\":[400,\"auto\"]",
        Self.nest(count, keys, "{\"size\":[100,9]}", "{\"size\":[100,1]}"))
      try #require(ContinuousClock.now - start < .seconds(3), "\(count) levels")
    }
  }

  @Test(arguments: ["", ",\"size\":[\"auto\",\"70%\"]", ",\"wrap\":true,\"padding\":1"])
  func `texts in rows within rows stand on one line`(keys: String) throws {
    var row = try Self.arrangement(
      "\"kind\":\"row\",\"size\":[9000,300],\"alignItems\":\"baseline\"",
      Self.nest(
        12, keys, Self.text(9, ",\"size\":[20,\"50%\"],\"verticalAlignment\":\"center\""),
        Self.text(20)), Self.text(14))
    var (top, lines) = (0.0, [Double]())
    while row.sublayers.count == 2 {
      lines.append(top + (try Self.baseline(row.sublayers[1])))
      row = row.sublayers[0]
      if row.sublayers.isEmpty { lines.append(top + (try Self.baseline(row))) }
      top += row.frame.minY
    }
    #expect(lines.count == 14 && lines.allSatisfy { abs($0 - lines[0]) < 1e-9 }, "\(lines)")
  }

  @Test func `a text is broken into lines once per size`() throws {
    let row = try Self.arrangement(
      "\"kind\":\"row\",\"size\":[400,200],\"alignItems\":\"baseline\"",
      Self.text(12, ",\"wrapped\":true"))
    let text = try #require(row.sublayers[0] as? TextLayer)
    let size = Size(width: 50, height: 70)
    let first = text.firstBaseline(in: size)
    let count = text.shownText.shaper.workCount
    #expect(text.firstBaseline(in: size) == first)
    #expect(text.shownText.shaper.workCount == count)
    text.fontSize = 30
    #expect(text.firstBaseline(in: size) != first)
  }

  @Test func `a text that changes its size by an animation stays on the line`() throws {
    let scene = try instance(
      """
      {"layers":[{"kind":"row","alignItems":"baseline","layers":[\(Self.text(12)),
        \(Self.text(20, ",\"animations\":[{\"key\":\"fontSize\",\"to\":60,\"duration\":1}]"))]}]}
      """)
    let row = scene.tree.root.sublayers[0]
    scene.tree.advance(to: 0)
    let before = row.sublayers[0].frame.minY
    scene.tree.advance(to: 0.9)
    scene.tree.advance(to: 0.95)
    #expect(row.sublayers[0].frame.minY > before + 10)
  }
}
