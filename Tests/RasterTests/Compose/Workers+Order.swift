@testable import Raster

extension Workers {
  /// Workers that do their parts one after the other on the caller's thread.
  /// - Parameters:
  ///   - order: the parts in the order in which they are done.
  ///   - worker: the worker that does a part.
  init(
    count: Int, order: @escaping (_ partCount: Int) -> [Int] = { Array(0..<$0) },
    worker: @escaping (_ part: Int) -> Int, onEnd: @escaping (_ left: Int) -> Void = { _ in }
  ) {
    var left: ArraySlice<Int> = []
    var body: ((Int, Int) -> Void)?
    self.init(
      count: count,
      begin: {
        left = order($0)[...]
        body = $1
      },
      takePart: {
        guard let part = left.popFirst() else { return nil }
        body?(part, worker(part))
        return part
      },
      end: {
        onEnd(left.count)
        left = []
        body = nil
      })
  }
}
