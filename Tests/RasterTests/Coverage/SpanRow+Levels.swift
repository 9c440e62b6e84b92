@testable import Raster

extension SpanRow {
  /// The coverage of the pixels from 0 on, 0 where there is no span.
  func levels(width: Int) -> [UInt8] {
    var levels = [UInt8](repeating: 0, count: width)
    for index in 0..<spans.count {
      let span = spans[index]
      for x in span.x..<span.end {
        levels[x] = span.mask < 0 ? span.value : masks[span.mask + x - span.x]
      }
    }
    return levels
  }
}
