import Raster
import System

extension Workers {
  /// The threads of a new pool.
  /// - Parameter threadLimit: the most threads; nil for one for each processor, up to four.
  /// - Returns: nil for a single thread.
  init?(threadLimit: Int?) {
    let count = threadLimit ?? min(ThreadPool.processorCount, 4)
    guard count > 1 else { return nil }
    let pool = ThreadPool(memberCount: count)
    self.init(
      count: count, begin: { pool.begin($0, $1) }, takePart: { pool.takePart() },
      end: { pool.end() })
  }
}
