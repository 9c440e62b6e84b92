import ArgumentParser

/// The moments to sample, on the command line: `0,0.1,250ms`.
struct SampleTimes: Equatable, Sendable {
  /// More rows would not be read.
  static let maximumCount = 100_000

  /// In microseconds, rising.
  let microseconds: [Int64]

  init(_ text: String) throws {
    var times: [Int64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split { $0 == " " || $0 == "\t" }
      guard let word = words.first, words.count == 1 else {
        throw ValidationError("'\(text)' is not a list of times; write 0,0.1,250ms")
      }
      let time = try TimeSpan(String(word)).microseconds
      if let last = times.last, time <= last {
        throw ValidationError("the times do not increase at '\(word)'")
      }
      guard times.count < Self.maximumCount else {
        throw ValidationError("more than \(Self.maximumCount) times")
      }
      times.append(time)
    }
    microseconds = times
  }

  /// From a first to a last moment by equal steps; the last one is left out if no step meets it.
  init(from start: TimeSpan, to end: TimeSpan, step: TimeSpan) throws {
    guard step.microseconds > 0 else { throw ValidationError("--step 0 does not advance") }
    guard end.microseconds >= start.microseconds else {
      throw ValidationError("--to is before --from")
    }
    let count = (end.microseconds - start.microseconds) / step.microseconds + 1
    guard count <= Int64(Self.maximumCount) else {
      throw ValidationError(
        "\(count) times are more than \(Self.maximumCount); a longer --step or an earlier --to")
    }
    microseconds = (0..<count).map { start.microseconds + $0 * step.microseconds }
  }

  /// From a first to a last moment by frames, which are rounded to microseconds; the last moment is
  /// left out if no frame meets it.
  /// - Parameter fps: frames a second, 0.1 to 1000.
  init(from start: TimeSpan, to end: TimeSpan, fps: Double) throws {
    guard (0.1...1_000).contains(fps) else {
      throw ValidationError("--fps \(fps) is outside 0.1…1000")
    }
    let span = end.microseconds - start.microseconds
    guard span >= 0 else { throw ValidationError("--to is before --from") }
    // A tenth of a microsecond for the rounding of the product.
    let last = ((Double(span) + 0.1) * fps / 1_000_000).rounded(.down)
    guard last < Double(Self.maximumCount) else {
      throw ValidationError(
        "more than \(Self.maximumCount) times; a lower --fps or an earlier --to")
    }
    microseconds = (0...Int(last)).map {
      start.microseconds + Int64((Double($0) * 1_000_000 / fps).rounded())
    }
  }

  /// From a first to a last moment, both included, by steps of a frame of 60 a second; by longer
  /// ones where that would be more than a page has pixels.
  init(drawnFrom start: TimeSpan, to end: TimeSpan) throws {
    let span = end.microseconds - start.microseconds
    guard span >= 0 else { throw ValidationError("--to is before --from") }
    let count = min(max((span * 60 + 999_999) / 1_000_000, 1), 4_000)
    var times = (0...count).map { start.microseconds + span * $0 / count }
    if span < count { times = [start.microseconds] + (span > 0 ? [end.microseconds] : []) }
    microseconds = times
  }
}
