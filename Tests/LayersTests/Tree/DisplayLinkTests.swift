import Animation
import Geometry
import Layers
import Testing

struct DisplayLinkTests {
  @Test func `a link is called once a frame with the last and the next time`() {
    let tree = committedTree(Layer())
    var calls: [[Double]] = []
    let link = DisplayLink(tree) { link in
      calls.append([link.timestamp, link.targetTimestamp, link.duration])
    }
    #expect(calls.isEmpty)
    #expect(tree.nextChange == 0)
    tree.advance(to: 0.5)
    tree.advance(to: 0.75)
    // One frame, sampled twice.
    tree.advance(to: 0.75)
    #expect(calls == [[0, 0.5, 0.5], [0.5, 0.75, 0.25]])
    link.invalidate()
  }

  @Test func `a link that runs asks for frames, a paused one and an invalid one do not`() {
    let tree = committedTree(Layer())
    var calls = 0
    let link = DisplayLink(tree) { _ in calls += 1 }
    tree.advance(to: 1)
    #expect(tree.nextChange == 1)
    #expect(calls == 1)
    link.isPaused = true
    #expect(tree.nextChange == nil)
    tree.advance(to: 2)
    #expect(calls == 1)
    link.isPaused = false
    #expect(tree.nextChange == 2)
    tree.advance(to: 3)
    #expect(calls == 2)
    link.invalidate()
    #expect(!link.isValid)
    #expect(tree.nextChange == nil)
    tree.advance(to: 4)
    #expect(calls == 2)
  }

  @Test func `a link reads the values of its frame, and its changes show in that frame`() {
    let (source, copy) = (Layer(), Layer())
    let tree = committedTree(source, copy)
    source.add(fade(duration: 1), forKey: "fade")
    let link = DisplayLink(tree) { _ in
      tree.transact(disableActions: true) {
        copy.opacity = source.presentation()?.opacity ?? -1
      }
    }
    tree.advance(to: 0)
    for time in [0.25, 0.5, 0.75] {
      tree.advance(to: time)
      #expect(source.presentation()?.opacity == time)
      #expect(copy.presentation()?.opacity == time)
    }
    link.invalidate()
  }

  @Test func `links that begin and end within a call have their turn in the next frame`() {
    let tree = committedTree(Layer())
    var order: [String] = []
    var second: DisplayLink?
    _ = DisplayLink(tree) { link in
      order.append("first")
      link.invalidate()
      second = DisplayLink(tree) { _ in order.append("second") }
    }
    tree.advance(to: 1)
    #expect(order == ["first"])
    tree.advance(to: 2)
    #expect(order == ["first", "second"])
    second?.invalidate()
  }

  // MARK: C2

  /// The article's view: the angle of a progress layer animates, and a display link rebuilds the
  /// path from the presented angle until the set of animations that it began is empty.
  private final class AngleView {
    enum State {
      case idle
      case animating(DisplayLink, Set<Int>)
    }

    let tree: LayerTree
    let layer = circleLayer()
    var state = State.idle
    var pathAngles: [Double] = []
    var linkCalls: [Double] = []
    var stops: [Double] = []
    private var count = 0

    init() {
      tree = committedTree(layer)
      layer.actionProvider = { [unowned self] layer, property in
        guard property == .progress else { return nil }
        count += 1
        let number = count
        return .animation(
          .basic(
            BasicAnimation(
              keyPath: AnimationKeyPath(.progress),
              from: layer.presentation()?.value(for: AnimationKeyPath(.progress)),
              timing: MediaTiming(duration: 0.4))),
          onStart: { [unowned self] in didStart(number) },
          onStop: { [unowned self] _ in didStop(number) })
      }
    }

    var isAnimating: Bool {
      if case .animating = state { true } else { false }
    }

    private func didStart(_ animation: Int) {
      switch state {
      case .idle:
        let link = DisplayLink(tree) { [unowned self] link in
          linkCalls.append(link.targetTimestamp)
          pathAngles.append(layer.presentation()?.progress ?? -1)
        }
        state = .animating(link, [animation])
      case .animating(let link, let animations):
        state = .animating(link, animations.union([animation]))
      }
    }

    private func didStop(_ animation: Int) {
      stops.append(tree.time)
      guard case .animating(let link, var animations) = state else { return }
      animations.remove(animation)
      if animations.isEmpty {
        pathAngles.append(layer.progress)
        link.invalidate()
        state = .idle
      } else {
        state = .animating(link, animations)
      }
    }
  }

  @Test func `C2 the angle takes 0.4 s, and the link stops a frame after the last animation`() {
    let view = AngleView()
    let frame = 1.0 / 64
    view.layer.progress = 0.4
    view.tree.advance(to: frame)
    #expect(!view.isAnimating)
    var time = frame
    while time < 0.2 + frame {
      time += frame
      view.tree.advance(to: time)
      #expect(view.isAnimating)
    }
    // 0 → 0.4 at 0.2 s.
    view.tree.advance(to: 0.2 + frame)
    #expect(isClose(view.layer.presentation()?.progress, 0.2, within: frame))
    while time < 1 {
      time += frame
      view.tree.advance(to: time)
    }
    #expect(!view.isAnimating)
    #expect(view.layer.presentation()?.progress == 0.4)
    #expect(view.pathAngles.last == 0.4)
    #expect(view.pathAngles == view.pathAngles.sorted())
    let end = 0.4 + frame
    let last = view.linkCalls.last ?? .infinity
    #expect(last <= end + frame, "the last call at \(last)")
    #expect(view.tree.nextChange == nil)
    #expect(!view.tree.hasPendingWork)
  }

  @Test func `C2 a retarget goes on from the presented angle and keeps one link at a time`() {
    let view = AngleView()
    view.layer.progress = 1
    view.tree.advance(to: 0)
    for step in 1...10 { view.tree.advance(to: Double(step) * 0.02) }
    let presented = view.layer.presentation()?.progress ?? -1
    #expect(isClose(presented, 0.5))
    view.layer.progress = 0.1
    view.tree.advance(to: 0.22)
    let next = view.layer.presentation()?.progress ?? -1
    #expect(abs(next - presented) < 0.05)
    for step in 12...60 { view.tree.advance(to: Double(step) * 0.02) }
    #expect(!view.isAnimating)
    #expect(view.stops.count == 2)
    #expect(view.pathAngles.last == 0.1)
    #expect((view.linkCalls.last ?? .infinity) <= 0.62 + 1e-9)
    #expect(Set(view.linkCalls).count == view.linkCalls.count)
  }
}
