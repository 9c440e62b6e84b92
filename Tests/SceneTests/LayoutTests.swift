import Animation
import Geometry
import Layers
import Raster
import Scene
import Testing

func instance(
  _ text: String, width: Double = 1000, height: Double = 500, scale: Double = 2
) throws -> SceneInstance {
  let scene = try SceneLoader.load(
    bytes: Array(text.utf8), name: "s", directory: DiagnosticsTests.directory)
  return scene.instantiate(size: Size(width: width, height: height), scale: scale)
}

@Suite struct LayoutTests {
  /// A length of a layer in an output of 1000 × 500, and its points as a width.
  @Test(arguments: [
    ("12", 12), ("\"12\"", 12), ("\"12pt\"", 12), ("\"50%\"", 500), ("\"50% + 12\"", 512),
    ("\"100% - 24\"", 976), ("\"10vmin\"", 50), ("\"10vw\"", 100), ("\"10vh\"", 50),
    ("\"2.5%\"", 25), ("\"min(60vmin, 480)\"", 300), ("\"max(60vmin,480)\"", 480),
    ("\"10 + min(50%, 100, 20vw) - 5vmin\"", 85), ("\"max(1, min(2, 3))\"", 2),
    ("\" 50%  -  10 \"", 490), ("\"1% + 1% + 1vmin - 1\"", 24), ("\"100% - max(1, 2)\"", 998),
  ])
  func `lengths are sums of units, percentages and functions`(length: String, width: Double) throws
  {
    let instance = try instance("{\"layers\":[{\"size\":[\(length), 10]}]}")
    #expect(abs(instance.tree.root.sublayers[0].bounds.width - width) < 1e-9)
  }

  @Test(arguments: [
    "", "%", "1 2", "1 +", "--1", "1e3", "min()", "min(1", "min 1", "mid(1)", "50 %%", "NaN", "inf",
    "1..2", ".", "min(1,)", "0x10", "１",
  ])
  func `a text that is no length is refused`(text: String) {
    #expect(codes("{\"layers\":[{\"size\":[\"\(text)\", 1]}]}") == [.invalidLength])
  }

  /// The frame that a geometry gives, in an output of 1000 × 500.
  @Test(arguments: [
    ("", Rect(x: 0, y: 0, width: 1000, height: 500)),
    ("\"size\": [100, 50]", Rect(x: 450, y: 225, width: 100, height: 50)),
    ("\"size\": [100, 50], \"anchor\": [0, 1]", Rect(x: 0, y: 450, width: 100, height: 50)),
    ("\"frame\": [\"10%\", 20, 30, \"40%\"]", Rect(x: 100, y: 20, width: 30, height: 200)),
    (
      "\"position\": [100, \"100%\"], \"size\": [10, 20]",
      Rect(x: 95, y: 490, width: 10, height: 20)
    ),
    ("\"frame\": [0, 0, 10, 10], \"anchor\": [0, 0]", Rect(x: 0, y: 0, width: 10, height: 10)),
    ("\"frame\": [10, 10, 100, 50], \"scale\": 2", Rect(x: -40, y: -15, width: 200, height: 100)),
    (
      "\"size\": [100, 50], \"translation\": [\"50%\", \"-50%\"]",
      Rect(x: 500, y: 200, width: 100, height: 50)
    ),
    ("\"size\": [100, 50], \"rotation\": 90", Rect(x: 475, y: 200, width: 50, height: 100)),
    ("\"kind\": \"image\", \"file\": \"two.png\"", Rect(x: 499, y: 249, width: 2, height: 2)),
    (
      "\"kind\": \"image\", \"file\": \"two.png\", \"pixelsPerPoint\": 2",
      Rect(x: 499.5, y: 249.5, width: 1, height: 1)
    ),
    (
      "\"kind\": \"image\", \"file\": \"two.png\", \"size\": [\"auto\", \"20%\"]",
      Rect(x: 450, y: 200, width: 100, height: 100)
    ),
  ])
  func `places and sizes are read in all their forms`(geometry: String, frame: Rect) throws {
    let found = try instance("{\"layers\":[{\(geometry)}]}").tree.root.sublayers[0].frame
    #expect(abs(found.minX - frame.minX) < 1e-9 && abs(found.minY - frame.minY) < 1e-9)
    #expect(abs(found.width - frame.width) < 1e-9 && abs(found.height - frame.height) < 1e-9)
  }

