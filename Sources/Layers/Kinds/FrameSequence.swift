public import Geometry
public import Raster

/// Pictures of one size that follow each other, each made on request.
///
/// The last few pictures are kept if they are small; only the last one if they are large.
open class FrameSequence {
  /// The size of each picture, in pixels.
  public let size: PixelSize
  public let times: FrameTimes
  private var kept: [(index: Int, picture: Image)] = []
  private let keptCount: Int
  /// Pictures that cannot be made, by index; empty for none.
  private var isBroken: [Bool] = []

  /// The most pixels of all kept pictures together, unless one alone has more.
  private static var keptPixels: Int { 1 << 20 }

  public init(size: PixelSize, times: FrameTimes) {
    self.size = size
    self.times = times
    let pixels = max(size.width * size.height, 1)
    keptCount = min(max(FrameSequence.keptPixels / pixels, 1), 8)
  }

  /// Makes a picture; nil if that fails.
  /// - Parameter index: within `times.count`.
  open func makePicture(at index: Int) -> Image? { nil }

  /// Does some of the work for a picture, so that making it takes no longer than any other.
  /// - Returns: true if it can be made now, false to be called again.
  open func prepare(_ index: Int) -> Bool { true }

  /// The picture at an index; nil if it cannot be made.
  public final func picture(at index: Int) -> Image? {
    precondition(index >= 0 && index < times.count)
    if let place = kept.firstIndex(where: { $0.index == index }) {
      let entry = kept.remove(at: place)
      kept.append(entry)
      return entry.picture
    }
    if !isBroken.isEmpty, isBroken[index] { return nil }
    // Freed before the next one is made, so that at most one picture more than those shown is in
    // memory.
    if kept.count >= keptCount { kept.removeFirst() }
    guard let picture = makePicture(at: index) else {
      if isBroken.isEmpty { isBroken = [Bool](repeating: false, count: times.count) }
      isBroken[index] = true
      return nil
    }
    kept.append((index, picture))
    return picture
  }
}
