import Animation
import Geometry
import Layers
import Raster
import Testing

/// Springs, keyframes and groups on layers, on stepped time.
struct AnimationKindTests {
  private func opacity(_ from: Double, _ to: Double, duration: Double = 0) -> Animation {
    fade(from: from, to: to, duration: duration)
  }

  private func group(_ animations: [Animation], duration: Double) -> AnimationGroup {
    AnimationGroup(animations, timing: MediaTiming(duration: duration))
  }

  private func width(_ values: [Double]) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.borderWidth), values: values.map { .scalar($0) })
  }

  @Test func `a group animates several properties of a layer and stops once`() {
    let layer = Layer()
    let tree = committedTree(layer)
    var stops: [Bool] = []
    var completions = 0
    tree.setCompletion { completions += 1 }
    layer.add(
      .group(group([opacity(0, 1), .keyframe(width([0, 10, 0]))], duration: 2)), forKey: "both",
      onStop: { stops.append($0) })
    tree.advance(to: 1)
    #expect(tree.runningAnimationCount == 1)
    tree.advance(to: 1.5)
    #expect(layer.presentation()?.opacity == 0.25)
    #expect(layer.presentation()?.borderWidth == 5)
    tree.advance(to: 2.5)
    #expect(layer.presentation()?.opacity == 0.75)
    #expect(layer.presentation()?.borderWidth == 5)
    tree.advance(to: 3)
    #expect(layer.presentation()?.opacity == 1)
    #expect(layer.presentation()?.borderWidth == 0)
    #expect(layer.animationKeys.isEmpty)
    tree.advance(to: 3)
    #expect(stops == [true])
    #expect(completions == 1)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `a group takes the transaction's duration and timing function, its parts its own`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.transact(duration: 4, timingFunction: .easeInEaseOut) {
      layer.add(.group(AnimationGroup([opacity(0, 1)])), forKey: "g")
      layer.add(
        .spring(
          SpringAnimation(
            BasicAnimation(
              keyPath: AnimationKeyPath(.borderWidth), from: .scalar(0), to: .scalar(1)))),
        forKey: "s")
    }
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(isClose(layer.presentation()?.opacity, eased(0.25)))
    #expect(layer.animation(forKey: "s")?.timing.duration == 4)
    #expect(
      isClose(
        layer.presentation()?.borderWidth,
        SpringAnimation(BasicAnimation(keyPath: AnimationKeyPath(.opacity))).fraction(at: 1)))
  }

  @Test func `an animation in a group that says no values starts from what is presented`() {
    let layer = Layer()
    let tree = committedTree(layer)
    layer.opacity = 0
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    let presented = layer.presentation()?.opacity ?? -1
    #expect(presented > 0 && presented < 1)
    let basic = BasicAnimation(keyPath: AnimationKeyPath(.opacity))
    layer.add(.group(group([.basic(basic)], duration: 2)), forKey: "opacity")
    tree.advance(to: 0.125)
    #expect(isClose(layer.presentation()?.opacity, presented))
    tree.advance(to: 1.125)
    #expect(isClose(layer.presentation()?.opacity, presented / 2))
  }

  @Test func `a spring overshoots on the screen`() {
    let layer = Layer()
    let tree = committedTree(layer)
    let basic = BasicAnimation(
      keyPath: AnimationKeyPath(.position), from: .point(.zero), to: .point(Point(x: 100, y: 0)),
      timing: MediaTiming(duration: 2))
    layer.add(.spring(SpringAnimation(basic)), forKey: "position")
    tree.advance(to: 10)
    tree.advance(to: 10.36)
    #expect((layer.presentation()?.position.x ?? 0) > 116)
    tree.advance(to: 12)
    #expect(layer.presentation()?.position == layer.position)
  }

  @Test func `a layer that follows a path turns with it and keeps its scale`() {
    let layer = Layer()
    layer.transform = .scale(x: 2, y: 3)
    let tree = committedTree(layer)
    var path = Path()
    path.move(to: Point(x: 10, y: 10))
    path.addLine(to: Point(x: 30, y: 10))
    path.addLine(to: Point(x: 30, y: 50))
    layer.add(
      .keyframe(
        KeyframeAnimation(
          keyPath: AnimationKeyPath(.position), path: path, rotationMode: .auto,
          timing: MediaTiming(duration: 4))), forKey: "way")
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(layer.presentation()?.position == Point(x: 20, y: 10))
    #expect(layer.presentation()?.transform == .scale(x: 2, y: 3))
    tree.advance(to: 4)
    #expect(layer.presentation()?.position == Point(x: 30, y: 30))
    let parts = TransformComponents(layer.presentation()?.affineTransform ?? .identity)
    #expect(isClose(parts.rotation, .pi / 2))
    #expect(isClose(parts.scaleX, 2) && isClose(parts.scaleY, 3))
    tree.advance(to: 5)
    #expect(layer.presentation()?.transform == .scale(x: 2, y: 3))
  }

  @Test func `a group that changes a drawn property has it drawn anew`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    let before = layer.displayCount
    let basic = BasicAnimation(
      keyPath: AnimationKeyPath(.progress), from: .scalar(0), to: .scalar(1))
    layer.add(.group(group([.basic(basic)], duration: 1)), forKey: "g")
    tree.advance(to: 1)
    tree.advance(to: 1.5)
    #expect(layer.displayCount > before)
    #expect(layer.presentation()?.progress == 0.5)
    layer.removeAnimation(forKey: "g")
    tree.advance(to: 1.6)
    #expect(layer.presentation()?.progress == 0)
  }

  @Test func `the replacement of an animation of a drawn property has it drawn anew`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    var drawn = BasicAnimation(
      keyPath: AnimationKeyPath(.progress), from: .scalar(0), to: .scalar(1))
    drawn.timing.duration = 2
    layer.add(.basic(drawn), forKey: "a")
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(layer.presentation()?.progress == 0.5)
    let before = layer.displayCount
    layer.add(
      .basic(
        BasicAnimation(keyPath: AnimationKeyPath(.opacity), from: .scalar(0), to: .scalar(1))),
      forKey: "a")
    tree.advance(to: 2.1)
    #expect(layer.presentation()?.progress == 0)
    #expect(layer.displayCount == before + 1)
  }

  @Test func `sampling at a time equals stepping to it`() {
    func run(_ times: [Double]) -> [Double] {
      let layer = Layer()
      let tree = committedTree(layer)
      var spin = width([3, 9, 4])
      spin.timing = MediaTiming(duration: 0.3, repeatCount: 7.5, autoreverses: true)
      let basic = BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), from: .scalar(0), to: .scalar(1),
        timing: MediaTiming(duration: 1.7))
      var animations = group([.keyframe(spin), .spring(SpringAnimation(basic))], duration: 2)
      animations.timing.repeatCount = 3
      animations.timingFunction = .easeInEaseOut
      layer.add(.group(animations), forKey: "g")
      tree.advance(to: 0)
      for time in times { tree.advance(to: time) }
      let presented = layer.presentation() ?? layer
      return [presented.opacity, presented.borderWidth]
    }
    for time in [0.1, 0.77, 1.9, 2, 3.3, 5.99, 6, 7] {
      let steps = (1..<50).map { Double($0) * time / 50 } + [time]
      #expect(run([time]) == run(steps), "\(time) s")
    }
  }

  // MARK: Acceptance numbers

  @Test func `R3 the reveal widens radius and line in one group`() throws {
    let cases = try seedCases("raywenderlich", "reveal 300x200")
    #expect(cases.count == 5)
    let full = (150.0 * 150 + 100 * 100).squareRoot()
    let center = Point(x: 150, y: 100)
    for item in cases {
      let time = try #require(item.name.firstMatch(of: /at ([0-9.]+)s/).flatMap { Double($0.1) })
      let expected = try #require(item.expected as? [String: Double])
      let ring = ShapeLayer()
      ring.path = .circle(center: center, radius: 20)
      let tree = committedTree(ring)
      var animations = AnimationGroup(
        [
          .basic(
            BasicAnimation(
              keyPath: AnimationKeyPath(.path),
              from: .path(.circle(center: center, radius: 20)),
              to: .path(.circle(center: center, radius: full)))),
          .basic(
            BasicAnimation(
              keyPath: AnimationKeyPath(.lineWidth), from: .scalar(2), to: .scalar(2 * full))),
        ], timing: MediaTiming(duration: 1, fillMode: .forwards), timingFunction: .easeInEaseOut)
      animations.isRemovedOnCompletion = false
      ring.add(.group(animations), forKey: "reveal")
      tree.advance(to: 5)
      tree.advance(to: 5 + time)
      let shown = try #require(ring.presentation())
      let radius = try #require(shown.path?.arcs.first).radius
      let tolerance = 0.001
      #expect(isClose(radius, expected["radius"] ?? -1, within: tolerance), "\(item.name)")
      #expect(
        isClose(shown.lineWidth, expected["lineWidth"] ?? -1, within: tolerance), "\(item.name)")
      #expect(
        isClose(
          max(0, radius - shown.lineWidth / 2), expected["innerEdge"] ?? -1, within: tolerance))
      #expect(
        isClose(radius + shown.lineWidth / 2, expected["outerEdge"] ?? -1, within: tolerance))
    }
  }

  /// The layers of a switch at speed 0, whose time offset is the scrubbed part.
  private func scrubbed(_ layer: Layer, _ animations: [Animation], to part: Double) -> Layer? {
    let tree = committedTree(layer)
    layer.speed = 0
    var all = group(animations, duration: 1)
    all.isRemovedOnCompletion = false
    all.timing.fillMode = .forwards
    layer.add(.group(all), forKey: "switch")
    tree.advance(to: 3)
    layer.timeOffset = part
    tree.advance(to: 4)
    return withExtendedLifetime(tree) { layer.presentation() }
  }

  @Test func `S5 the native switch's thumb eases over while it is scrubbed`() throws {
    let cases = try seedCases("waswitch", "Native 60x35 scrub")
    #expect(cases.count == 6)
    for item in cases {
      let part = try #require(item.name.firstMatch(of: /p=([0-9.]+)/).flatMap { Double($0.1) })
      let expected = try #require(item.expected as? [String: Double])
      let move = BasicAnimation(
        keyPath: try #require(AnimationKeyPath("position.x")), from: .scalar(17.5),
        to: .scalar(42.5), timingFunction: .easeInEaseOut)
      let thumb = try #require(scrubbed(Layer(), [.basic(move)], to: part))
      #expect(
        isClose(thumb.position.x - 17.5, expected["thumbDX"] ?? -1, within: 0.001),
        "\(item.name)")
    }
  }

  @Test func `S6 the day and night switch is scrubbed by groups of keyframes`() throws {
    let cases = try seedCases("waswitch", "DayNight 100x50 scrub")
    #expect(cases.count == 6)
    let night = ColorComponents(red: 0.231, green: 0.255, blue: 0.271, alpha: 1)
    let day = ColorComponents(red: 0.541, green: 0.898, blue: 0.996, alpha: 1)
    for item in cases {
      let part = try #require(item.name.firstMatch(of: /p=([0-9.]+)/).flatMap { Double($0.1) })
      let expected = try #require(item.expected as? [String: Any])
      let layer = ShapeLayer()
      let thumb = BasicAnimation(
        keyPath: try #require(AnimationKeyPath("position.x")), from: .scalar(25), to: .scalar(75))
      let background = KeyframeAnimation(
        keyPath: AnimationKeyPath(.backgroundColor),
        values: [.color(night), .color(day), .color(day)], keyTimes: [0, 0.3, 1])
      let stroke = KeyframeAnimation(
        keyPath: AnimationKeyPath(.strokeStart), values: [.scalar(0), .scalar(1), .scalar(1)],
        keyTimes: [0, 0.8, 1])
      let cloud = KeyframeAnimation(
        keyPath: try #require(AnimationKeyPath("transform.scale")),
        values: [.scalar(0), .scalar(1.1), .scalar(0.8)], keyTimes: [0, 0.8, 1],
        timingFunction: .easeInEaseOut)
      let shown = try #require(
        scrubbed(
          layer, [.basic(thumb), .keyframe(background), .keyframe(stroke), .keyframe(cloud)],
          to: part) as? ShapeLayer)
      func number(_ key: String) -> Double { (expected[key] as? Double) ?? .nan }
      #expect(isClose(shown.position.x, number("thumbX"), within: 0.001), "\(item.name)")
      #expect(isClose(shown.strokeStart, number("strokeStart"), within: 0.001), "\(item.name)")
      #expect(
        isClose(shown.transform.m11, number("cloudScale"), within: 0.001), "\(item.name)")
      let color = try #require(expected["background"] as? [Double])
      let actual = try #require(shown.backgroundColor)
      for (a, b) in zip([actual.red, actual.green, actual.blue], color) {
        #expect(isClose(a, b, within: 0.001), "\(item.name)")
      }
    }
  }
}
