/// Threads that can draw parts of a picture at the same time.
public struct Workers {
  /// How many they are, with the caller.
  public let count: Int
  let cancel: () -> Void
  let perform: (_ partCount: Int, _ body: (_ part: Int, _ worker: Int) -> Void) -> Void

  /// - Parameters:
  ///   - cancel: called by the caller's `body`: has the parts left out that nobody has begun.
  ///   - perform: calls `body` once for each part, from several threads where that helps, and returns
  ///     when all calls have. A worker's number is below `count`, and no two calls at the same time
  ///     have the same; 0 is the caller.
  public init(
    count: Int, cancel: @escaping () -> Void = {},
    perform: @escaping (_ partCount: Int, _ body: (_ part: Int, _ worker: Int) -> Void) -> Void
  ) {
    self.count = count
    self.cancel = cancel
    self.perform = perform
  }
}
