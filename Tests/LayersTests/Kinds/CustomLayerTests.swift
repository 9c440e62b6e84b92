import Animation
import Geometry
import Layers
import Raster
import Testing

extension AnimatableProperty {
  /// The free property that this file's layer uses.
  fileprivate static var level: AnimatableProperty { .custom0 }
}

/// A complete custom layer: a bar that is as long as its level, which animates by the layer's own
/// action.
private final class BarLayer: Layer {
  init(level: Double = 0) {
    super.init()
    storeAnimatableValue(.scalar(level), of: .level)
  }

  var level: Double {
    get { if case .scalar(let level)? = animatableValue(of: .level) { level } else { 0 } }
    set { setValue(.scalar(newValue), for: AnimationKeyPath(.level)) }
  }

  override func makePresentation() -> Layer { BarLayer() }

  override var drawsContent: Bool { true }

  override func draw(into drawing: inout Drawing) {
    var rect = bounds
    rect.size.width *= level
    drawing.fill(.rect(rect), with: .color(.black))
  }

  override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    property == .level || super.needsDisplay(forKey: property)
  }

  override func defaultAction(forKey property: AnimatableProperty) -> Action? {
    guard property == .level else { return super.defaultAction(forKey: property) }
    let presented = (presentation() as? BarLayer)?.level ?? level
    return .animation(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.level), from: .scalar(presented),
          timingFunction: .easeInEaseOut)))
  }
}

/// A layer with a mark that stands where its presented opacity says.
private final class MarkedLayer: Layer {
  let mark = Layer()

  override init() {
    super.init()
    addSublayer(mark)
  }

  override func makePresentation() -> Layer { Layer() }

  override func didPresent(_ presentation: Layer) {
    tree?.transact(disableActions: true) { mark.position.x = presentation.opacity * 100 }
  }
}

struct CustomLayerTests {
  @Test func `P10 a property of one's own animates through the layer's action`() {
    let layer = BarLayer(level: 0.31)
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 10)
    let tree = committedTree(layer)
    func width() -> Double? { layer.drawing.commands.first?.fill?.bounds.width }
    #expect(isClose(width(), 31))
    layer.level += 0.1
    #expect(isClose(layer.level, 0.41))
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(isClose(width(), 36))
    layer.level += 0.1
    tree.advance(to: 0.125)
    #expect(isClose(width(), 36))
    tree.advance(to: 0.375)
    #expect(isClose(width(), 51))
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `P5 a change of the bounds draws anew, a change of the place does not`() {
    let layer = BarLayer(level: 0.5)
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 10)
    let tree = committedTree(layer)
    tree.transact(disableActions: true) { layer.position = Point(x: 4, y: 4) }
    tree.advance(to: 1)
    #expect(layer.displayCount == 1)
    tree.transact(disableActions: true) { layer.bounds.size.width = 200 }
    tree.advance(to: 2)
    #expect(layer.displayCount == 2)
    #expect(layer.changes.contains(.content))
  }

  @Test func `a recording that comes out the same is no change of content`() {
    let layer = BarLayer(level: 0.5)
    let tree = committedTree(layer)
    layer.setNeedsDisplay()
    tree.advance(to: 1)
    #expect(layer.displayCount == 2)
    #expect(tree.changedLayers.isEmpty)
  }

  @Test func `a free property keeps the kind of its first value`() {
    let layer = Layer()
    #expect(layer.animatableValue(of: .custom3) == nil)
    #expect(!layer.setValue(.scalar(1), for: AnimationKeyPath(.custom3)))
    #expect(layer.storeAnimatableValue(.scalar(1), of: .custom3))
    #expect(!layer.storeAnimatableValue(.flag(true), of: .custom3))
    #expect(layer.setValue(.scalar(2), for: AnimationKeyPath(.custom3)))
    #expect(layer.animatableValue(of: .custom3) == .scalar(2))
    #expect(!layer.storeAnimatableValue(.scalar(1), of: .strokeEnd))
  }

  @Test func `a value derived from a presented value shows in the same frame`() {
    let layer = MarkedLayer()
    let tree = committedTree(layer)
    #expect(layer.mark.presentation()?.position.x == 100)
    layer.add(fade(), forKey: "fade")
    for (time, x) in [(0.0, 0.0), (0.25, 25), (0.5, 50), (0.75, 75), (1, 100)] {
      tree.advance(to: time)
      #expect(isClose(layer.mark.presentation()?.position.x, x), "at \(time)")
    }
    tree.advance(to: 2)
    #expect(!tree.hasPendingWork)
    #expect(!tree.hasRunningAnimations)
  }
}
