import Animation
import Geometry
import Layers
import Raster
import Testing

/// Pictures that note when they are made; some cannot be.
private final class CountedFrames: FrameSequence {
  var made: [Int] = []
  var broken: Set<Int> = []
  /// Slices before each picture can be made.
  var slices = 0
  var prepared = 0

  init(_ count: Int, rate: Int64 = 10_000, runCount: Int? = 1, side: Int = 2000) {
    super.init(
      size: PixelSize(width: side, height: 1),
      times: FrameTimes(count: count, rate: rate, runCount: runCount))
  }

  override func prepare(_ index: Int) -> Bool {
    prepared += 1
    return prepared.isMultiple(of: slices + 1)
  }

  override func makePicture(at index: Int) -> Image? {
    made.append(index)
    if broken.contains(index) { return nil }
    return Image(size: size, premultiplied: PixelMemory(count: size.width))
  }
}

@Suite struct FramesLayerTests {
  private func layer(_ frames: CountedFrames) -> FramesLayer {
    let layer = FramesLayer()
    layer.sequence = frames
    layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    return layer
  }

  @Test func `the picture follows the time, wakes the tree for each, and stays at the end`() {
    let frames = CountedFrames(3)
    let layer = layer(frames)
    let tree = committedTree(layer)
    #expect(layer.shownIndex == 0 && layer.presentation()?.contents != nil)
    #expect(isClose(tree.nextChange, 0.099, within: 1e-6))
    tree.advance(to: 0.05)
    #expect(layer.shownIndex == 0 && tree.changedLayers.isEmpty)
    tree.advance(to: 0.1)
    #expect(layer.shownIndex == 1 && tree.changedLayers.count == 1)
    tree.advance(to: 7)
    #expect(layer.shownIndex == 2 && tree.nextChange == nil)
    #expect(frames.made == [0, 1, 2])
  }

  @Test(arguments: [
    (FillMode.removed, false, false), (.backwards, true, false), (.forwards, false, true),
    (.both, true, true),
  ])
  func `the fill mode decides before the begin and after the end`(
    mode: FillMode, before: Bool, after: Bool
  ) {
    let layer = layer(CountedFrames(2))
    layer.fillMode = mode
    layer.beginTime = 1
    let tree = committedTree(layer)
    #expect((layer.presentation()?.contents != nil) == before)
    tree.advance(to: 1.05)
    #expect(layer.presentation()?.contents != nil && layer.shownIndex == 0)
    tree.advance(to: 2)
    #expect((layer.presentation()?.contents != nil) == after)
  }

  @Test func `a progress decides instead of the time, and moves by animations`() {
    let layer = layer(CountedFrames(4))
    layer.progress = 0.5
    let tree = committedTree(layer)
    tree.advance(to: 5)
    #expect(layer.shownIndex == 2 && tree.nextChange == nil)
    for (progress, index) in [
      (0.0, 0), (0.24, 0), (0.25, 1), (0.999, 3), (1, 3), (-3, 0), (.nan, 0),
    ] {
      tree.transact(disableActions: true) { layer.progress = progress }
      tree.advance(to: 5)
      #expect(layer.shownIndex == index, "at \(progress)")
    }
    var motion = BasicAnimation(
      keyPath: AnimationKeyPath(.progress), from: .scalar(0), to: .scalar(1),
      timing: MediaTiming(duration: 1))
    motion.timingFunction = .linear
    layer.add(.basic(motion), forKey: "progress")
    tree.advance(to: 6)
    tree.advance(to: 6.6)
    #expect(layer.shownIndex == 2)
  }

  @Test func `a picture that cannot be made leaves the one before`() {
    let frames = CountedFrames(3)
    frames.broken = [1]
    let layer = layer(frames)
    let tree = committedTree(layer)
    let first = layer.presentation()?.contents
    tree.advance(to: 0.15)
    #expect(first != nil && layer.presentation()?.contents === first)
    tree.advance(to: 0.25)
    #expect(layer.presentation()?.contents !== first)
  }

  @Test func `a picture that cannot be made is not tried again`() {
    let frames = CountedFrames(2, runCount: nil)
    frames.broken = [1]
    let layer = layer(frames)
    let tree = committedTree(layer)
    for time in 1...40 { tree.advance(to: Double(time) / 20) }
    #expect(frames.made.count { $0 == 1 } == 1)
  }

