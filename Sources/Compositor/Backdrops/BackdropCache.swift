internal import Geometry
internal import Layers
internal import Raster

/// The blurred backdrops of layers, kept as long as the content behind the layers stays the same.
///
/// 1. A layer with a `backgroundBlur` has a command for its backdrop, over its shadow and behind
///    its background. The command is clear until the list is complete.
/// 2. Then the commands behind the layer are drawn once more, at a lower resolution for wide blurs,
///    and blurred. Beyond the output the pixels of its edges go on, so that a blur does not get
///    darker there.
/// 3. A backdrop is made anew if the pixels that it mixes are damaged, and if other commands than
///    before reach into them from behind. Movement over the backdrop, also of the layer's own
///    content, needs no new one. At most `commandLimit` of these commands are kept for all layers
///    together; the backdrop of a layer without kept commands is made anew after each damage.
/// 4. From back to front, a backdrop of more than half of the pixels that are left of `pixelLimit`
///    is made at half the resolution, and so on: its pixels follow from the frame alone, and not
///    from former frames.
struct BackdropCache {
  /// Pixels of all backdrops together, each of four bytes.
  static let pixelLimit = 1 << 22
  /// Commands and groups that are kept to compare, each of some 250 bytes.
  private static let commandLimit = 1 << 16

  private struct Entry {
    /// The pixels of the output that show it.
    var shown: PixelRect
    /// Standard deviation in pixels of the output.
    var deviation: Double
    /// The index of the command among those of the layer.
    var offset: Int
    /// Nil until the panes of a frame are arranged.
    var place: BackdropPlace?
    /// True if the paint was made at this place.
    var isMade = false
    /// The commands behind the layer when the paint was made, as far as they count; nil if they are
    /// not kept.
    var list: DisplayList?
    var paint = Paint.color(.clear)
  }

  private let output: PixelSize
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Its memory is some 80 KB, and most scenes have no backdrop.
  private lazy var renderer = Renderer()
  private let commandLimit: Int
  /// Commands and groups that are kept, or were kept at the beginning of the frame.
  private(set) var keptCount = 0
  /// The bounds of the frame's commands that were requested so far.
  private var bounds: [PixelRect?] = []

  /// - Parameter commandLimit: commands and groups that are kept; tests have a lower number.
  init(output: PixelSize, commandLimit: Int = BackdropCache.commandLimit) {
    self.output = output
    self.commandLimit = commandLimit
  }

  /// The layers that have a backdrop.
  var layers: [ObjectIdentifier] { Array(entries.keys) }

  /// Removes the backdrops of layers that are gone.
  mutating func removeAll(where isGone: (ObjectIdentifier) -> Bool) {
    if entries.isEmpty { return }
    for layer in entries.keys.filter(isGone) { entries[layer] = nil }
  }

  /// The command that draws a layer's backdrop as it was made last; nil for none.
  ///
  /// - Parameters:
  ///   - context: the layer's own.
  ///   - offset: the index that the command will have among those of the layer.
  ///   - isMask: true for a layer of a mask, which lies over nothing.
  mutating func command(
    of layer: Layer, _ presentation: Layer, in context: LayerContext, at offset: Int, isMask: Bool
  ) -> DrawCommand? {
    let key = ObjectIdentifier(layer)
    let deviation = presentation.backgroundBlur * context.transform.scaleFactor
    guard deviation > 0, deviation.isFinite, !isMask, !context.isHidden, !presentation.keepsDepth,
      context.projection == nil, context.transform.isFinite, !presentation.bounds.isEmpty
    else {
      if !entries.isEmpty { entries[key] = nil }
      return nil
    }
    var command = DrawCommand(
      shape: .fill(
        context.innerPath(of: presentation).transformed(by: context.transform), .nonZero),
      paint: .color(.clear), clips: context.clips)
    var entry = Entry(
      shown: command.bounds.intersection(PixelRect(output)),
      deviation: min(deviation, GaussianBlur.largestDeviation), offset: offset)
    if let former = entries[key] {
      (entry.place, entry.paint) = (former.place, former.paint)
      (entry.isMade, entry.list) = (former.isMade, former.list)
    }
    entries[key] = entry
    command.paint = entry.paint
    return command
  }

  /// Gives all backdrops of a frame their places.
  ///
  /// - Parameter layers: the layers that have a backdrop, from back to front.
  mutating func arrange(_ layers: [ObjectIdentifier]) {
    var rest = Self.pixelLimit
    bounds = []
    keptCount = 0
    for layer in layers {
      guard let entry = entries[layer] else { continue }
      keptCount += entry.list?.count ?? 0
      let place = BackdropPlace(shown: entry.shown, deviation: entry.deviation, limit: rest / 2)
      rest -= place.pixelCount
      if place == entry.place { continue }
      entries[layer]?.place = place
      entries[layer]?.isMade = false
    }
  }

  /// True if a layer's backdrop may have to be made anew after a damage.
  func isAffected(_ layer: ObjectIdentifier, by damage: Region) -> Bool {
    guard let entry = entries[layer], let place = entry.place, !place.shown.isEmpty else {
      return false
    }
    return !entry.isMade
      || damage.rects.contains { $0.intersects(place.sources(on: output)) }
  }

  /// Makes a layer's backdrop anew if the commands behind it differ.
  ///
  /// - Parameters:
  ///   - list: the frame's commands, in pixels of the output.
  ///   - start: the place of the layer's first command among those of the frame.
  /// - Returns: the paint of the backdrop, the index of its command among those of the layer, and
  ///   the pixels that show it; nil if the backdrop stays.
  mutating func renew(
    _ layer: ObjectIdentifier, over list: DisplayList, from start: Int
  ) -> (paint: Paint, offset: Int, shown: PixelRect)? {
    guard var entry = entries[layer], let place = entry.place else { return nil }
    let behind = list.part(in: place.surroundings(on: output)) { index in
      bounds(at: start + index, of: list.commands[index])
    }
    if entry.isMade, entry.list == behind { return nil }
    keptCount -= entry.list?.count ?? 0
    let isKept = keptCount + behind.count <= commandLimit
    entry.list = isKept ? behind : nil
    if isKept { keptCount += behind.count }
    let source = place.source(behind, on: output)
    entry.paint = place.paint(source.draw(by: renderer), of: source)
    entry.isMade = true
    entries[layer] = entry
    return (entry.paint, entry.offset, place.shown)
  }

  /// The bounds of a command of the frame, which may lie behind several backdrops.
  private mutating func bounds(at index: Int, of command: DrawCommand) -> PixelRect {
    while bounds.count <= index { bounds.append(nil) }
    if let known = bounds[index] { return known }
    let found = command.bounds
    bounds[index] = found
    return found
  }
}
