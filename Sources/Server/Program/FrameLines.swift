import Images
import Output
import System

/// A line on standard output for each frame of a stepped clock: its number, its time in
/// microseconds and its hash. A reader that stalls loses lines and delays nothing.
final class FrameLines {
  private let log: Log
  private let output: BackgroundWriter
  private var lost = 0

  /// The most waiting bytes: some 5,000 lines, more than the longest step gives.
  private static let byteLimit = 256 << 10

  init(_ log: Log) {
    self.log = log
    output = BackgroundWriter(.output, byteLimit: Self.byteLimit)
  }

  func write(_ presentation: Presentation) {
    let hash = presentation.hash?.description ?? "-"
    let isTaken = output.write("frame \(presentation.frame) \(presentation.time) \(hash)\n")
    if isTaken { tellLoss() } else { lost += 1 }
  }

  /// Waits for the reader, up to a limit.
  func finish(milliseconds: Int) {
    output.finish(milliseconds: milliseconds)
    tellLoss()
  }

  private func tellLoss() {
    guard lost > 0 else { return }
    log.warning(
      "\(lost) lines about frames were lost: standard output is not being read; read it, or leave the "
        + "option out that prints them")
    lost = 0
  }
}
