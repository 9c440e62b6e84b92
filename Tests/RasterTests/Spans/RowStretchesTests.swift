import TestSupport
import Testing

@testable import Raster

struct RowStretchesTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `all that is added is inside, and little else`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stretches = RowStretches()
    var isAdded = [Bool](repeating: false, count: 2000)
    for _ in 0..<random.int(in: 0...30) {
      let start = random.int(in: 0...1900)
      let end = start + random.int(in: 1...90)
      stretches.add(from: start, to: end)
      for place in start..<end { isAdded[place] = true }
    }
    for index in 0..<stretches.count {
      let stretch = stretches[index]
      #expect(isAdded[stretch.start] && isAdded[stretch.end - 1])
      if index > 0 { #expect(stretches[index - 1].end + 16 < stretch.start) }
    }
    let (first, last) = (random.int(in: 0...900), random.int(in: 1000...2000))
    var place = first
    var missed = 0
    stretches.forEachPart(from: first, to: last) { start, end, isInside in
      #expect(start == place && end > start)
      place = end
      if !isInside { missed += isAdded[start..<end].count { $0 } }
    }
    #expect(place == last && missed == 0, "seed \(seed)")
  }
}