  @Test func `percentages of paths and strokes are of the layer itself`() throws {
    let text = """
      {"layers":[{"kind":"shape","size":[200,100],"strokeColor":"#FF000080","lineWidth":"10%",
        "lineCap":"round","lineDashPattern":["50%",1],
        "path":[{"circle":{"center":["25%","50%"],"radius":"20%"}},
                {"rect":{"x":"50%","width":"50%"}},
                {"svg":"M0 0L10 10","viewBox":[0,0,10,10]}]}]}
      """
    let layer = try instance(text).tree.root.sublayers[0]
    let shape = try #require(layer as? ShapeLayer)
    #expect(shape.lineWidth == 10)
    #expect(shape.lineCap == .round)
    #expect(shape.lineDashPattern == [50, 1])
    #expect(shape.fillColor == nil)
    #expect(shape.strokeColor == Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255))
    var path = Path.circle(center: Point(x: 50, y: 50), radius: 20)
    path.addRect(Rect(x: 100, y: 0, width: 100, height: 100))
    path.move(to: Point(x: 50, y: 0))
    path.addLine(to: Point(x: 150, y: 100))
    #expect(shape.path == path)
  }

  @Test func `an arc begins at 12 o'clock and runs in degrees`() throws {
    let text = """
      {"layers":[{"kind":"shape","size":[100,100],"fillColor":"#000000",
        "path":{"arc":{"sweep":90}}}]}
      """
    let shape = try #require(try instance(text).tree.root.sublayers[0] as? ShapeLayer)
    var path = Path()
    let arc = EllipticArc(
      center: Point(x: 50, y: 50), radius: 50, startAngle: -.pi / 2, sweep: .pi / 2)
    path.move(to: arc.start)
    path.addArc(arc)
    #expect(shape.path == path)
  }

  @Test func `a style gives what the layer leaves out`() throws {
    let text = """
      {"colors":{"sun":"#FFFFFF"},
       "styles":{"a":{"opacity":0.5,"use":"b"},"b":{"opacity":0.1,"backgroundColor":"sun 50%"}},
       "layers":[{"use":"a"},{"use":"a","opacity":1}]}
      """
    let layers = try instance(text).tree.root.sublayers
    #expect(layers.map { $0.opacity } == [0.5, 1])
    #expect(layers[0].backgroundColor == Color(red: 1, green: 1, blue: 1, alpha: 0.5))
  }

