import Animation
import Geometry
import Layers
import Raster
import Testing

private func makeLayer(
  _ style: CircularProgressStyle, width: Double = 200, height: Double = 200
) -> ProgressLayer {
  let layer = ProgressLayer(style: style)
  layer.bounds = Rect(x: 0, y: 0, width: width, height: height)
  return layer
}

/// The presented rotation of a style's track.
private func angle(_ style: CircularProgressStyle) -> Double? {
  guard let keyPath = AnimationKeyPath("transform.rotation.z"),
    case .scalar(let angle)? = style.track.presentation()?.value(for: keyPath)
  else { return nil }
  return angle
}

/// The number that follows a text in a case's name.
private func number(after prefix: String, in name: String) throws -> Double {
  let start = try #require(name.firstRange(of: prefix)).upperBound
  return try #require(Double(name[start...].prefix { $0.isNumber || $0 == "." }))
}

struct CircularStylesTests {
  @Test func `C4, C5 and C6 widths and radii follow from the radius`() throws {
    let cases = try seedCases("coyner", "line metrics")
    #expect(cases.count == 3)
    for (name, expected) in cases {
      let radius = try number(after: "r=", in: name)
      let numbers = try #require(expected as? [String: Double])
      let basic = BasicProgressStyle().metrics(radius: radius)
      #expect(basic.trackWidth == 1 && basic.trackRadius == radius)
      #expect(basic.progressWidth == numbers["basicProgress"] && basic.progressRadius == radius)
      let inset = InsetProgressStyle().metrics(radius: radius)
      #expect(inset.trackWidth == numbers["insetBackground"] && inset.trackRadius == radius)
      #expect(inset.progressWidth == numbers["insetProgress"])
      #expect(inset.progressRadius == numbers["insetRadius"])
      let filled = FilledProgressStyle().metrics(radius: radius)
      #expect(filled.trackWidth == numbers["filledBackground"])
      // The stroke that is the pie reaches from the middle to the pie's radius.
      #expect(filled.progressRadius - filled.progressWidth / 2 == 0)
      #expect(filled.progressRadius + filled.progressWidth / 2 == numbers["filledRadius"])
    }
  }

