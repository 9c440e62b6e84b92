import Animation
import Geometry
import Testing

struct BasicAnimationTests {
  private func value(
    from: Double? = nil, to: Double? = nil, by: Double? = nil, current: Double = 100,
    at time: Double = 0.25, _ change: (inout BasicAnimation) -> Void = { _ in }
  ) -> AnimatableValue {
    var animation = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), from: from.map { .scalar($0) },
      to: to.map { .scalar($0) }, by: by.map { .scalar($0) }, timing: MediaTiming(duration: 1))
    change(&animation)
    return animation.value(
      at: animation.timing.position(atParentTime: time), current: .scalar(current))
  }

  @Test func `every combination of from, to and by has its ends`() {
    #expect(value(from: 0, to: 8) == .scalar(2))
    #expect(value(from: 10, by: 4) == .scalar(11))
    #expect(value(to: 10, by: 4) == .scalar(7))
    #expect(value(from: 20) == .scalar(40))
    #expect(value(to: 20) == .scalar(80))
    #expect(value(by: 40) == .scalar(110))
    #expect(value() == .scalar(100))
    #expect(value(from: 0, to: 8, by: 1000) == .scalar(2))
  }

  @Test func `an additive animation adds to the current value`() {
    #expect(value(from: 0, to: 8) { $0.isAdditive = true } == .scalar(102))
    #expect(value(from: -40) { $0.isAdditive = true } == .scalar(70))
    #expect(value(by: 8) { $0.isAdditive = true } == .scalar(102))
  }

  @Test func `a cumulative animation starts each cycle where the last one ended`() {
    let result = value(from: 10, to: 20, at: 1.5) {
      $0.isCumulative = true
      $0.timing.repeatCount = 3
    }
    #expect(result == .scalar(35))
  }

  @Test func `the timing function bends each run`() {
    guard case .scalar(let number) = value(from: 0, to: 1, { $0.timingFunction = .easeInEaseOut })
    else {
      Issue.record("no number")
      return
    }
    #expect(abs(number - 0.129162) < 1e-5)
  }

  @Test func `a color on the way from clear keeps the other end's tint`() {
    let clear = AnimatableValue.color(ColorComponents(red: 0, green: 0, blue: 0, alpha: 0))
    let red = AnimatableValue.color(ColorComponents(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(
      clear.interpolated(to: red, at: 0.5)
        == .color(ColorComponents(red: 1, green: 0, blue: 0, alpha: 0.5)))
  }

  @Test func `values of different kinds or counts step at half the way`() {
    let one = AnimatableValue.scalars([1])
    let two = AnimatableValue.scalars([2, 3])
    #expect(one.interpolated(to: two, at: 0.49) == one)
    #expect(one.interpolated(to: two, at: 0.5) == two)
    #expect(AnimatableValue.flag(false).interpolated(to: .flag(true), at: 0.5) == .flag(true))
    let line = AnimatableValue.path(.rect(Rect(x: 0, y: 0, width: 1, height: 1)))
    let circle = AnimatableValue.path(.circle(center: .zero, radius: 1))
    #expect(line.interpolated(to: circle, at: 0.4) == line)
    #expect(line.interpolated(to: circle, at: 0.6) == circle)
  }

  @Test func `paths with the same elements move their control points`() {
    let small = AnimatableValue.path(.circle(center: .zero, radius: 10))
    let large = AnimatableValue.path(.circle(center: Point(x: 4, y: 0), radius: 20))
    #expect(
      small.interpolated(to: large, at: 0.5)
        == .path(.circle(center: Point(x: 2, y: 0), radius: 15)))
  }

  @Test func `a rotation goes the shorter way round and keeps its scale`() {
    func turned(_ angle: Double) -> AnimatableValue {
      let scaled = Transform3D.scale(x: 2, y: 2)
      return .transform(scaled.followed(by: .rotation(angle)))
    }
    let half = turned(3).interpolated(to: turned(-3), at: 0.5)
    let scale = half.component(.scale)
    guard case .scalar(let angle)? = half.component(.rotation), case .scalar(let factor)? = scale
    else {
      Issue.record("no components")
      return
    }
    #expect(abs(abs(angle) - .pi) < 1e-9)
    #expect(abs(factor - 2) < 1e-9)
  }

  @Test func `adding transforms concatenates them and subtracting undoes it`() {
    let move = AnimatableValue.transform(.translation(x: 5, y: 0))
    let turn = AnimatableValue.transform(.rotation(.pi / 2))
    #expect(
      move.adding(turn).adding(turn, times: -1).interpolated(to: move, at: 0.3).kind == .transform)
    guard case .transform(let back) = move.adding(turn).adding(turn, times: -1) else { return }
    #expect(abs(back.m41 - 5) < 1e-12 && abs(back.m11 - 1) < 1e-12 && abs(back.m12) < 1e-12)
    guard case .transform(let thrice) = AnimatableValue.transform(.identity).adding(move, times: 3)
    else { return }
    #expect(thrice.m41 == 15)
  }
}
