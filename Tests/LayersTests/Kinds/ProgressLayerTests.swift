import Animation
import Geometry
import Layers
import Raster
import Testing

struct ProgressLayerTests {
  @Test func `P1 an animated update lasts as many seconds as it has way and eases in and out`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.update(1, animated: true)
    for (time, value) in [(0.0, 0.0), (0.25, 0.129162), (0.5, 0.5), (0.75, 0.870838), (1, 1)] {
      tree.advance(to: time)
      #expect(isClose(layer.presentation()?.progress, value, within: 1e-4), "at \(time)")
      #expect(tree.hasRunningAnimations == (time < 1))
    }
    #expect(layer.progress == 1)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `P1 a third of the way lasts 330 milliseconds`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.update(0.33, animated: true)
    tree.advance(to: 0)
    #expect(isClose(layer.animation(forKey: "progress")?.timing.duration, 0.33))
    tree.advance(to: 0.165)
    #expect(isClose(layer.presentation()?.progress, 0.165))
    tree.advance(to: 0.329)
    #expect(tree.hasRunningAnimations)
    tree.advance(to: 0.33)
    #expect(!tree.hasRunningAnimations)
    #expect(layer.presentation()?.progress == 0.33)
  }

  @Test func `P1 the duration and the timing function can be given`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.update(1, animated: true, duration: 4, timingFunction: .linear)
    tree.advance(to: 0)
    tree.advance(to: 1)
    #expect(isClose(layer.presentation()?.progress, 0.25))
  }

  @Test func `P2 a retarget in mid flight starts at the presented value`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.update(1, animated: true)
    tree.advance(to: 0)
    tree.advance(to: 0.5)
    layer.update(0.2, animated: true)
    #expect(isClose(layer.animation(forKey: "progress")?.timing.duration, 0.3))
    tree.advance(to: 0.5)
    #expect(isClose(layer.presentation()?.progress, 0.5))
    tree.advance(to: 0.65)
    #expect(isClose(layer.presentation()?.progress, 0.35))
    tree.advance(to: 0.8)
    #expect(layer.presentation()?.progress == 0.2)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `P2 a target that moves in every frame does not hold the motion still`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    var last = 0.0
    for frame in 0..<60 {
      layer.update(0.5 + Double(frame) / 200, animated: true)
      tree.advance(to: Double(frame) / 60)
      let shown = layer.presentation()?.progress ?? 0
      #expect(frame == 0 || shown > last, "frame \(frame)")
      last = shown
    }
  }

  @Test func `P2 the same target again does not start anew`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    for frame in 0...50 {
      layer.update(1, animated: true)
      tree.advance(to: Double(frame) / 100)
    }
    #expect(isClose(layer.presentation()?.progress, 0.5))
    layer.update(1, animated: true, duration: 2)
    #expect(layer.animation(forKey: "progress")?.timing.duration == 2)
  }

  @Test func `P3 an instant update removes the animation and redraws once`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.update(1, animated: true)
    tree.advance(to: 0)
    tree.advance(to: 0.3)
    tree.clearChanges()
    let drawings = layer.displayCount
    layer.update(0.75, animated: false)
    #expect(layer.animationKeys.isEmpty)
    tree.advance(to: 0.4)
    #expect(layer.presentation()?.progress == 0.75)
    #expect(tree.changedLayers.count == 1)
    for frame in 5..<20 { tree.advance(to: Double(frame) / 10) }
    #expect(layer.displayCount == drawings + 1)
    #expect(!tree.hasPendingWork && !tree.hasRunningAnimations)
  }

  @Test func `P4 five rapid retargets end on the last`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    var stops: [Bool] = []
    tree.onAnimationStop = { _, _, finished in stops.append(finished) }
    for (index, target) in [0.9, 0.1, 0.6, 0.3, 0.8].enumerated() {
      layer.update(target, animated: true)
      tree.advance(to: Double(index) * 0.05)
    }
    for frame in 5..<60 { tree.advance(to: Double(frame) * 0.05) }
    #expect(layer.progress == 0.8)
    #expect(layer.presentation()?.progress == 0.8)
    #expect(stops == [false, false, false, false, true])
  }

  @Test func `P4 five retargets within a turn end on the last`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    for target in [0.9, 0.1, 0.6, 0.3, 0.8] { layer.update(target, animated: true) }
    tree.advance(to: 1)
    tree.advance(to: 1.8)
    #expect(layer.presentation()?.progress == 0.8)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `P5 an animated property is drawn in each frame, and an idle layer never`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    #expect(layer.displayCount == 1)
    #expect(layer.needsDisplay(forKey: .progress))
    #expect(!layer.needsDisplay(forKey: .opacity))
    layer.update(1, animated: true)
    for frame in 0...10 { tree.advance(to: Double(frame) / 10) }
    #expect(layer.displayCount == 12)
    for frame in 11...30 { tree.advance(to: Double(frame) / 10) }
    #expect(layer.displayCount == 12)
    layer.opacity = 0.5
    for frame in 31...40 { tree.advance(to: Double(frame) / 10) }
    #expect(layer.displayCount == 12)
  }

  @Test func `P5 the contents scale is the output's unless a layer has its own`() {
    let layer = circleLayer()
    let own = circleLayer()
    own.contentsScale = 3
    let root = Layer()
    root.addSublayer(layer)
    root.addSublayer(own)
    let tree = LayerTree(root: root, contentsScale: 2)
    tree.advance(to: 0)
    #expect(layer.presentation()?.contentsScale == 2)
    #expect(own.presentation()?.contentsScale == 3)
    tree.contentsScale = 1
    tree.advance(to: 0)
    #expect(layer.presentation()?.contentsScale == 1)
    #expect(layer.displayCount == 2)
    #expect(own.displayCount == 1)
  }

  @Test func `P6 a circle of 100 by 80 has radius 36, starts at 12 o'clock and runs clockwise`() {
    let layer = circleLayer()
    layer.progress = 0.25
    let tree = committedTree(layer)
    let commands = layer.drawing.commands
    #expect(commands.count == 2)
    let track = commands[0].stroke
    #expect(track?.style.width == 8)
    #expect(track?.style.cap == .round)
    #expect(commands[0].color == Color(red: 0, green: 148 / 255.0, blue: 50 / 255.0))
    #expect(track?.path.arcs.first?.sweep == 2 * .pi)
    let arc = commands[1].stroke?.path.arcs.first
    #expect(arc?.xAxis == Vector(dx: 36, dy: 0))
    #expect(arc?.yAxis == Vector(dx: 0, dy: 36))
    #expect(arc?.center == Point(x: 50, y: 40))
    #expect(arc?.startAngle == -.pi / 2)
    #expect(arc?.sweep == .pi / 2)
    #expect(commands[1].stroke?.style.width == 6)
    #expect(commands[1].stroke?.style.cap == .round)
    #expect(
      commands[1].color == Color(red: 196 / 255.0, green: 229 / 255.0, blue: 56 / 255.0))
    _ = tree
  }

  @Test func `P6 at 0 only the track is drawn`() {
    let layer = circleLayer()
    let tree = committedTree(layer)
    #expect(layer.drawing.commands.count == 1)
    #expect(layer.drawing.commands.first?.stroke?.style.width == 8)
    _ = tree
  }

  @Test func `P6 and P7 the articles' radii, segments and angles`() throws {
    let radii = try seedCases("avdyushin", "circle radius")
    #expect(radii.count == 2)
    for (name, expected) in radii {
      let sides = try #require(name.firstMatch(of: /([0-9]+)x([0-9]+)/))
      let bounds = Rect(
        x: 0, y: 0, width: try #require(Double(sides.1)), height: try #require(Double(sides.2)))
      #expect(CircleProgressStyle().radius(in: bounds) == expected as? Double, "\(name)")
    }
    let lit = try seedCases("avdyushin", "segments lit")
    #expect(lit.count == 5)
    for (name, expected) in lit {
      let match = try #require(name.firstMatch(of: /n=([0-9]+) p=([0-9.]+)/))
      let count = try #require(Int(match.1))
      let layer = circleLayer(CircleProgressStyle(segmentCount: count))
      layer.progress = try #require(Double(match.2))
      let tree = committedTree(layer)
      let commands = layer.drawing.commands
      #expect(commands[0].stroke?.path.arcs.count == count)
      let arcs = commands.count > 1 ? commands[1].stroke?.path.arcs.count : 0
      #expect(arcs == expected as? Int, "\(name)")
      _ = tree
    }
    let angle = try #require(
      try seedCases("avdyushin", "segment arc angle").first?.expected as? Double)
    #expect(isClose(CircleProgressStyle(segmentCount: 12).segmentAngle, angle, within: 1e-15))
  }

  @Test func `P7 segments are as long as the gaps and have square caps`() {
    let layer = circleLayer(CircleProgressStyle(segmentCount: 12))
    layer.progress = 0.33
    let tree = committedTree(layer)
    let commands = layer.drawing.commands
    #expect(commands.count == 2)
    for command in commands { #expect(command.stroke?.style.cap == .square) }
    let arcs = commands[1].stroke?.path.arcs ?? []
    #expect(arcs.count == 3)
    #expect(commands[1].stroke?.path.moveCount == 3)
    for (index, arc) in arcs.enumerated() {
      #expect(isClose(arc.sweep, .pi / 12))
      #expect(isClose(arc.startAngle, -.pi / 2 + Double(index) * 2 * .pi / 12))
    }
    _ = tree
  }

  @Test func `P7 a whole number of segments is lit whatever the rounding`() {
    for count in 2...60 {
      for part in 0...count {
        let layer = circleLayer(CircleProgressStyle(segmentCount: count))
        layer.progress = Double(part) * (1 / Double(count))
        var drawing = Drawing()
        layer.draw(into: &drawing)
        let arcs = drawing.commands.count > 1 ? drawing.commands[1].stroke?.path.arcs.count : 0
        #expect(arcs == part, "\(part) of \(count)")
      }
    }
  }

  @Test func `P8 a line reaches out by half its width and has round ends`() throws {
    let layer = lineLayer()
    layer.progress = 0.5
    let tree = committedTree(layer)
    let commands = layer.drawing.commands
    #expect(commands.count == 2)
    #expect(commands[0].color == Color(red: 0, green: 98 / 255.0, blue: 102 / 255.0))
    #expect(commands[0].fill?.bounds == Rect(x: -4, y: 16, width: 264, height: 8))
    let expected = try #require(
      try seedCases("avdyushin", "line single").first?.expected as? [String: Double])
    let bar = try #require(commands[1].fill)
    #expect(bar.bounds.minX == expected["x"])
    #expect(bar.bounds.minY == expected["y"])
    #expect(bar.bounds.width == expected["w"])
    #expect(bar.bounds.height == expected["h"])
    #expect(bar.arcs.allSatisfy { isClose($0.xAxis.length, expected["corner"] ?? .nan) })
    #expect(commands[1].color == Color(red: 18 / 255.0, green: 203 / 255.0, blue: 196 / 255.0))
    _ = tree
  }

  @Test func `P8 the segments of a line share the width less the spacing`() throws {
    let layer = lineLayer(LineProgressStyle(segmentCount: 8))
    layer.progress = 0.4
    let tree = committedTree(layer)
    let width = try #require(
      try seedCases("avdyushin", "line segment width").first?.expected as? Double)
    #expect(width == 28.5)
    let commands = layer.drawing.commands
    #expect(commands[0].fill?.moveCount == 8)
    #expect(commands[0].fill?.bounds == Rect(x: 0, y: 16, width: 256, height: 8))
    #expect(commands[1].fill?.moveCount == 3)
    #expect(commands[1].fill?.bounds == Rect(x: 0, y: 16, width: 3 * width + 8, height: 8))
    _ = tree
  }

  @Test(arguments: [1, 8], [ProgressActivity.known, .unknown])
  func `a line that fills from the right mirrors one that fills from the left`(
    segments: Int, activity: ProgressActivity
  ) throws {
    let values = ProgressValues(
      progress: 0.4, activity: activity, phase: 0.1, progressColor: .white, trackColor: .black)
    /// The left and right edges of what is lit, from left to right.
    func lit(fromRight: Bool) -> [(Double, Double)] {
      let style = LineProgressStyle(segmentCount: segments, fillsFromRight: fromRight)
      var drawing = Drawing()
      style.draw(values, in: Rect(x: 0, y: 0, width: 256, height: 40), into: &drawing)
      let bounds = drawing.commands.dropFirst().compactMap { $0.fill?.bounds }
      return bounds.map { ($0.minX, $0.maxX) }.sorted { $0.0 < $1.0 }
    }
    let (left, right) = (lit(fromRight: false), lit(fromRight: true))
    try #require(!left.isEmpty && left.count == right.count)
    for (own, other) in zip(left, right.reversed()) {
      #expect(isClose(own.0, 256 - other.1) && isClose(own.1, 256 - other.0))
      #expect(own.0 < other.0)
    }
  }

  @Test func `P8 a line shorter than its ends stays inside the track's round end`() throws {
    for progress in [0.001, 0.01, 0.02, 0.029, 0.0303] {
      let layer = lineLayer()
      layer.progress = progress
      var drawing = Drawing()
      layer.draw(into: &drawing)
      let bounds = try #require(drawing.commands[1].fill?.bounds)
      #expect(isClose(bounds.minX, -4))
      #expect(isClose(bounds.width, 264 * progress))
      // Inside the disc of the track's end.
      let half = bounds.height / 2
      let reach = 4 - bounds.width / 2
      #expect(half * half + reach * reach <= 16 + 1e-9, "at \(progress)")
    }
  }

  @Test func `P10 a change of the custom property animates from the presented value`() throws {
    let layer = circleLayer()
    layer.progress = 0.31
    let tree = committedTree(layer)
    layer.progress = 0.41
    tree.advance(to: 0)
    for (name, expected) in try seedCases("nsscreencast", "implicit") {
      let match = try #require(name.firstMatch(of: /at ([0-9.]+)s/))
      tree.advance(to: try #require(Double(match.1)))
      #expect(isClose(layer.presentation()?.progress, expected as? Double ?? .nan, within: 1e-5))
    }
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `P10 a second change continues from the presented value`() {
    let layer = circleLayer()
    layer.progress = 0.31
    let tree = committedTree(layer)
    layer.progress = 0.41
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    layer.progress = 0.51
    tree.advance(to: 0.125)
    #expect(isClose(layer.presentation()?.progress, 0.36))
    tree.advance(to: 0.25)
    #expect(isClose(layer.presentation()?.progress, 0.435))
    tree.advance(to: 0.375)
    #expect(layer.presentation()?.progress == 0.51)
  }

  @Test func `R2 a part of nothing is indeterminate and never a NaN`() {
    #expect(ProgressState(received: 0, expected: 0) == .indeterminate)
    #expect(ProgressState(received: 5, expected: 0) == .indeterminate)
    #expect(ProgressState(received: 5, expected: -1) == .indeterminate)
    #expect(ProgressState(received: .nan, expected: 10) == .indeterminate)
    #expect(ProgressState(received: 25, expected: 100) == .progress(0.25))
    #expect(ProgressState(received: 140, expected: 100) == .progress(1))
    let layer = circleLayer()
    let tree = committedTree(layer)
    layer.show(ProgressState(received: 0, expected: 0), animated: true)
    tree.advance(to: 0)
    #expect(layer.isIndeterminate)
    layer.progress = .nan
    #expect(layer.progress == 0)
  }
}
