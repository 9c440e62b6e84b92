import Testing

@testable import ControlCommands

struct UpdateLimiterTests {
  @Test func `the first goes at once and the next after the interval`() {
    var limiter = UpdateLimiter(interval: 0.5)
    limiter.add(.percent(1))
    #expect(limiter.take(at: 10) == .percent(1))
    #expect(limiter.delay(at: 10) == nil)
    limiter.add(.percent(2))
    #expect(limiter.delay(at: 10.25) == 0.25)
    #expect(limiter.take(at: 10.25) == nil)
    #expect(limiter.take(at: 10.5) == .percent(2))
  }

  @Test func `a waiting update keeps the newest progress and the newest text`() {
    var limiter = UpdateLimiter(interval: 1)
    limiter.add(.percent(1, text: "one"))
    _ = limiter.take(at: 0)
    limiter.add(.percent(2, text: "two"))
    limiter.add(.percent(3))
    #expect(limiter.takeAll() == .percent(3, text: "two"))
    #expect(limiter.takeAll() == nil)
  }

  @Test func `a thousand updates in a second become about sixty`() {
    var limiter = UpdateLimiter()
    var sent: [FeedUpdate] = []
    for step in 0...1000 {
      limiter.add(.percent(Double(step) / 10))
      if let update = limiter.take(at: Double(step) / 1000) { sent.append(update) }
    }
    if let last = limiter.takeAll() { sent.append(last) }
    #expect((55...62).contains(sent.count))
    #expect(sent.last == .percent(100))
  }
}
