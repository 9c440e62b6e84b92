import Animation
import Geometry
import Layers
import Testing

@testable import Scene

/// Progress and codes in rows, columns and overlays: measures that no `size` gives, and those that
/// follow a size.
@Suite struct OwnMeasuresTests {
  /// Expects the frame of the one layer of an arrangement.
  private func expectFrame(_ keys: String, _ layer: String, _ expected: [Double]) throws {
    let root = try instance("{\"layers\":[{\(keys),\"layers\":[\(layer)]}]}").tree.root
    let frame = try #require(root.sublayers[0].sublayers.first).frame
    for (a, b) in zip([frame.minX, frame.minY, frame.width, frame.height], expected) {
      #expect(abs(a - b) < 1e-9, "\(frame) instead of \(expected)")
    }
  }

  @Test func `relative widths of progress follow the space that a text leaves`() throws {
    let circle =
      #"{"kind":"progress","style":"circle","trackWidth":"10%","progressWidth":"5%","#
    func line(_ keys: String) -> String {
      #"{"kind":"progress","style":"line","lineWidth":"10%","#
        + "\"size\":[\"100%\",\"50%\"]\(keys)}"
    }
    let scene = try instance(
      """
      {"layers":[{"kind":"row","size":[400,100],"layers":[{"kind":"text","string":"","fontSize":30},
        {"kind":"column","grow":1,"layers":[\(line("")),\(line(",\"segments\":2"))]},
        {"grow":1,"layers":[\(circle)"size":["50%","100%"]}]}]}]}
      """)
    scene.tree.advance(to: 0)
    let row = scene.tree.root.sublayers[0]
    let text = try #require(row.sublayers[0] as? TextLayer)
    let bars = row.sublayers[1].sublayers.compactMap { $0 as? ProgressLayer }
    let ring = try #require(row.sublayers[2].sublayers[0] as? ProgressLayer)
    func widths() -> [Double] {
      bars.compactMap { $0.style as? LineProgressStyle }.flatMap { [$0.lineWidth, $0.spacing] }
        + [ring.style as? CircleProgressStyle].flatMap {
          [$0?.trackWidth ?? 0, $0?.progressWidth ?? 0]
        }
    }
    #expect(widths() == [5, 2.5, 5, 2.5, 10, 5])
    text.string = String(repeating: "m", count: 12)
    scene.tree.advance(to: 1)
    let (space, half) = (row.sublayers[1].bounds.width, ring.bounds.width)
    try #require(space < 50 && half == space / 2)
    let expected = [space / 10, space / 20, space / 10, space / 20, half / 10, half / 20]
    for (a, b) in zip(widths(), expected) { #expect(abs(a - b) < 1e-9, "\(a) instead of \(b)") }
    #expect(abs(bars[0].bounds.width - space * 0.9) < 1e-9, "the round ends lie within the space")
    text.string = ""
    scene.tree.advance(to: 2)
    #expect(widths() == [5, 2.5, 5, 2.5, 10, 5])
  }

  /// In a size of 400 × 100.
  @Test(arguments: [
    ("column", #""size":["100%","auto"]"#, [5, 0, 390, 10]),
    ("column", "", [5, 0, 390, 10]),
    ("column", #""segments":4"#, [0, 0, 400, 10]),
    ("column", #""grow":1"#, [5, 0, 390, 100]),
    ("row", #""size":[60,"auto"],"alignSelf":"center""#, [5, 45, 50, 10]),
    ("row", #""size":[60,"auto"]"#, [5, 0, 50, 100]),
    // A layer that grows in a row grows in its width alone.
    ("row", #""grow":1,"alignSelf":"center""#, [5, 45, 390, 10]),
    ("overlay", #""alignSelf":"end""#, [5, 90, 390, 10]),
  ])
  func `a line of progress is as high as its lineWidth unless a size says otherwise`(
    kind: String, keys: String, frame: [Double]
  ) throws {
    let line =
      "{\"kind\":\"progress\",\"style\":\"line\",\"lineWidth\":10\(keys.isEmpty ? "" : ",")\(keys)}"
    try expectFrame("\"kind\":\"\(kind)\",\"size\":[400,100]", line, frame)
  }

  /// In a size of 400 × 100.
  @Test(arguments: [
    ("column", #""size":["auto",60],"alignSelf":"center""#, [170, 0, 60, 60]),
    ("column", #""size":["auto","40%"],"alignSelf":"end""#, [360, 0, 40, 40]),
    ("column", #""size":[70,"auto"]"#, [0, 0, 70, 70]),
    // Stretching and growing come first, as for other layers.
    ("column", #""size":["auto",60]"#, [0, 0, 400, 60]),
    ("column", #""grow":1"#, [0, 0, 400, 100]),
    ("row", #""size":["auto",60]"#, [0, 0, 60, 60]),
    ("row", #""size":["auto",60],"grow":1"#, [0, 0, 400, 60]),
    ("row", #""grow":1,"alignSelf":"center""#, [0, -150, 400, 400]),
    ("column", #""size":["auto",60],"grow":1,"alignSelf":"center""#, [170, 0, 60, 100]),
    ("row", #""size":[70,"auto"],"alignSelf":"center""#, [0, 15, 70, 70]),
    ("overlay", #""size":["auto",60],"justifySelf":"end""#, [340, 0, 60, 60]),
  ])
  func `a code is as wide as high where one of both is given`(
    kind: String, keys: String, frame: [Double]
  ) throws {
    let code = "{\"kind\":\"qr\",\"string\":\"a\",\(keys)}"
    try expectFrame("\"kind\":\"\(kind)\",\"size\":[400,100]", code, frame)
  }

  @Test func `relative widths of a line in a row follow the size that a state gives it`() throws {
    let scene = try instance(
      """
      {"layers":[{"kind":"row","size":[400,100],"layers":[
        {"kind":"progress","style":"line","lineWidth":"10%","size":[100,60]}]}]}
      """)
    let tree = scene.tree
    tree.advance(to: 0)
    let layer = try #require(tree.root.sublayers[0].sublayers[0] as? ProgressLayer)
    let line = try #require(layer.style as? LineProgressStyle)
    func expect(_ width: Double, _ when: Comment) {
      #expect(abs(line.lineWidth - width) < 1e-9, when)
      #expect(abs(line.spacing - width / 2) < 1e-9, when)
    }
    expect(6, "10 % of 100 × 60")
    #expect(layer.bounds.width == 94)
    tree.transact(disableActions: true) { layer.bounds.size = Size(width: 34, height: 60) }
    tree.advance(to: 1)
    expect(4, "10 % of 40 × 60, with the round ends")
    tree.transact(duration: 1, timingFunction: .linear) {
      layer.bounds.size = Size(width: 54, height: 60)
    }
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    expect(5, "in the midst of an animation")
    tree.transact(disableActions: true) { layer.bounds.size = Size(width: 94, height: 60) }
    tree.advance(to: 3)
    expect(6, "in its own size again")
  }

  @Test(arguments: [
    ("column", #""kind":"qr","string":"a""#, false), ("row", #""kind":"qr","string":"a""#, true),
    ("row", #""kind":"qr","string":"a","size":["auto",60]"#, false),
    ("column", #""kind":"progress","style":"line""#, false),
    ("column", #""kind":"progress","style":"line","lineWidth":"10%""#, true),
    ("row", #""kind":"progress","style":"line""#, true),
    ("column", #""kind":"qr","string":"a","alignSelf":"center""#, true),
    ("column", #""kind":"qr","string":"a","alignSelf":"stretch""#, false),
    ("column", #""kind":"qr","string":"a","alignSelf":"end","size":[60,"auto"]"#, false),
    ("column", #""kind":"progress","style":"line","alignSelf":"start""#, true),
    ("column", #""kind":"progress","style":"line","alignSelf":"start","size":[60,"auto"]"#, false),
    // The outermost row has a height.
    ("row", #""kind":"qr","string":"a","size":["auto","50%"]"#, false),
    (
      "column", #""kind":"row","layers":[{"kind":"qr","string":"a","size":["auto","50%"]}]"#, true
    ),
    (
      "column", #""kind":"column","alignItems":"center","layers":[{"kind":"qr","string":"a"}]"#,
      true
    ),
    ("column", #""kind":"progress","style":"circle""#, true),
  ])
  func `a layer without a size has a warning, and a layer with one has none`(
    kind: String, keys: String, isTold: Bool
  ) throws {
    let text = "{\"layers\":[{\"kind\":\"\(kind)\",\"layers\":[{\(keys)}]}]}"
    let codes = try SceneLoader.load(
      bytes: Array(text.utf8), name: "s", directory: DiagnosticsTests.directory
    ).warnings.map { $0.code }
    #expect(codes == (isTold ? [.withoutEffect] : []))
  }
}
