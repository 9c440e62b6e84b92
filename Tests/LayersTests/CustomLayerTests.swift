import Animation
import Geometry
import Layers
import Raster
import Testing

/// The article's layer: a rectangle that is as wide as the progress, with an action of its own.
private final class BarLayer: Layer {
  private var progressValue = 0.31

  var progress: Double {
    get { progressValue }
    set { setValue(.scalar(newValue), for: AnimationKeyPath(.progress)) }
  }

  override var drawsContent: Bool { true }

  override func draw(into drawing: inout Drawing) {
    var rect = bounds
    rect.size.width *= progressValue
    drawing.fill(.rect(rect), with: .color(.black))
  }

  override func needsDisplay(forKey property: AnimatableProperty) -> Bool {
    property == .progress || super.needsDisplay(forKey: property)
  }

  override func defaultAction(forKey property: AnimatableProperty) -> Action? {
    guard property == .progress else { return super.defaultAction(forKey: property) }
    let presented = (presentation() as? BarLayer)?.progressValue ?? progressValue
    return .animation(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.progress), from: .scalar(presented),
          timingFunction: .easeInEaseOut)))
  }

  override func makePresentation() -> Layer { BarLayer() }

  override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    (presentation as? BarLayer)?.progressValue = progressValue
    return super.updatePresentation(presentation)
  }

  override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    property == .progress ? .scalar(progressValue) : super.animatableValue(of: property)
  }

  override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    guard property == .progress, case .scalar(let number) = value
    else { return super.storeAnimatableValue(value, of: property) }
    progressValue = number
    return true
  }
}

struct CustomLayerTests {
  @Test func `P10 a property of one's own animates through the layer's action`() {
    let layer = BarLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 10)
    let tree = committedTree(layer)
    func width() -> Double? { layer.drawing.commands.first?.fill?.bounds.width }
    #expect(isClose(width(), 31))
    layer.progress += 0.1
    #expect(isClose(layer.progress, 0.41))
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(isClose(width(), 36))
    layer.progress += 0.1
    tree.advance(to: 0.125)
    #expect(isClose(width(), 36))
    tree.advance(to: 0.375)
    #expect(isClose(width(), 51))
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `P5 a change of the bounds draws anew, a change of the place does not`() {
    let layer = BarLayer()
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
    let layer = BarLayer()
    let tree = committedTree(layer)
    layer.setNeedsDisplay()
    tree.advance(to: 1)
    #expect(layer.displayCount == 2)
    #expect(tree.changedLayers.isEmpty)
  }
}
