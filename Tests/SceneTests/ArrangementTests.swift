import Geometry
import Layers
import Testing
import Text

@testable import Scene

/// Rows, columns and overlays: frames of their layers.
@Suite struct ArrangementTests {
  private static func box(_ width: Double, _ height: Double, _ keys: String = "") -> String {
    "{\"size\":[\(width),\(height)]\(keys)}"
  }

  private static func frames(_ keys: String, _ layers: String) throws -> [Rect] {
    let root = try instance("{\"layers\":[{\(keys),\"layers\":[\(layers)]}]}").tree.root
    return root.sublayers[0].sublayers.map(\.frame)
  }

  private static func expect(_ found: [Rect], _ expected: [[Double]]) {
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      for (a, b) in zip([found.minX, found.minY, found.width, found.height], expected) {
        #expect(abs(a - b) < 1e-9, "\(found) instead of \(expected)")
      }
    }
  }

  /// Layers of 50 × 20 and 100 × 40 points in a size of 400 × 100.
  @Test(arguments: [
    ("\"kind\":\"row\"", [[0, 0, 50, 20], [50, 0, 100, 40]]),
    ("\"kind\":\"row\",\"gap\":10", [[0, 0, 50, 20], [60, 0, 100, 40]]),
    ("\"kind\":\"row\",\"gap\":\"10%\"", [[0, 0, 50, 20], [150, 0, 100, 40]]),
    ("\"kind\":\"row\",\"padding\":10", [[10, 10, 50, 20], [60, 10, 100, 40]]),
    ("\"kind\":\"row\",\"padding\":[1,2,3,4]", [[4, 1, 50, 20], [54, 1, 100, 40]]),
    ("\"kind\":\"row\",\"padding\":[1,2]", [[2, 1, 50, 20], [52, 1, 100, 40]]),
    (
      "\"kind\":\"row\",\"padding\":[1,2,3],\"justifyContent\":\"end\",\"alignItems\":\"end\"",
      [[248, 77, 50, 20], [298, 57, 100, 40]]
    ),
    ("\"kind\":\"row\",\"alignItems\":\"center\"", [[0, 40, 50, 20], [50, 30, 100, 40]]),
    ("\"kind\":\"row\",\"alignItems\":\"end\"", [[0, 80, 50, 20], [50, 60, 100, 40]]),
    ("\"kind\":\"row\",\"justifyContent\":\"center\"", [[125, 0, 50, 20], [175, 0, 100, 40]]),
    ("\"kind\":\"row\",\"justifyContent\":\"end\"", [[250, 0, 50, 20], [300, 0, 100, 40]]),
    (
      "\"kind\":\"row\",\"justifyContent\":\"space-between\"",
      [[0, 0, 50, 20], [300, 0, 100, 40]]
    ),
    (
      "\"kind\":\"row\",\"justifyContent\":\"space-around\"",
      [[62.5, 0, 50, 20], [237.5, 0, 100, 40]]
    ),
    (
      "\"kind\":\"row\",\"gap\":10,\"justifyContent\":\"space-evenly\"",
      [[80, 0, 50, 20], [220, 0, 100, 40]]
    ),
    ("\"kind\":\"column\",\"gap\":10", [[0, 0, 50, 20], [0, 30, 100, 40]]),
    (
      "\"kind\":\"column\",\"alignItems\":\"end\",\"justifyContent\":\"end\"",
      [[350, 40, 50, 20], [300, 60, 100, 40]]
    ),
    ("\"kind\":\"overlay\",\"padding\":10", [[10, 10, 50, 20], [10, 10, 100, 40]]),
    (
      "\"kind\":\"overlay\",\"justifyItems\":\"end\",\"alignItems\":\"center\"",
      [[350, 40, 50, 20], [300, 30, 100, 40]]
    ),
  ])
  func `layers are placed along and across the axis`(
    keys: String, expected: [[Double]]
  ) throws {
    let layers = Self.box(50, 20) + "," + Self.box(100, 40)
    Self.expect(try Self.frames(keys + ",\"size\":[400,100]", layers), expected)
  }

  /// Layers of 50 × 20 and 100 × 40 points in a size of 400 × 100, from right to left.
  @Test(arguments: [
    ("\"kind\":\"row\",\"gap\":10", [[350, 0, 50, 20], [240, 0, 100, 40]]),
    ("\"kind\":\"row\",\"padding\":[1,2,3,4]", [[348, 1, 50, 20], [248, 1, 100, 40]]),
    ("\"kind\":\"row\",\"justifyContent\":\"end\"", [[100, 0, 50, 20], [0, 0, 100, 40]]),
    (
      "\"kind\":\"row\",\"justifyContent\":\"space-between\"",
      [[350, 0, 50, 20], [0, 0, 100, 40]]
    ),
    ("\"kind\":\"column\",\"gap\":10", [[350, 0, 50, 20], [300, 30, 100, 40]]),
    ("\"kind\":\"column\",\"alignItems\":\"end\"", [[0, 0, 50, 20], [0, 20, 100, 40]]),
    ("\"kind\":\"column\",\"alignItems\":\"center\"", [[175, 0, 50, 20], [150, 20, 100, 40]]),
    (
      "\"kind\":\"overlay\",\"justifyItems\":\"start\",\"padding\":10",
      [[340, 10, 50, 20], [290, 10, 100, 40]]
    ),
    ("\"kind\":\"row\",\"direction\":\"ltr\"", [[0, 0, 50, 20], [50, 0, 100, 40]]),
  ])
  func `in a locale from right to left rows begin at the right`(
    keys: String, expected: [[Double]]
  ) throws {
    let layers = Self.box(50, 20) + "," + Self.box(100, 40)
    let layer = keys + ",\"size\":[400,100]"
    func frames(_ scene: String, _ layer: String) throws -> [Rect] {
      try instance("{\(scene)\"layers\":[{\(layer),\"layers\":[\(layers)]}]}").tree.root
        .sublayers[0].sublayers.map(\.frame)
    }
    Self.expect(try frames("\"locale\":\"ar-EG\",", layer), expected)
    // A row's own direction has the same effect without a locale.
    guard !keys.contains("direction") else { return }
    Self.expect(try frames("", layer + ",\"direction\":\"rtl\""), expected)
    Self.expect(
      try frames("\"locale\":\"ar\",", layer + ",\"direction\":\"ltr\""),
      try frames("", layer).map {
        [$0.minX, $0.minY, $0.width, $0.height]
      })
  }

  @Test func `lines of a row from right to left stay in their order`() throws {
    let layers = [Self.box(60, 20), Self.box(60, 40), Self.box(50, 10)].joined(separator: ",")
    Self.expect(
      try Self.frames(
        "\"kind\":\"row\",\"wrap\":true,\"gap\":10,\"size\":[130,\"auto\"],\"alignItems\":\"start\","
          + "\"direction\":\"rtl\"", layers),
      [[70, 0, 60, 20], [0, 0, 60, 40], [80, 50, 50, 10]])
  }

  @Test(arguments: [
    ("ar", true), ("he-IL", true), ("fa_IR.UTF-8", true), ("ur", true), ("az-Arab", true),
    ("pa-Arab-PK", true), ("ar-Latn", false), ("en", false), ("de-AT", false), ("", false),
    ("tr", false), ("arn", false), ("az-latn-1994", false),
  ])
  func `a locale has its direction`(tag: String, isRightToLeft: Bool) {
    #expect(LocaleName(tag).isRightToLeft == isRightToLeft)
  }

  @Test func `a text begins at the start of its locale`() throws {
    func alignments(_ keys: String, locale: String) throws -> [TextAttributes.Alignment] {
      let texts = ["start", "end", "left", "natural"].map {
        "{\"kind\":\"text\",\"string\":\"a\",\"alignment\":\"\($0)\"\(keys)}"
      }
      let scene = try SceneLoader.load(
        bytes: Array(
          """
          {"strings":{"en":{"a":"a"},"ar":{"a":"b"}},"layers":[\(texts.joined(separator: ","))]}
          """.utf8), name: "s", directory: nil)
      return scene.instantiate(size: Size(width: 100, height: 100), scale: 1, locale: locale).tree
        .root.sublayers.compactMap { ($0 as? TextLayer)?.attributes.alignment }
    }
    #expect(try alignments("", locale: "") == [.left, .right, .left, .natural])
    #expect(try alignments("", locale: "ar") == [.right, .left, .left, .natural])
    #expect(try alignments(",\"locale\":\"en\"", locale: "ar") == [.left, .right, .left, .natural])
  }

  @Test func `a scene without a language is laid out from left to right`() throws {
    let scene = try SceneLoader.load(
      bytes: Array("{\"layers\":[{\"kind\":\"row\",\"layers\":[{\"size\":[10,10]}]}]}".utf8),
      name: "s", directory: nil)
    let tree = scene.instantiate(size: Size(width: 100, height: 100), scale: 1, locale: "ar").tree
    #expect(tree.root.sublayers[0].sublayers[0].frame.minX == 0)
  }

  @Test func `free space is shared by growth, and open sides are stretched`() throws {
    let layers = "{\"grow\":1},{\"size\":[40,20]},{\"grow\":2}"
    Self.expect(
      try Self.frames("\"kind\":\"row\",\"size\":[400,100],\"gap\":30", layers),
      [[0, 0, 100, 100], [130, 0, 40, 20], [200, 0, 200, 100]])
    Self.expect(
      try Self.frames("\"kind\":\"column\",\"size\":[100,400],\"gap\":40", layers),
      [[0, 0, 100, 100], [0, 140, 40, 20], [0, 200, 100, 200]])
    Self.expect(
      try Self.frames("\"kind\":\"overlay\",\"size\":[100,40],\"padding\":5", "{}"),
      [[5, 5, 90, 30]])
  }

  @Test func `a full row wraps to the next line`() throws {
    let layers = [Self.box(60, 20), Self.box(60, 40), Self.box(60, 10)].joined(separator: ",")
    Self.expect(
      try Self.frames(
        "\"kind\":\"row\",\"wrap\":true,\"gap\":10,\"size\":[130,\"auto\"],\"alignItems\":\"start\"",
        layers),
      [[0, 0, 60, 20], [70, 0, 60, 40], [0, 50, 60, 10]])
    let root = try instance(
      "{\"layers\":[{\"kind\":\"row\",\"wrap\":true,\"gap\":10,\"size\":[130,\"auto\"],"
        + "\"layers\":[\(layers)]}]}"
    ).tree.root
    #expect(root.sublayers[0].bounds.size == Size(width: 130, height: 60))
  }

  @Test func `an open size follows from nested arrangements, in the middle of the output`() throws {
    let root = try instance(
      """
      {"layers":[{"kind":"column","size":["auto","auto"],"padding":10,"gap":5,"layers":[
        {"kind":"row","gap":5,"layers":[\(Self.box(30, 10)),\(Self.box(40, 20))]},
        \(Self.box(20, 30))]}]}
      """
    ).tree.root
    Self.expect([root.sublayers[0].frame], [[452.5, 212.5, 95, 75]])
    Self.expect(
      root.sublayers[0].sublayers.map(\.frame), [[10, 10, 75, 20], [10, 35, 20, 30]])
  }

  /// A column of 100 × 40 points beside a box, in a row or a column that is as large as these.
  @Test(arguments: [
    ("row", "\"50%\"", "\"auto\"", [[0, 0, 50, 20], [50, 0, 75, 40]]),
    ("row", "\"max(50%, 10)\"", "\"auto\"", [[0, 0, 50, 20], [50, 0, 75, 40]]),
    ("row", "\"min(50%, 30vmin)\"", "\"100%\"", [[0, 0, 50, 20], [50, 0, 75, 40]]),
    ("column", "\"auto\"", "\"50% - 10\"", [[0, 0, 50, 20], [0, 20, 100, 20]]),
    ("column", "\"50%\"", "\"100%\"", [[0, 0, 50, 20], [0, 20, 50, 60]]),
    ("overlay", "\"200%\"", "\"25%\"", [[0, 0, 50, 20], [0, 0, 200, 10]]),
  ])
  func `a percentage of what follows from the content is at first open`(
    kind: String, width: String, height: String, expected: [[Double]]
  ) throws {
    let layers =
      Self.box(50, 20)
      + ",{\"kind\":\"column\",\"size\":[\(width),\(height)],\"layers\":[\(Self.box(100, 40))]}"
    Self.expect(
      try Self.frames("\"kind\":\"\(kind)\",\"size\":[\"auto\",\"auto\"]", layers), expected)
  }

  @Test func `a text that changes moves its neighbours, and its row`() throws {
    let found = try instance(
      """
      {"layers":[{"kind":"row","size":["auto","auto"],"gap":10,"layers":[
        {"kind":"text","string":"12","fontSize":20},\(Self.box(30, 10))]}]}
      """)
    let row = found.tree.root.sublayers[0]
    let text = try #require(row.sublayers[0] as? TextLayer)
    found.tree.advance(to: 0)
    let before = row.sublayers.map(\.frame)
    #expect(before[0].width == text.naturalWidth.rounded(.up) && before[0].width > 10)
    #expect(before[1].minX == before[0].width + 10)

    text.string = "1234567890"
    for step in 1...3 { found.tree.advance(to: Double(step)) }
    let after = row.sublayers.map(\.frame)
    #expect(after[0].width == text.naturalWidth.rounded(.up))
    #expect(after[0].width > before[0].width * 4)
    #expect(after[1].minX == after[0].width + 10)
    #expect(row.bounds.width == after[1].maxX)
    #expect(abs(row.frame.midX - 500) < 1e-9)

    text.string = "12"
    for step in 4...6 { found.tree.advance(to: Double(step)) }
    #expect(row.sublayers.map(\.frame) == before)
  }

  @Test func `layers within the layers of a column follow a text that changes`() throws {
    func scene(_ text: String) throws -> SceneInstance {
      try instance(
        """
        {"layers":[{"kind":"column","size":["auto","auto"],"cornerRadius":"50%","layers":[
          {"kind":"text","string":"\(text)","fontSize":20},
          {"size":["auto",40],"cornerRadius":"50%","mask":{"size":["50%","50%"]},"layers":[
            {"frame":["25%","50%","50%","25%"],"layers":[{"size":["50%","100%"],"position":["75%","50%"]}]},
            {"size":["50%","50%"],"translation":[5,0],
              "animations":[{"key":"position.x","from":0,"to":10,"duration":99}]},
            {"kind":"row","size":["80%","auto"],"position":["50%","100%"],"layers":[
              {"size":["50%",4]},{"grow":1,"size":["auto",2],"layers":[{"size":["50%",1]}]}]}]},
          {"kind":"shape","path":{"circle":{}},"size":["auto",60],"lineWidth":"10%","strokeColor":"#FFF"}]}]}
        """)
    }
    func measures(_ layer: Layer) -> [Double] {
      var all = [layer.position.x, layer.position.y, layer.bounds.width, layer.bounds.height]
      all.append(layer.cornerRadius)
      if let shape = layer as? ShapeLayer {
        all += [shape.lineWidth, shape.path?.bounds.width ?? 0, shape.path?.bounds.minX ?? 0]
      }
      return ([layer.mask].compactMap { $0 } + layer.sublayers).reduce(all) { $0 + measures($1) }
    }
    let found = try scene("1")
    found.tree.advance(to: 0)
    let column = found.tree.root.sublayers[0]
    let before = measures(column)
    let text = try #require(column.sublayers[0] as? TextLayer)
    text.string = "1234567890"
    for step in 1...3 { found.tree.advance(to: Double(step)) }
    let other = try scene("1234567890")
    for step in 0...3 { other.tree.advance(to: Double(step)) }
    let otherColumn = other.tree.root.sublayers[0]
    let moving = (column.sublayers[1].sublayers[1], otherColumn.sublayers[1].sublayers[1])
    // The moving layer keeps the ends of its motion.
    #expect(moving.0.bounds.width * 4 < moving.1.bounds.width)
    (moving.0.bounds, moving.0.position) = (moving.1.bounds, moving.1.position)
    let (after, expected) = (measures(column), measures(otherColumn))
    #expect(after.count == expected.count && after.count > 50)
    for (a, b) in zip(after, expected) { #expect(abs(a - b) < 1e-9, "\(a) instead of \(b)") }
    text.string = "1"
    for step in 4...6 { found.tree.advance(to: Double(step)) }
    let again = measures(column)
    #expect(zip(before, again).count { abs($0 - $1) > 1e-9 } <= 4)
  }

  @Test func `the mask of an outermost column follows a text that changes`() throws {
    let found = try instance(
      """
      {"layers":[{"kind":"column","size":["auto","auto"],"mask":{"size":["100%","100%"],
        "backgroundColor":"#FFF","layers":[{"size":["50%","50%"]}]},
        "layers":[{"kind":"text","string":"1","fontSize":20}]}]}
      """)
    found.tree.advance(to: 0)
    let column = found.tree.root.sublayers[0]
    let mask = try #require(column.mask)
    let text = try #require(column.sublayers[0] as? TextLayer)
    let before = column.bounds.width
    text.string = "1234567890"
    for step in 1...3 { found.tree.advance(to: Double(step)) }
    #expect(column.bounds.width > before * 5)
    #expect(mask.frame == column.bounds)
    #expect(mask.sublayers[0].bounds.width == column.bounds.width / 2)
  }

  @Test func `values that are set afterwards stay when a text changes`() throws {
    let found = try instance(
      """
      {"layers":[{"kind":"column","size":["auto","auto"],"layers":[
        {"kind":"text","string":"1","fontSize":20},
        {"size":["auto",40],"layers":[{"kind":"shape","path":{"rect":{}},"lineWidth":"10%",
          "strokeColor":"#FFF","cornerRadius":"50%"}]}]}]}
      """)
    found.tree.advance(to: 0)
    let column = found.tree.root.sublayers[0]
    let text = try #require(column.sublayers[0] as? TextLayer)
    let shape = try #require(column.sublayers[1].sublayers[0] as? ShapeLayer)
    let circle = Path.circle(center: Point(x: 5, y: 5), radius: 5)
    let (path, radius) = (shape.path, shape.cornerRadius)
    (shape.lineWidth, shape.path) = (0, circle)
    text.string = "1234567890"
    for step in 1...3 { found.tree.advance(to: Double(step)) }
    #expect(shape.lineWidth == 0 && shape.path == circle)
    #expect(shape.cornerRadius > radius, "nothing else has set it")
    // The end of a state brings back the first path, which then follows the size.
    shape.path = path
    text.string = "123456"
    for step in 4...6 { found.tree.advance(to: Double(step)) }
    #expect(shape.path?.bounds.width == shape.bounds.width)
    #expect(shape.lineWidth == 0)
  }

  @Test func `forty levels of layers follow a text that changes`() throws {
    let levels = 40
    let inner =
      String(repeating: "{\"size\":[\"100%\",\"100%\"],\"layers\":[", count: levels) + "{}"
      + String(repeating: "]}", count: levels)
    let found = try instance(
      """
      {"layers":[{"kind":"column","size":["auto","auto"],"layers":[
        {"kind":"text","string":"1","fontSize":20},{"size":["auto",40],"layers":[\(inner)]}]}]}
      """)
    found.tree.advance(to: 0)
    let column = found.tree.root.sublayers[0]
    (column.sublayers[0] as? TextLayer)?.string = "1234567890"
    found.tree.advance(to: 1)
    var layer = column.sublayers[1]
    let width = layer.bounds.width
    for _ in 0...levels {
      layer = layer.sublayers[0]
      #expect(layer.bounds.width == width)
    }
    #expect(width > 50)
  }

  @Test func `a text that grows by an animation takes its neighbours along`() throws {
    func row(_ keys: String) throws -> (SceneInstance, Layer) {
      let found = try instance(
        """
        {"layers":[{"kind":"row","size":["auto","auto"],"gap":10,"layers":[
          {"kind":"text","string":"12345",\(keys)},\(Self.box(30, 10))]}]}
        """)
      return (found, found.tree.root.sublayers[0])
    }
    let (moving, own) = try row(
      "\"fontSize\":20,\"animations\":[{\"key\":\"fontSize\",\"from\":20,\"to\":60,\"duration\":1,"
        + "\"fillMode\":\"forwards\",\"removedOnCompletion\":false}]")
    moving.tree.advance(to: 0)
    let first = own.sublayers[1].frame.minX
    for frame in 1...90 { moving.tree.advance(to: Double(frame) / 60) }
    let (still, other) = try row("\"fontSize\":60")
    still.tree.advance(to: 0)
    #expect(first < other.sublayers[1].frame.minX / 2)
    #expect(own.sublayers.map(\.frame) == other.sublayers.map(\.frame))
  }

  /// A row that has its height by growing, by stretching or by its size in percent.
  @Test(arguments: [
    ("column", "\"grow\":1"), ("row", "\"grow\":1"), ("overlay", "\"size\":[\"100%\",\"100%\"]"),
  ])
  func `lines in percent of a height that is found last lie one below the other`(
    outer: String, keys: String
  ) throws {
    let quarter = "{\"size\":[\"50%\",\"50%\"]}"
    let quarters = Array(repeating: quarter, count: 4).joined(separator: ",")
    let tree = try instance(
      """
      {"layers":[{"kind":"\(outer)","layers":[{"kind":"row","wrap":true,\(keys),"layers":[\(quarters)]}]}]}
      """
    ).tree
    let row = tree.root.sublayers[0].sublayers[0]
    let (width, height) = (row.bounds.width / 2, row.bounds.height / 2)
    #expect(row.frame == tree.root.bounds)
    Self.expect(
      row.sublayers.map(\.frame),
      [[0, 0], [width, 0], [0, height], [width, height]].map { $0 + [width, height] })
  }

  @Test func `a text is wrapped in the width that is left, and makes its column taller`() throws {
    let found = try Self.frames(
      "\"kind\":\"column\",\"size\":[100,\"auto\"]",
      "{\"kind\":\"text\",\"string\":\"one two three four five six\",\"wrapped\":true,"
        + "\"fontSize\":20},\(Self.box(10, 10))")
    #expect(found[0].width == 100 && found[0].height > 60)
    #expect(found[1].minY == found[0].height)
  }

  /// Layers of 50 × 20, 100 × 40 and 30 × 10 points in a size of 160 × 100, without the second.
  @Test(arguments: [
    ("\"kind\":\"row\",\"gap\":10", [[0, 0, 50, 20], [60, 0, 30, 10]]),
    ("\"kind\":\"column\",\"gap\":10", [[0, 0, 50, 20], [0, 30, 30, 10]]),
    ("\"kind\":\"row\",\"wrap\":true", [[0, 0, 50, 20], [50, 0, 30, 10]]),
    (
      "\"kind\":\"row\",\"justifyContent\":\"space-between\"",
      [[0, 0, 50, 20], [130, 0, 30, 10]]
    ),
  ])
  func `a collapsed layer closes its space, and opens it again`(
    keys: String, expected: [[Double]]
  ) throws {
    let layers = [Self.box(50, 20), Self.box(100, 40, ",\"collapsed\":true"), Self.box(30, 10)]
    let text = keys + ",\"size\":[160,100]"
    let found = try instance(
      "{\"layers\":[{\(text),\"layers\":[\(layers.joined(separator: ","))]}]}")
    let boxes = found.tree.root.sublayers[0].sublayers
    func frames(_ indices: [Int]) -> [Rect] { indices.map { boxes[$0].frame } }
    found.tree.advance(to: 0)
    Self.expect(frames([0, 2]), expected)
    #expect(boxes[1].bounds.size == Size(width: 100, height: 40))
    #expect(boxes[1].presentation()?.isHidden == true && !boxes[1].isHidden)
    // The layer has the frame of one that was never collapsed.
    boxes[1].isCollapsed = false
    found.tree.advance(to: 1)
    let open = try Self.frames(
      text, [Self.box(50, 20), Self.box(100, 40), Self.box(30, 10)].joined(separator: ","))
    #expect(frames([0, 1, 2]) == open)
    #expect(boxes[1].presentation()?.isHidden == false)
    boxes[1].isCollapsed = true
    found.tree.advance(to: 2)
    Self.expect(frames([0, 2]), expected)
  }

  @Test func `a column without its collapsed layers is as small as the others`() throws {
    let found = try instance(
      "{\"layers\":[{\"kind\":\"column\",\"size\":[100,\"auto\"],\"gap\":5,\"padding\":3,\"layers\":["
        + "\(Self.box(10, 10)),{\"kind\":\"row\",\"collapsed\":true,\"layers\":[\(Self.box(10, 30))]}]}]}"
    )
    let column = found.tree.root.sublayers[0]
    found.tree.advance(to: 0)
    #expect(column.bounds.height == 16)
    column.sublayers[1].isCollapsed = false
    found.tree.advance(to: 1)
    #expect(column.bounds.height == 51)
  }

  @Test func `a code has the size that it is given, whatever it says`() throws {
    let found = try instance(
      "{\"layers\":[{\"kind\":\"row\",\"alignItems\":\"start\",\"layers\":["
        + "{\"kind\":\"qr\",\"string\":\"a\",\"size\":[80,80]},\(Self.box(30, 10))]}]}")
    let row = found.tree.root.sublayers[0]
    let code = try #require(row.sublayers[0] as? TextLayer)
    for string in ["a", "https://example.org/kiosk"] {
      code.string = string
      found.tree.advance(to: 1)
      Self.expect(row.sublayers.map(\.frame), [[0, 0, 80, 80], [80, 0, 30, 10]])
    }
  }

  /// A layer beside one of 50 × 20 points, which keeps the alignment of all layers.
  @Test(arguments: [
    ("row\",\"alignItems\":\"center", "[100,40],\"alignSelf\":\"end\"", [50, 60, 100, 40]),
    ("row\",\"alignItems\":\"end", "[100,40],\"alignSelf\":\"auto\"", [50, 60, 100, 40]),
    ("row\",\"alignItems\":\"end", "[100,\"auto\"],\"alignSelf\":\"stretch\"", [50, 0, 100, 100]),
    ("row", "[100,\"auto\"],\"alignSelf\":\"start\"", [50, 0, 100, 0]),
    ("column\",\"alignItems\":\"end", "[100,40],\"alignSelf\":\"start\"", [0, 20, 100, 40]),
    ("column", "[\"auto\",40],\"alignSelf\":\"center\"", [200, 20, 0, 40]),
    ("column\",\"alignItems\":\"end", "[\"auto\",40],\"alignSelf\":\"stretch\"", [0, 20, 400, 40]),
    (
      "overlay\",\"justifyItems\":\"center\",\"alignItems\":\"center",
      "[100,40],\"alignSelf\":\"start\",\"justifySelf\":\"end\"", [300, 0, 100, 40]
    ),
  ])
  func `a layer has another place than all layers around it`(
    kind: String, keys: String, frame: [Double]
  ) throws {
    let frames = try Self.frames(
      "\"kind\":\"\(kind)\",\"size\":[400,100]", "\(Self.box(50, 20)),{\"size\":\(keys)}")
    Self.expect([try #require(frames.last)], [frame])
  }

  @Test(arguments: [
    ("\"kind\":\"row\"", "{\"frame\":[0,0,1,1],\"size\":[1,1]}", SceneDiagnostic.Code.conflict),
    ("\"kind\":\"overlay\"", "{\"position\":[0,0],\"size\":[1,1]}", .conflict),
    ("\"kind\":\"layer\"", "{\"grow\":1}", .withoutEffect),
    ("\"kind\":\"overlay\"", "{\"grow\":1}", .withoutEffect),
    ("\"kind\":\"layer\"", "{\"alignSelf\":\"end\"}", .withoutEffect),
    ("\"kind\":\"row\"", "{\"size\":[1,1],\"justifySelf\":\"end\"}", .withoutEffect),
    ("\"kind\":\"row\"", "{\"size\":[\"auto\",1]}", .withoutEffect),
    ("\"kind\":\"layer\"", "{\"collapsed\":true}", .withoutEffect),
    ("\"kind\":\"row\"", "{\"kind\":\"qr\",\"string\":\"a\"}", .withoutEffect),
  ])
  func `alignment and growth without an effect are reported`(
    keys: String, layer: String, code: SceneDiagnostic.Code
  ) {
    let text = "{\"layers\":[{\(keys),\"layers\":[\(layer)]}]}"
    var found: [SceneDiagnostic.Code]
    do throws(SceneError) {
      found = try SceneLoader.load(
        bytes: Array(text.utf8), name: "s", directory: DiagnosticsTests.directory
      ).warnings.map { $0.code }
    } catch {
      found = error.diagnostics.map { $0.code }
    }
    #expect(found == [code])
  }

  /// A line of 10 points in 400 points.
  @Test(arguments: [
    ("\"kind\":\"column\"", "\"size\":[\"100%\",20]", [5, 0, 390, 20]),
    ("\"kind\":\"row\"", "\"grow\":1,\"size\":[0,20]", [5, 0, 390, 20]),
    ("\"kind\":\"overlay\"", "\"size\":[\"auto\",20]", [5, 0, 390, 20]),
    ("\"kind\":\"column\",\"alignItems\":\"end\"", "\"size\":[100,20]", [305, 0, 90, 20]),
    ("\"kind\":\"column\"", "\"size\":[4,20]", [2, 0, 0, 20]),
    ("\"kind\":\"column\"", "\"size\":[\"100%\",20],\"segments\":4", [0, 0, 400, 20]),
  ])
  func `the round ends of a line of progress lie within the space that it has`(
    around: String, keys: String, frame: [Double]
  ) throws {
    let line = "{\"kind\":\"progress\",\"style\":\"line\",\"lineWidth\":10,\(keys)}"
    Self.expect(try Self.frames(around + ",\"size\":[400,100]", line), [frame])
  }

  /// The space is 40 points wide with the round ends. Half of that is the width of the line.
  @Test(arguments: ["\"50%\"", "\"20% + 12\"", "20"])
  func `a relative width of a line of progress is of the space with its round ends`(
    width: String
  ) throws {
    let row = try Self.instanceLayer(
      "{\"kind\":\"row\",\"size\":[400,100],\"layers\":[{\"kind\":\"progress\","
        + "\"style\":\"line\",\"size\":[40,100],\"lineWidth\":\(width)}]}")
    let line = try #require(row.sublayers[0] as? ProgressLayer)
    Self.expect([line.frame], [[10, 0, 20, 100]])
    #expect((line.style as? LineProgressStyle)?.lineWidth == 20)
  }

  @Test func `a line of progress follows a text beside it`() throws {
    let scene = try instance(
      """
      {"layers":[{"kind":"row","size":[400,40],"layers":[{"kind":"text","name":"t","string":""},
        {"kind":"progress","style":"line","lineWidth":10,"size":[0,20],"grow":1}]}]}
      """)
    scene.tree.advance(to: 0)
    let row = scene.tree.root.sublayers[0]
    let text = try #require(row.sublayers[0] as? TextLayer)
    #expect(row.sublayers[1].frame.minX == 5 && row.sublayers[1].frame.maxX == 395)
    text.string = "Copying"
    scene.tree.advance(to: 1)
    #expect(row.sublayers[1].frame.minX == text.frame.maxX + 5)
    #expect(row.sublayers[1].frame.maxX == 395)
  }

  @Test func `segments are half a line apart unless a scene says otherwise`() throws {
    func spacing(_ keys: String) throws -> Double? {
      let progress = try Self.instanceLayer(
        "{\"kind\":\"progress\",\"style\":\"line\",\"segments\":3\(keys)}")
      return ((progress as? ProgressLayer)?.style as? LineProgressStyle)?.spacing
    }
    #expect(try spacing("") == 4)
    #expect(try spacing(",\"lineWidth\":30") == 15)
    #expect(try spacing(",\"lineWidth\":30,\"spacing\":2") == 2)
  }

  private static func instanceLayer(_ layer: String) throws -> Layer {
    try instance("{\"layers\":[\(layer)]}").tree.root.sublayers[0]
  }
}
