/// Threads that draw parts of a picture at the same time as the caller.
public struct Workers {
  /// The number of threads, with the caller's.
  public let count: Int
  let begin: (_ partCount: Int, _ body: @escaping (_ part: Int, _ worker: Int) -> Void) -> Void
  let takePart: () -> Int?
  let end: () -> Void

  /// - Parameters:
  ///   - begin: lets the other threads call `body` for parts from 0 on, and returns at once. No
  ///     part is done twice. A worker's number is below `count`, and no two calls at the same time
  ///     have the same number; 0 is the caller's.
  ///   - takePart: does the next part on the caller's thread. Returns the part; nil when none is
  ///     left.
  ///   - end: leaves out the parts that are not begun, and waits for the others.
  public init(
    count: Int,
    begin:
      @escaping (_ partCount: Int, _ body: @escaping (_ part: Int, _ worker: Int) -> Void) -> Void,
    takePart: @escaping () -> Int?, end: @escaping () -> Void
  ) {
    self.count = count
    self.begin = begin
    self.takePart = takePart
    self.end = end
  }
}