  @Test func `C3 the radius is half the shorter side, and a new size is laid out again`() {
    let style = InsetProgressStyle()
    let layer = makeLayer(style, width: 300, height: 200)
    layer.progress = 0.4
    let tree = committedTree(layer)
    #expect(style.track.presentation()?.lineWidth == 8)
    #expect(style.ring.presentation()?.lineWidth == 15)
    #expect(
      style.ring.presentation()?.path == .circle(center: Point(x: 150, y: 100), radius: 89))
    tree.transact(disableActions: true) { layer.bounds.size = Size(width: 40, height: 90) }
    tree.advance(to: 1)
    #expect(style.ring.presentation()?.lineWidth == 3)
    #expect(style.ring.presentation()?.path == .circle(center: Point(x: 20, y: 45), radius: 18))
    #expect(style.ring.presentation()?.strokeEnd == 0.4)
    #expect(style.ring.presentation()?.position == Point(x: 20, y: 45))
  }

  @Test func `C2 the progress takes .4 seconds from the presented value, evenly`() throws {
    for animatedUpdate in [false, true] {
      let style = FilledProgressStyle()
      let layer = makeLayer(style)
      let tree = committedTree(layer)
      if animatedUpdate { layer.update(0.4, animated: true) } else { layer.progress = 0.4 }
      tree.advance(to: 0)
      for (name, expected) in try seedCases("coyner", "progress 0->0.4") {
        tree.advance(to: try number(after: "at ", in: name))
        #expect(
          isClose(style.ring.presentation()?.strokeEnd, expected as? Double ?? .nan), "\(name)")
      }
      #expect(!tree.hasRunningAnimations)
      layer.progress = 0.8
      tree.advance(to: 1)
      tree.advance(to: 1.2)
      layer.progress = 0
      tree.advance(to: 1.2)
      #expect(isClose(style.ring.presentation()?.strokeEnd, 0.6))
      tree.advance(to: 1.4)
      #expect(isClose(style.ring.presentation()?.strokeEnd, 0.3))
    }
  }

  @Test func `C1 fractions are clamped`() {
    let layer = makeLayer(BasicProgressStyle())
    let tree = committedTree(layer)
    layer.show(ProgressState(fraction: 1.4), animated: false)
    tree.advance(to: 0)
    #expect(layer.presentation()?.progress == 1)
  }

  @Test func `C4 the circle of an unknown progress swells from 1 to 4 and back for ever`() throws {
    let style = BasicProgressStyle()
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    layer.show(.indeterminate, animated: true)
    tree.advance(to: 0)
    for (name, expected) in try seedCases("coyner", "basic indeterminate pulse")
    where !name.contains("7.25") {
      let time = try number(after: "at ", in: name)
      tree.advance(to: time)
      #expect(
        isClose(style.track.presentation()?.lineWidth, expected as? Double ?? .nan), "\(name)")
    }
    #expect(isClose(style.ring.presentation()?.opacity, 0.3))
    #expect(style.track.strokeColor == .black)
    // At 7.25 s the table contradicts its other values. The width goes from 3.25 to 1 in a second.
    tree.advance(to: 7.25)
    layer.show(.progress(0.5), animated: true)
    for (time, width) in [(7.25, 3.25), (7.75, 2.125), (8.25, 1)] {
      tree.advance(to: time)
      #expect(isClose(style.track.presentation()?.lineWidth, width), "at \(time)")
    }
    #expect(isClose(style.ring.presentation()?.opacity, 1))
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `C4 a change of mind on the way back does not jump`() {
    let style = BasicProgressStyle()
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    var last = 1.0
    for frame in 0..<600 {
      if frame % 37 == 0 { layer.setIndeterminate(!layer.isIndeterminate, animated: true) }
      tree.advance(to: Double(frame) / 60)
      let width = style.track.presentation()?.lineWidth ?? 0
      #expect(abs(width - last) <= 3.0 / 60 + 1e-9, "frame \(frame)")
      last = width
    }
  }

  @Test(arguments: [0, 1, 2])
  func `C5 and C6 the track of an unknown progress turns in 1.6 seconds with a gap of 36 degrees`(
    kind: Int
  ) throws {
    let style: TurningProgressStyle =
      switch kind {
      case 0: InsetProgressStyle()
      case 1: FilledProgressStyle()
      default: PieProgressStyle()
      }
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    layer.show(.indeterminate, animated: true)
    tree.advance(to: 0)
    for (name, expected) in try seedCases("coyner", "inset spin") {
      let time = try number(after: "at ", in: name)
      tree.advance(to: time)
      let difference = (angle(style) ?? .nan) - (expected as? Double ?? .nan)
      // Whole turns apart they are the same.
      #expect(abs((difference / (2 * .pi)).rounded() * 2 * .pi - difference) < 1e-5, "\(name)")
    }
    #expect(style.track.presentation()?.strokeEnd == 0.9)
    #expect(style.ring.presentation()?.opacity == 0)
    tree.advance(to: 1_000_000)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `C5 leaving closes the gap and completes the turn, and a new one goes on from there`()
  {
    let style = InsetProgressStyle()
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    var last = angle(style) ?? 0
    for frame in 0..<600 {
      if frame % 41 == 0 { layer.setIndeterminate(!layer.isIndeterminate, animated: true) }
      tree.advance(to: Double(frame) / 60)
      let now = angle(style) ?? 0
      let step = (now - last) / (2 * .pi)
      #expect(abs(step - step.rounded()) <= 1 / 1.6 / 60 + 1e-9, "frame \(frame)")
      last = now
    }
    layer.show(.progress(0.5), animated: true)
    tree.advance(to: 10)
    tree.advance(to: 12)
    #expect(isClose(angle(style), -.pi / 2))
    #expect(style.track.presentation()?.strokeEnd == 1)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `C6 the disc is faint in the tint, and clear while the progress is not known`() {
    let style = FilledProgressStyle()
    let layer = makeLayer(style)
    layer.progressColor = .white
    let tree = committedTree(layer)
    let disc = style.layers[0]
    #expect((disc as? ShapeLayer)?.presentation()?.fillColor == .white)
    #expect(disc.presentation()?.opacity == 0.3)
    layer.show(.indeterminate, animated: true)
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(disc.presentation()?.opacity ?? 1 < 0.3)
    tree.advance(to: 1)
    #expect(disc.presentation()?.opacity == 0)
  }

  @Test func `C10 the tint changes live, animated or not`() {
    let style = InsetProgressStyle()
    let layer = makeLayer(style)
    layer.progressColor = .black
    let tree = committedTree(layer)
    layer.progressColor = .white
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    let half = style.ring.presentation()?.strokeColor?.red
    #expect(isClose(half, 0.5, within: 0.2))
    #expect(style.track.presentation()?.strokeColor?.red == half)
    tree.advance(to: 0.25)
    #expect(style.track.presentation()?.strokeColor == .white)
    tree.transact(disableActions: true) { layer.progressColor = .black }
    tree.advance(to: 0.3)
    #expect(style.ring.presentation()?.strokeColor == .black)
    layer.trackColor = .white
    tree.advance(to: 0.3)
    tree.advance(to: 1)
    #expect(style.track.presentation()?.strokeColor == .white)
    #expect(style.ring.presentation()?.strokeColor == .black)
  }

  @Test func `C10 an unanimated state leaves the next change animated`() {
    let style = InsetProgressStyle()
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    layer.show(.progress(0.5), animated: false)
    layer.show(.indeterminate, animated: false)
    tree.advance(to: 0)
    #expect(style.ring.presentation()?.opacity == 0)
    #expect(style.track.animationKeys == ["indeterminate"])
    #expect(style.ring.animationKeys.isEmpty)
    layer.show(.progress(0.5), animated: false)
    tree.advance(to: 0.1)
    #expect(style.ring.presentation()?.strokeEnd == 0.5)
    #expect(isClose(angle(style), -.pi / 2))
    #expect(!tree.hasRunningAnimations)
    layer.show(.progress(0.9), animated: true)
    tree.advance(to: 0.2)
    tree.advance(to: 0.4)
    #expect(isClose(style.ring.presentation()?.strokeEnd, 0.7))
    layer.opacity = 0
    tree.advance(to: 0.5)
    #expect(layer.animation(forKey: "opacity") != nil)
  }

  @Test func `segments light whole`() {
    let style = InsetProgressStyle(segmentCount: 12)
    let layer = makeLayer(style)
    layer.progress = 0.33
    let tree = committedTree(layer)
    #expect(isClose(style.ring.presentation()?.strokeEnd, 0.25))
    #expect(isClose(style.ring.lineDashPattern.first, 89 * .pi / 12))
    _ = tree
  }

  @Test(arguments: [0, 1])
  func `under reduced motion nothing turns or swells, and the layer's opacity pulses`(kind: Int) {
    let style: CircularProgressStyle = kind == 0 ? InsetProgressStyle() : BasicProgressStyle()
    let layer = makeLayer(style)
    let tree = committedTree(layer)
    tree.reducesMotion = true
    layer.show(.indeterminate, animated: true)
    tree.advance(to: 0)
    var opacities: Set<Double> = []
    for step in 1...8 {
      tree.advance(to: Double(step) / 5)
      #expect(isClose(angle(style), -.pi / 2))
      #expect(style.track.presentation()?.lineWidth == style.track.lineWidth)
      opacities.insert(layer.presentation()?.opacity ?? -1)
    }
    #expect(opacities.count > 3)
    #expect(tree.hasRunningAnimations)
    layer.show(.progress(1), animated: true)
    tree.advance(to: 2)
    tree.advance(to: 4)
    #expect(layer.presentation()?.opacity == 1)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `another style takes the place of the layers, with the state as it is`() {
    let first = InsetProgressStyle()
    let layer = makeLayer(first)
    let above = Layer()
    layer.addSublayer(above)
    layer.content = [StopContent()]
    layer.progress = 0.5
    let tree = committedTree(layer)
    layer.show(.indeterminate, animated: true)
    tree.advance(to: 0)
    let second = FilledProgressStyle()
    layer.style = second
    tree.advance(to: 1)
    #expect(first.track.superlayer == nil && first.layer == nil)
    #expect(layer.sublayers.count == 5)
    #expect(layer.sublayers.last === above)
    #expect(layer.sublayers.prefix(3).elementsEqual(second.layers) { $0 === $1 })
    #expect(second.ring.presentation()?.strokeEnd == 0.5)
    #expect(second.track.presentation()?.strokeEnd == 0.9)
    #expect(tree.hasRunningAnimations)
  }

  @Test func `a layer that comes back into a tree turns again`() {
    let style = InsetProgressStyle()
    let layer = makeLayer(style)
    layer.isIndeterminate = true
    let tree = committedTree(layer)
    #expect(tree.hasRunningAnimations)
    layer.removeFromSuperlayer()
    tree.advance(to: 1)
    #expect(!tree.hasRunningAnimations)
    tree.root.addSublayer(layer)
    tree.advance(to: 2)
    tree.advance(to: 2.4)
    #expect(isClose(angle(style), 0))
  }

  @Test func `C7 the tip of the ring sends out sparks as the progress says`() throws {
    for (name, expected) in try seedCases("coyner", "fireworks") {
      let numbers = try #require(expected as? [String: Double])
      let style = FireworksProgressStyle()
      let layer = makeLayer(style)
      layer.progress = try number(after: "p=", in: name)
      let tree = committedTree(layer)
      let shown = try #require(style.emitter.presentation())
      let spark = try #require(shown.emitterCells.first)
      #expect(isClose(spark.birthRate, numbers["birthRate"] ?? .nan), "\(name)")
      #expect(isClose(spark.velocity, numbers["velocity"] ?? .nan))
      #expect(isClose(spark.emissionRange, numbers["emissionRange"] ?? .nan, within: 1e-6))
      #expect(spark.lifetime == 2 && spark.lifetimeRange == 2)
      #expect(spark.scale == 0.235 && spark.scaleSpeed == -0.5)
      #expect(spark.color == layer.progressColor)
      // On the tip, seen from the progress layer.
      let angle = layer.progress * 2 * .pi - .pi / 2
      let direction = EllipticArc(
        center: Point(x: 100, y: 100), radius: 100, startAngle: angle, sweep: 0
      ).start
      let tip = try #require(style.ring.presentation()).transformToSuperlayer
        .apply(to: shown.emitterPosition)
      #expect(isClose(tip.x, direction.x) && isClose(tip.y, direction.y))
      // As many as are born before the first have shrunk away.
      tree.advance(to: 0.05)
      let count = Double(style.emitter.presentation()?.particleCount ?? 0)
      #expect(abs(count - spark.birthRate * 0.05) <= 1, "\(name)")
      tree.reducesMotion = true
      tree.advance(to: 2)
      tree.advance(to: 6)
      #expect(style.emitter.presentation()?.particleCount == 0)
    }
  }

  @Test func `the fireworks' widths follow from the radius`() throws {
    for (name, expected) in try seedCases("coyner", "line metrics") {
      let numbers = try #require(expected as? [String: Double])
      let metrics = FireworksProgressStyle().metrics(radius: try number(after: "r=", in: name))
      #expect(metrics.trackWidth == numbers["fireworksBackground"], "\(name)")
    }
  }

  @Test func `C8 the square of the content has the articles' sizes, and the last is on top`() throws
  {
    for (name, expected) in try seedCases("coyner", "line metrics") {
      let radius = try number(after: "r=", in: name)
      let numbers = try #require(expected as? [String: Double])
      let (stop, other) = (StopContent(), StopContent())
      let layer = makeLayer(InsetProgressStyle(), width: 2 * radius, height: 3 * radius)
      layer.content = [stop, other]
      let tree = committedTree(layer)
      let square = try #require(stop.layer.presentation())
      #expect(square.bounds.width == numbers["roundedRectSide"], "\(name)")
      #expect(square.bounds.height == numbers["roundedRectSide"])
      #expect(square.cornerRadius == numbers["roundedRectCorner"])
      #expect(square.position == Point(x: radius, y: 1.5 * radius))
      #expect(square.backgroundColor == layer.progressColor)
      #expect(layer.sublayers.last === other.layer)
      _ = tree
    }
  }
}