  /// The frame on the screen of a sublayer, whose layer has 200 × 100 points at (100, 50).
  @Test(arguments: [
    ("[0, 0, 10, 10]", "\"frame\": [0, 0, 10, 10]", Rect(x: 150, y: 50, width: 100, height: 100)),
    (
      "[-5, -5, 10, 10]", "\"frame\": [-5, -5, 10, 10]",
      Rect(x: 150, y: 50, width: 100, height: 100)
    ),
    (
      "[0, 0, 40, 10]", "\"size\": [\"50%\", \"100%\"]", Rect(x: 150, y: 75, width: 100, height: 50)
    ),
    ("[0, 0, 400, 400]", "\"frame\": [400, 0, 40, 40]", Rect(x: 250, y: 50, width: 10, height: 10)),
  ])
  func `a view box fits into the layer`(box: String, sublayer: String, expected: Rect) throws {
    for anchor in ["", "\"anchor\": [0, 1],"] {
      let layers = """
        { "frame": [100, 50, 200, 100], \(anchor) "viewBox": \(box), "layers": [{ \(sublayer) }] }
        """
      let tree = try instance("{\"layers\":[\(layers)]}").tree
      let layer = tree.root.sublayers[0].sublayers[0]
      let frame = layer.bounds.transformed(by: layer.projectionToOutside(presented: false))
      for (own, other) in [
        (frame.minX, expected.minX), (frame.maxX, expected.maxX), (frame.minY, expected.minY),
        (frame.maxY, expected.maxY),
      ] { #expect(abs(own - other) < 1e-9) }
    }
  }

  @Test func `a view box grows with a layer in a row`() throws {
    let tree = try instance(
      """
      {"layers":[{"kind":"row","size":[300,100],"layers":[
        {"kind":"text","string":"a","size":[100,20]},
        {"grow":1,"size":[0,100],"viewBox":[0,0,10,10],"layers":[{"frame":[0,0,10,10]}]}]}]}
      """
    ).tree
    let layer = tree.root.sublayers[0].sublayers[1]
    #expect(layer.bounds.width == 200)
    let inner = layer.sublayers[0]
    let frame = inner.bounds.transformed(by: inner.projectionToOutside(presented: false))
    #expect(abs(frame.width - 100) < 1e-9 && abs(frame.midX - 550) < 1e-9)
  }

  /// A drawing of 80 × 20.
  @Test(arguments: [
    ("layer", "[100,\"auto\"]", Size(width: 100, height: 25)),
    ("layer", "[\"auto\",10]", Size(width: 40, height: 10)),
    ("row\",\"alignItems\":\"start", "[100,\"auto\"]", Size(width: 100, height: 25)),
    ("row\",\"alignItems\":\"start", "[\"auto\",10]", Size(width: 40, height: 10)),
    ("row\",\"alignItems\":\"start", "[\"auto\",\"auto\"]", Size(width: 80, height: 20)),
    ("column\",\"alignItems\":\"start", "[100,\"auto\"]", Size(width: 100, height: 25)),
    ("column\",\"alignItems\":\"start", "[\"auto\",10]", Size(width: 40, height: 10)),
    ("column\",\"alignItems\":\"start", "[\"auto\",\"auto\"]", Size(width: 80, height: 20)),
  ])
  func `an open side follows from the proportions of a view box`(
    around: String, size: String, expected: Size
  ) throws {
    let scene =
      "{\"layers\":[{\"kind\":\"\(around)\",\"layers\":[{\"size\":\(size),"
      + "\"viewBox\":[5,5,80,20],\"layers\":[{\"frame\":[5,5,80,20]}]}]}]}"
    let read = try SceneLoader.load(bytes: Array(scene.utf8), name: "s", directory: nil)
    #expect(!read.warnings.contains { $0.message.contains("is not seen") })
    let layer = try instance(scene).tree.root.sublayers[0].sublayers[0]
    #expect(abs(layer.bounds.width - expected.width) < 1e-9)
    #expect(abs(layer.bounds.height - expected.height) < 1e-9)
  }

  @Test func `a side is not open without a view box or a picture`() {
    #expect(codes(#"{"layers":[{"size":[10,"auto"],"layers":[{}]}]}"#) == [.invalidLength])
  }

  @Test func `a view box has an area`() {
    #expect(codes(#"{"layers":[{"viewBox":[0,0,0,1]}]}"#) == [.outOfRange])
    for kind in ["row", "log", "progress"] {
      #expect(codes("{\"layers\":[{\"kind\":\"\(kind)\",\"viewBox\":[0,0,1,1]}]}") == [.unknownKey])
    }
  }

  @Test func `progress layers get their style`() throws {
    let text = """
      {"layers":[
        {"kind":"progress","segments":12,"trackWidth":3,"progressColor":"#FFFFFF","progress":0.5},
        {"kind":"progress","style":"line","lineWidth":"1%","spacing":2,"indeterminate":true}]}
      """
    let layers = try instance(text).tree.root.sublayers.compactMap { $0 as? ProgressLayer }
    try #require(layers.count == 2)
    let circle = try #require(layers[0].style as? CircleProgressStyle)
    #expect(circle.segmentCount == 12)
    #expect(circle.trackWidth == 3)
    #expect(circle.progressWidth == CircleProgressStyle().progressWidth)
    #expect(layers[0].progressColor == .white)
    #expect(layers[0].trackColor == CircleProgressStyle().trackColor)
    #expect(layers[0].progress == 0.5)
    let line = try #require(layers[1].style as? LineProgressStyle)
    #expect(line.lineWidth == 5)
    #expect(line.spacing == 2)
    #expect(layers[1].isIndeterminate)
  }

  @Test func `a progress that changes its size takes its relative widths along`() throws {
    let scene = try instance(
      """
      {"progressStyles":{"halo":{"layers":[
          {"kind":"shape","name":"ring","path":{"arc":{}},"strokeColor":"#FFF","lineWidth":"10%",
            "size":["50%","50%"]},
          {"name":"mark","size":[4,4],"position":["100%","50%"]}],
        "drives":[{"layer":"ring","key":"strokeEnd"},
          {"layer":"mark","key":"position.x","from":0,"to":9}]}},
      "layers":[
        {"kind":"progress","size":[100,100],"trackWidth":"8%","progressWidth":3},
        {"kind":"progress","style":"line","size":[100,20],"lineWidth":"50%","segments":4},
        {"kind":"progress","style":"halo","size":[100,100]}]}
      """)
    let tree = scene.tree
    tree.advance(to: 0)
    let layers = tree.root.sublayers
    let circle = try #require((layers[0] as? ProgressLayer)?.style as? CircleProgressStyle)
    let line = try #require((layers[1] as? ProgressLayer)?.style as? LineProgressStyle)
    let ring = try #require(layers[2].sublayers[0] as? ShapeLayer)
    let mark = layers[2].sublayers[1]
    tree.transact(disableActions: true) {
      for layer in layers { layer.bounds.size = Size(width: 300, height: 200) }
    }
    tree.advance(to: 1)
    #expect(circle.trackWidth == 16 && circle.progressWidth == 3)
    #expect(line.lineWidth == 100 && line.spacing == 50)
    #expect(ring.frame == Rect(x: 75, y: 50, width: 150, height: 100))
    #expect(ring.lineWidth == 10 && ring.path?.bounds.width == 100)
    #expect(mark.position.x == 0, "the style moves it itself")
    // In the midst of an animation, too.
    tree.transact(duration: 1, timingFunction: .linear) {
      layers[0].bounds.size = Size(width: 100, height: 100)
    }
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(circle.trackWidth == 12)
  }

  @Test(
    arguments: [
      ("", "", false), ("", "ar", true), ("\"direction\":\"ltr\",", "ar", false),
      ("\"direction\":\"rtl\",", "", true), ("\"direction\":\"locale\",", "de", false),
    ])
  func `lines of progress begin where the locale's lines do`(
    direction: String, locale: String, fillsFromRight: Bool
  ) throws {
    let text = """
      {\(locale.isEmpty ? "" : "\"locale\":\"\(locale)\",")
       "layers":[{"kind":"progress",\(direction)"style":"line"}]}
      """
    let layer = try instance(text).tree.root.sublayers.first as? ProgressLayer
    let line = try #require(layer?.style as? LineProgressStyle)
    #expect(line.fillsFromRight == fillsFromRight)
  }

  @Test func `animations run from the moment the scene is shown`() throws {
    let text = """
      {"timing":{"duration":2,"function":"linear"},
       "layers":[{"size":[10,10],"animations":[
        {"key":"opacity","from":0,"to":1},
        {"key":"position.x","to":"100%","beginTime":1,"fillMode":"backwards"},
        {"key":"rotation","by":360,"repeat":"forever"}]}]}
      """
    let tree = try instance(text).tree
    let layer = tree.root.sublayers[0]
    tree.advance(to: 100)
    tree.advance(to: 101)
    #expect(layer.presentation()?.opacity == 0.5)
    #expect(layer.presentation()?.position.x == 500)
    tree.advance(to: 101.5)
    #expect(layer.presentation()?.position.x == 625)
    tree.advance(to: 100.5 + 2000)
    let rotation = layer.presentation()?.value(for: try #require(AnimationKeyPath("transform")))
    guard case .transform(let transform)? = rotation else {
      Issue.record("no transform")
      return
    }
    #expect(abs(transform.m11) < 1e-9 && abs(transform.m12 - 1) < 1e-9)
  }
}

@Suite struct ControlTests {
  static let text = """
    {"layers":[
      {"name":"left","layers":[{"name":"ring","kind":"progress"}]},
      {"layers":[{"name":"bar","kind":"progress","style":"line"}]},
      {"name":"box","size":["50%",100]},
      {"name":"right","layers":[{"name":"ring","kind":"progress"}]}],
     "controls":{
      "main":{"kind":"progress","label":"All","value":0.5,"duration":2,"timing":"linear",
        "allowDecrease":false,
        "drives":["left/ring","bar",
          {"layer":"box","key":"position.x","from":"10%","to":"90%"},
          {"layer":"box","key":"rotation","from":0,"to":180},
          {"layer":"right/ring","from":1,"to":0}]},
      "other":{"kind":"progress","indeterminate":true,"drives":{"layer":"right/ring"}},
      "say":{"kind":"text","text":"Hello"}}}
    """

  @Test func `controls are read in their order`() throws {
    let instance = try instance(Self.text)
    #expect(instance.controls.map { $0.name } == ["main", "other", "say"])
    #expect(instance.controls[0].label == "All")
    guard case .text(let message, _) = instance.controls[2].content,
      case .progress(let settings, _) = instance.controls[0].content
    else {
      Issue.record("not a progress control")
      return
    }
    #expect(message.text == "Hello")
    #expect(settings.value == 0.5)
    #expect(settings.duration == .seconds(2))
    #expect(settings.timingFunction == .linear)
    #expect(!settings.allowsDecrease)
    #expect(ProgressControlDescription.DurationRule.distance.duration(from: 0.9, to: 0.2) == 0.7)
  }

  @Test func `one control drives several layers, each in its own units`() throws {
    let instance = try instance(Self.text)
    let targets = instance.controls[0].targets
    #expect(targets.map { $0.layer.name } == ["ring", "bar", "box", "box", "ring"])
    #expect(targets[0].layer.superlayer?.name == "left")
    #expect(targets[2].value(at: 0.25) == .scalar(300))
    #expect(targets[3].value(at: 0.5) == .scalar(.pi / 2))
    #expect(targets[4].value(at: 0.25) == .scalar(0.75))
  }

  @Test func `layers begin where their control begins`() throws {
    let instance = try instance(Self.text)
    let targets = instance.controls[0].targets
    #expect((targets[0].layer as? ProgressLayer)?.progress == 0.5)
    #expect(targets[2].layer.position.x == 500)
    #expect((instance.controls[1].targets[0].layer as? ProgressLayer)?.isIndeterminate == true)
  }
}
