import Animation
import Geometry
import Layers
import Raster
import Testing

/// The layers that a compositor draws while a transition runs, on stepped time.
struct TransitionTests {
  private func box() -> Layer {
    let layer = Layer()
    layer.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
    layer.position = Point(x: 100, y: 50)
    layer.backgroundColor = .black
    return layer
  }

  private func transition(
    _ style: Transition.Style, from edge: Transition.Edge = .left, duration: Double = 1
  ) -> Animation {
    .transition(Transition(style, from: edge, timing: MediaTiming(duration: duration)))
  }

  /// The two pictures of the running transition of a layer.
  private func parts(
    of layer: Layer, in style: Transition.Style
  ) throws -> (frame: Layer, before: Layer, after: Layer) {
    let frame = layer.composed
    try #require(frame !== layer)
    let parts = frame.composedSublayers
    try #require(parts.count == 2)
    return style == .reveal ? (frame, parts[1], parts[0]) : (frame, parts[0], parts[1])
  }

  /// The centre of a part's content on the screen.
  private func center(of part: Layer, in frame: Layer) throws -> Point {
    let held = try #require(part.composedSublayers.first?.presentation())
    let map = held.transformToSuperlayer
      .followed(by: try #require(part.presentation()).transformToSuperlayer)
      .followed(by: try #require(frame.presentation()).transformToSuperlayer)
    return map.apply(to: Point(x: held.bounds.midX, y: held.bounds.midY))
  }

  @Test func `the old picture is what was shown before the turn, the new one is the layer`() throws
  {
    for isAddedFirst in [true, false] {
      let layer = box()
      let inner = Layer()
      inner.name = "old"
      inner.bounds = Rect(x: 0, y: 0, width: 4, height: 4)
      layer.addSublayer(inner)
      let tree = committedTree(layer)
      if isAddedFirst { layer.add(transition(.fade), forKey: "any") }
      tree.transact(disableActions: true) { layer.backgroundColor = .white }
      inner.removeFromSuperlayer()
      let new = Layer()
      layer.addSublayer(new)
      if !isAddedFirst { layer.add(transition(.fade), forKey: "any") }
      #expect(layer.animationKeys == ["transition"])
      tree.advance(to: 1)
      tree.advance(to: 1.25)
      let (_, before, after) = try parts(of: layer, in: .fade)
      #expect(after.composedSublayers.first === layer)
      #expect(layer.presentation()?.backgroundColor == .white)
      #expect(layer.sublayers.first === new && layer.sublayers.count == 1)
      let copy = try #require(before.composedSublayers.first)
      #expect(copy !== layer)
      #expect(copy.presentation()?.backgroundColor == .black)
      #expect(copy.composedSublayers.count == 1)
      #expect(copy.composedSublayers.first?.presentation()?.bounds.width == 4)
    }
  }

  @Test func `a fade dissolves the two pictures, and they are gone at its end`() throws {
    let layer = box()
    let tree = committedTree(layer)
    var stops: [Bool] = []
    layer.add(transition(.fade, duration: 2), forKey: "t", onStop: { stops.append($0) })
    tree.advance(to: 10)
    #expect(tree.isStructureChanged)
    tree.advance(to: 10.5)
    #expect(tree.hasRunningAnimations)
    let (frame, before, after) = try parts(of: layer, in: .fade)
    #expect(frame.groupComposition == .isolated)
    #expect(after.groupComposition == .added)
    #expect(before.presentation()?.opacity == 0.75)
    #expect(after.presentation()?.opacity == 0.25)
    #expect(frame.presentation()?.masksToBounds == false)
    tree.clearChanges()
    tree.advance(to: 12)
    #expect(layer.composed === layer)
    #expect(tree.isStructureChanged)
    #expect(layer.animationKeys.isEmpty)
    tree.advance(to: 12)
    #expect(stops == [true])
    #expect(!tree.hasRunningAnimations)
  }

  @Test(
    arguments: [
      (Transition.Style.push, Transition.Edge.right, Point(x: 90, y: 50), Point(x: 130, y: 50)),
      (.push, .top, Point(x: 100, y: 55), Point(x: 100, y: 35)),
      (.moveIn, .left, Point(x: 100, y: 50), Point(x: 70, y: 50)),
      (.moveIn, .bottom, Point(x: 100, y: 50), Point(x: 100, y: 65)),
      (.reveal, .left, Point(x: 110, y: 50), Point(x: 100, y: 50)),
      (.reveal, .bottom, Point(x: 100, y: 45), Point(x: 100, y: 50)),
    ])
  func `pictures slide by the layer's size and are cut at its bounds`(
    style: Transition.Style, edge: Transition.Edge, old: Point, new: Point
  ) throws {
    let layer = box()
    let tree = committedTree(layer)
    layer.add(transition(style, from: edge), forKey: "t")
    tree.advance(to: 0)
    tree.advance(to: 0.25)
    let (frame, before, after) = try parts(of: layer, in: style)
    #expect(try center(of: before, in: frame) == old)
    #expect(try center(of: after, in: frame) == new)
    #expect(frame.presentation()?.masksToBounds == true)
    #expect(frame.presentation()?.frame == layer.frame)
    #expect(before.presentation()?.opacity == 1 && after.presentation()?.opacity == 1)
  }

  @Test func `a layer that turns and moves slides along itself`() throws {
    let layer = box()
    layer.transform = .rotation(.pi / 2)
    let tree = committedTree(layer)
    layer.add(transition(.push, from: .right), forKey: "t")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    let (frame, before, _) = try parts(of: layer, in: .push)
    let place = try center(of: before, in: frame)
    #expect(isClose(place.x, 100) && isClose(place.y, 30))
  }

  @Test func `progress runs between its ends, by the timing function`() throws {
    let layer = box()
    let tree = committedTree(layer)
    var settings = Transition(
      timing: MediaTiming(duration: 1), timingFunction: .easeInEaseOut)
    settings.startProgress = 0.2
    settings.endProgress = 0.6
    layer.add(.transition(settings), forKey: "t")
    tree.advance(to: 0)
    #expect(try parts(of: layer, in: .fade).after.presentation()?.opacity == 0.2)
    tree.advance(to: 0.25)
    let opacity = try parts(of: layer, in: .fade).after.presentation()?.opacity
    #expect(isClose(opacity, 0.2 + 0.4 * eased(0.25)))
    settings.startProgress = -1
    settings.endProgress = 7
    let end = MediaTiming(duration: 1).position(atParentTime: 1)
    #expect(settings.progress(at: end) == 1)
    #expect(settings.progress(at: MediaTiming(duration: 1).position(atParentTime: 0)) == 0)
  }

  @Test func `a layer shown for the first time comes from nothing, a hidden one goes to it`() throws
  {
    let root = Layer()
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let layer = box()
    root.addSublayer(layer)
    layer.add(transition(.fade), forKey: "t")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(try parts(of: layer, in: .fade).before.composedSublayers.isEmpty)
    tree.advance(to: 3)
    #expect(layer.composed === layer)
    layer.isHidden = true
    layer.add(transition(.fade), forKey: "t")
    tree.advance(to: 3)
    tree.advance(to: 3.5)
    #expect(tree.hasRunningAnimations)
    let (_, before, _) = try parts(of: layer, in: .fade)
    #expect(before.composedSublayers.first?.presentation()?.isHidden == false)
    tree.advance(to: 4)
    #expect(layer.composed === layer)
  }

  @Test func `a transition in the middle of another begins with what is seen`() throws {
    let layer = box()
    let tree = committedTree(layer)
    layer.add(transition(.fade), forKey: "t")
    tree.advance(to: 0)
    tree.advance(to: 0.25)
    let first = layer.composed
    layer.add(transition(.push), forKey: "t")
    tree.advance(to: 0.25)
    let (second, before, _) = try parts(of: layer, in: .push)
    #expect(second !== first)
    let mixed = try #require(before.composedSublayers.first)
    #expect(mixed.composedSublayers.map { $0.presentation()?.opacity } == [0.75, 0.25])
    // If they are cut short repeatedly, the pictures do not pile up.
    for step in 1...40 {
      layer.add(transition(.fade), forKey: "t")
      tree.advance(to: 0.25 + Double(step) * 0.01)
    }
    func count(_ layer: Layer) -> Int {
      layer.composedSublayers.reduce(1) { $0 + count($1) }
    }
    #expect(count(layer.composed) < 20)
  }

  @Test func `a transition that is removed or whose layer leaves is over at once`() throws {
    let (a, b) = (box(), box())
    let tree = committedTree(a, b)
    a.add(transition(.push), forKey: "t")
    b.add(transition(.push), forKey: "t")
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    #expect(a.composed !== a && b.composed !== b)
    a.removeAnimation(forKey: "transition")
    b.removeFromSuperlayer()
    tree.advance(to: 0.6)
    #expect(a.composed === a && b.composed === b)
    #expect(tree.root.composedSublayers.count == 1)
    #expect(tree.root.composedSublayers.first === a)
  }

  @Test func `a transition that begins later shows the new picture until then`() {
    let layer = box()
    let tree = committedTree(layer)
    layer.add(
      .transition(Transition(timing: MediaTiming(beginTime: 2, duration: 1))), forKey: "t")
    tree.advance(to: 1)
    #expect(layer.composed === layer)
    #expect(tree.nextChange == 2)
    tree.advance(to: 2.5)
    #expect(layer.composed !== layer)
  }

  @Test func `a transition as action plays whenever the contents change`() throws {
    let layer = ImageLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 2, height: 1)
    let first = picture(0xFFFF_0000)
    layer.contents = first
    layer.actions[.contents] = transition(.push, from: .right, duration: 0.3).asAction
    let tree = committedTree(layer)
    #expect(layer.composed === layer)
    layer.contents = picture(0xFF00_FF00)
    tree.advance(to: 0)
    tree.advance(to: 0.1)
    let (_, before, _) = try parts(of: layer, in: .push)
    let old = before.composedSublayers.first?.presentation() as? ImageLayer
    #expect(old?.contents == first)
    tree.advance(to: 0.4)
    #expect(layer.composed === layer)
    tree.transact(disableActions: true) { layer.contents = nil }
    tree.advance(to: 0.5)
    #expect(layer.composed === layer)
  }

  private func picture(_ pixel: UInt32) -> Image {
    Image(size: PixelSize(width: 2, height: 1), premultipliedPixels: [pixel, pixel])
  }
}

extension Animation {
  fileprivate var asAction: Action { .animation(self) }
}
