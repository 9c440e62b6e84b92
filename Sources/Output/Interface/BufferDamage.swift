import Geometry

/// The parts of the picture that each of an output's buffers lacks, while they are shown in turn.
struct BufferDamage {
  private let whole: Region
  private var lacking: [Region]
  /// The buffer that is drawn next.
  private(set) var next = 0

  /// Buffers without any picture.
  init(count: Int, size: PixelSize) {
    whole = Region(PixelRect(size))
    lacking = Array(repeating: whole, count: count)
  }

  var count: Int { lacking.count }

  /// Adds new damage, and counts the next buffer as drawn.
  /// - Returns: the region to draw into it.
  mutating func take(_ damage: Region) -> Region {
    for index in lacking.indices { lacking[index].formUnion(damage) }
    let region = lacking[next]
    lacking[next] = Region()
    return region
  }

  /// Records that the next buffer is on its way to the screen: the one after it is next.
  mutating func advance() { next = (next + 1) % lacking.count }

  /// Records that the next buffer was not shown: all of it may have to be reported as damage again.
  mutating func revert() { lacking[next] = whole }

  /// Records that the content of all buffers is lost.
  mutating func invalidate() { for index in lacking.indices { lacking[index] = whole } }
}
