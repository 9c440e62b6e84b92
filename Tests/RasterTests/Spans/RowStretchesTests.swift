import TestSupport
import Testing

@testable import Raster

struct RowStretchesTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `stretches contain all added spans, and little else`(seed: UInt64) {
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
    for index in 0..<stretches.count {
      for place in stretches[index].start..<stretches[index].end { isAdded[place] = false }
    }
    #expect(!isAdded.contains(true), "seed \(seed)")
  }
}
