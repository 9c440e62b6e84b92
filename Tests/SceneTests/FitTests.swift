import Geometry
import Layers
import Scene
import Testing
import Text

/// Scenes that are drawn for one size and scaled to others.
@Suite struct FitTests {
  private static func text(_ keys: String) -> String {
    """
    {\(keys),"layers":[{"name":"box","frame":[0,0,"50%","10vmin"],"cornerRadius":"1vh"},
      {"name":"middle","kind":"text","string":"","fontSize":"10vmin","size":[20,20]}]}
    """
  }

  /// The frame of the box on an output of 1000 × 500, and that of a layer in the middle.
  @Test(arguments: [
    ("\"size\":[100,100],\"fit\":\"contain\"", Rect(x: 250, y: 0, width: 250, height: 50), 100),
    ("\"size\":[200,100],\"fit\":\"contain\"", Rect(x: 0, y: 0, width: 500, height: 50), 100),
    ("\"size\":[400,100],\"fit\":\"contain\"", Rect(x: 0, y: 125, width: 500, height: 25), 50),
    ("\"size\":[100,100],\"fit\":\"cover\"", Rect(x: 0, y: -250, width: 500, height: 100), 200),
    ("\"size\":[4000,2000],\"fit\":\"contain\"", Rect(x: 0, y: 0, width: 500, height: 50), 5),
    ("\"size\":[100,100],\"fit\":\"none\"", Rect(x: 0, y: 0, width: 500, height: 50), 20),
    ("\"size\":[100,100]", Rect(x: 0, y: 0, width: 500, height: 50), 20),
  ])
  func `a scene is scaled about the middle`(keys: String, frame: Rect, side: Double) throws {
    let root = try instance(Self.text(keys)).tree.root
    #expect(root.bounds == Rect(x: 0, y: 0, width: 1000, height: 500))
    #expect(root.sublayers.map(\.name) == ["box", "middle"], "the layers keep their paths")
    let box = Self.onScreen(root.sublayers[0])
    for (found, expected) in [
      (box.minX, frame.minX), (box.minY, frame.minY), (box.width, frame.width),
      (box.height, frame.height),
    ] {
      #expect(abs(found - expected) < 1e-9)
    }
    let middle = Self.onScreen(root.sublayers[1])
    #expect(abs(middle.midX - 500) < 1e-9 && abs(middle.midY - 250) < 1e-9)
    #expect(abs(middle.width - side) < 1e-9)
  }

  private static func onScreen(_ layer: Layer) -> Rect {
    layer.bounds.transformed(by: layer.projectionToOutside(presented: false))
  }

  @Test func `lengths refer to the scene's own size`() throws {
    let root = try instance(Self.text("\"size\":[300,200],\"fit\":\"contain\"")).tree.root
    #expect(root.sublayers[0].bounds.size == Size(width: 150, height: 20))
    #expect(root.sublayers[0].cornerRadius == 2)
    #expect((root.sublayers[1] as? TextLayer)?.attributes.size == 20)
  }

  @Test func `a prompt that is laid over keeps the output's size`() throws {
    let text = Self.text("\"size\":[100,100],\"fit\":\"contain\"")
    let screen = Size(width: 1000, height: 500)
    func panel(_ text: String) throws -> Rect {
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      let instance = scene.instantiate(size: screen, scale: 1, hasPrompt: true)
      return Self.onScreen(try #require(instance.prompt).panel)
    }
    let (fitted, plain) = (try panel(text), try panel(Self.text("\"size\":[100,100]")))
    #expect(abs(fitted.minX - plain.minX) < 1e-9 && abs(fitted.minY - plain.minY) < 1e-9)
    #expect(abs(fitted.width - plain.width) < 1e-9 && abs(fitted.height - plain.height) < 1e-9)
  }

  @Test func `mistakes in the fit of a scene are reported`() {
    #expect(codes(Self.text("\"fit\":\"contain\"")) == [.missingKey])
    #expect(codes(Self.text("\"size\":[0,1],\"fit\":\"contain\"")) == [.outOfRange])
    #expect(codes(Self.text("\"size\":[10,10],\"fit\":\"fill\"")) == [.invalidValue])
    #expect(codes(Self.text("\"fit\":\"none\"")).isEmpty)
  }

  /// On 1920 × 1080, a layer of a scene for 1 × 1 is a thousand times as large.
  @Test func `the cost of a frame is that of the scaled scene`() {
    func scene(_ keys: String) -> String {
      let image = """
        {"kind":"gradient","size":[1,1],"colors":["#FFFFFF80","#00000080"]}
        """
      let layers = Array(repeating: image, count: 600).joined(separator: ",")
      return "{\(keys),\"layers\":[\(layers)]}"
    }
    #expect(codes(scene("\"size\":[1,1]")).isEmpty)
    #expect(codes(scene("\"size\":[1,1],\"fit\":\"contain\"")) == [.limit])
  }
}
