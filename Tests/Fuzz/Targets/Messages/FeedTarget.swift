import JSON

@testable import ControlCommands

/// Output of tools, in every format, in parts of any size: values stay in their range, and the
/// reading of a line does not depend on the sizes of the parts.
enum FeedTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let format = source.pick(FeedFormat.allCases)
    let size = source.choice(64) + 1
    let text = Array(source.rest())
    let whole = try updates([text[...]], format)
    let parts = stride(from: 0, to: text.count, by: size).map {
      text[$0..<min($0 + size, text.count)]
    }
    try require(try updates(parts, format) == whole, "lines in parts say something else")
  }

  private static func updates(
    _ parts: [ArraySlice<UInt8>], _ format: FeedFormat
  ) throws(Finding) -> [FeedUpdate] {
    var splitter = LineSplitter()
    var parser = FeedParser(format: format)
    var limiter = UpdateLimiter()
    var updates: [FeedUpdate] = []
    var lines: [String] = []
    for part in parts { lines += splitter.append(part) }
    if let line = splitter.unfinishedLine { _ = parser.peek(line) }
    if let line = splitter.finish() { lines.append(line) }
    for (index, line) in lines.enumerated() {
      guard let update = parser.parse(line) else { continue }
      if case .fraction(let value)? = update.progress {
        try require(value >= 0 && value <= 1, "progress of \(value)")
      }
      limiter.add(update)
      if let update = limiter.take(at: Double(index) / 100) { updates.append(update) }
    }
    if let update = limiter.takeAll() { updates.append(update) }
    return updates
  }
}
