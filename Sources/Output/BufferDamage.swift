import Geometry

/// What each of an output's buffers lacks of the picture, while they are shown in turn.
struct BufferDamage {
  private let whole: Region
  private var lacking: [Region]
  /// The buffer that is drawn next.
  private(set) var next = 0

  /// Buffers that hold nothing yet.
  init(count: Int, size: PixelSize) {
    whole = Region(PixelRect(size))
    lacking = Array(repeating: whole, count: count)
  }

  var count: Int { lacking.count }

  /// Takes in what changed, and counts the next buffer as drawn.
  /// - Returns: what has to be drawn into it.
  mutating func take(_ damage: Region) -> Region {
    for index in lacking.indices { lacking[index].formUnion(damage) }
    let region = lacking[next]
    lacking[next] = Region()
    return region
  }

  /// The next buffer is on its way to the screen: the one after it follows.
  mutating func advance() { next = (next + 1) % lacking.count }

  /// The next buffer was not shown, and what was drawn may have to be announced again.
  mutating func revert() { lacking[next] = whole }

  /// Nothing that the buffers hold counts any more.
  mutating func invalidate() { for index in lacking.indices { lacking[index] = whole } }
}