  @Test func `work ahead of a picture is done in slices of one advance`() {
    let frames = CountedFrames(2)
    frames.slices = 3
    let layer = layer(frames)
    let tree = committedTree(layer)
    let first = layer.presentation()?.contents
    tree.beginAdvance(to: 0.15)
    for _ in 0..<3 {
      #expect(!tree.advanceSlice() && frames.made == [0])
      #expect(layer.presentation()?.contents === first)
    }
    while !tree.advanceSlice() {}
    #expect(frames.made == [0, 1] && layer.presentation()?.contents !== first)
  }

  @Test func `instances have their pictures prepared, too`() {
    let replicator = ReplicatorLayer()
    replicator.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.1
    let frames = CountedFrames(9, side: 2_000_000)
    frames.slices = 2
    replicator.addSublayer(layer(frames))
    let tree = committedTree(replicator)
    tree.advance(to: 0.55)
    frames.made = []
    frames.prepared = 0
    tree.advance(to: 0.65)
    // The original asks for the same picture as the first instance.
    #expect(frames.made == [6, 5, 4] && frames.prepared == 4 * 3)
  }

  @Test func `layers at different pictures of one sequence each make a picture once`() {
    let frames = CountedFrames(100, side: 2_000_000)
    let root = Layer()
    let layers = [layer(frames), layer(frames)]
    layers[1].beginTime = 0.35
    for layer in layers { root.addSublayer(layer) }
    let tree = committedTree(root)
    tree.advance(to: 1.01)
    frames.made = []
    for step in 0..<8 { tree.advance(to: 1.02 + Double(step) / 1000) }
    #expect(frames.made.isEmpty)
    tree.advance(to: 1.11)
    #expect(frames.made.sorted() == [7, 11])
  }

  @Test func `time that is set by hand runs both ways`() {
    let layer = layer(CountedFrames(4))
    layer.speed = 0
    let tree = committedTree(layer)
    for (offset, index) in [(0.25, 2), (9.0, 3), (0.1, 1), (0, 0)] {
      layer.timeOffset = offset
      tree.advance(to: tree.time + 0.1)
      #expect(layer.shownIndex == index)
    }
  }

  @Test func `time that runs back shows the pictures backwards`() {
    let layer = layer(CountedFrames(4))
    layer.speed = -1
    layer.timeOffset = 0.35
    let tree = committedTree(layer)
    #expect(layer.shownIndex == 3)
    tree.advance(to: 0.1)
    #expect(layer.shownIndex == 2)
    tree.advance(to: 0.3)
    #expect(layer.shownIndex == 0)
  }

  @Test func `reduced motion holds the frames, unless the layer is essential`() {
    for (runCount, index) in [(nil, 0), (1, 3)] as [(Int?, Int)] {
      let layer = layer(CountedFrames(4, runCount: runCount))
      let tree = committedTree(layer)
      tree.reducesMotion = true
      tree.advance(to: 0.21)
      #expect(layer.shownIndex == index && tree.nextChange == nil)
      layer.isEssential = true
      tree.reducesMotion = false
      tree.reducesMotion = true
      tree.advance(to: 0.22)
      #expect(layer.shownIndex == 2)
    }
  }

  @Test func `instances of a replicator show their own time`() throws {
    let replicator = ReplicatorLayer()
    replicator.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.1
    let frames = CountedFrames(4, side: 10)
    replicator.addSublayer(layer(frames))
    let tree = committedTree(replicator)
    tree.advance(to: 0.35)
    // The first instance shows the fourth picture, the last one the second.
    #expect(Set(frames.made) == [0, 1, 2, 3] || Set(frames.made) == [0, 1, 3, 2])
    #expect(tree.hasRunningAnimations)
    tree.advance(to: 0.7)
    #expect(!tree.hasRunningAnimations)
  }

  @Test func `large pictures are made anew, small ones are kept`() {
    for (side, made) in [(1_000_000, [0, 1, 0, 1]), (1000, [0, 1])] {
      let frames = CountedFrames(2, side: side)
      for index in [0, 1, 0, 1] { #expect(frames.picture(at: index) != nil) }
      #expect(frames.made == made)
    }
  }
}
