import Geometry
import Layers
import Text

/// Gives the items of an arrangement their frames.
///
/// Widths come before heights, since the height of a wrapped text follows from its width: natural
/// widths, widths, natural heights, heights. Each of these four steps visits every item once, with
/// one exception: the natural height of a line on a baseline needs the places within its items,
/// which are then found early. Items keep their places for the height that they have, so that an
/// item is placed again only for another height, at most once for each level around it.
struct ArrangementSolver {
  /// The size that `vw`, `vh` and `vmin` refer to.
  let output: Size
  let strings: Localization
  /// True to give space to collapsed items, too.
  var placesCollapsed = false

  /// - Parameter outer: the size of the layer around the outermost arrangement.
  func solve(_ item: LayoutItem, in outer: Size) {
    measureWidth(item, outer.width, outer.height)
    setWidth(
      item,
      item.width == nil
        ? min(item.natural.width, max(outer.width, item.leastWidth)) : item.natural.width)
    measureHeight(item, outer.height)
    setHeight(item, item.natural.height)
  }

  /// - Parameter reference: the length of 100 %; nil while it is unknown, when percentages count as
  ///   0.
  func side(_ length: Length, _ reference: Double?) -> Double {
    max(0, length.resolved(reference: reference ?? 0, output: output))
  }

  // MARK: Widths

  /// A side of an item; nil if it follows from the content. As in CSS, a percentage of an unknown
  /// side is nil here, and refers to the final side.
  private func knownSide(_ length: Length?, _ reference: Double?) -> Double? {
    guard let length, reference != nil || !length.isRelative else { return nil }
    return side(length, reference)
  }

  /// Finds natural widths, from the innermost items outwards.
  /// - Parameters:
  ///   - width: of the layer around it; nil while it is unknown.
  ///   - height: of that layer; nil while it is unknown.
  ///   - axis: of that layer; nil for the outermost item.
  private func measureWidth(
    _ item: LayoutItem, _ width: Double?, _ height: Double?,
    in axis: ArrangementDescription.Axis? = nil
  ) {
    let own = knownSide(item.width, width)
    var natural = own ?? 0
    var least = natural
    switch item.content {
    case .text(let text):
      guard own == nil else { break }
      // Frames of whole points.
      natural = text.naturalWidth.rounded(.up)
      let attributes = text.attributes
      let isFlexible =
        attributes.isWrapped || attributes.truncation != .none || attributes.minimumSize != nil
      least = isFlexible ? 0 : natural
    case .picture(let size), .drawing(let size):
      guard own == nil else { break }
      natural =
        knownSide(item.height, height).map {
          size.height > 0 ? $0 * size.width / size.height : 0
        }
        ?? size.width
      least = natural
    case .arrangement(let arrangement, let all):
      let items = placesCollapsed ? all : all.filter { !$0.isCollapsed }
      item.placed = items
      setSpacing(of: item, arrangement, width, height)
      let inner = own.map { max(0, $0 - item.padding.left - item.padding.right) }
      let innerHeight = knownSide(item.height, height).map {
        max(0, $0 - item.padding.top - item.padding.bottom)
      }
      for item in items { measureWidth(item, inner, innerHeight, in: arrangement.axis) }
      guard own == nil else { break }
      (natural, least) = contentWidth(item, arrangement, items)
    case .square:
      // In a row a code that grows is as wide as the space that is left.
      guard own == nil, item.grow == 0 || axis != .row else { break }
      natural = knownSide(item.height, height) ?? 0
      least = natural
    case .line, .other: break
    }
    item.natural.width = natural
    item.leastWidth = least
  }

  private func setSpacing(
    of item: LayoutItem, _ arrangement: ArrangementDescription, _ width: Double?, _ height: Double?
  ) {
    item.gap = Size(width: side(arrangement.gap, width), height: side(arrangement.gap, height))
    item.padding = (
      side(arrangement.padding[0], height), side(arrangement.padding[1], width),
      side(arrangement.padding[2], height), side(arrangement.padding[3], width)
    )
  }

  private func contentWidth(
    _ item: LayoutItem, _ arrangement: ArrangementDescription, _ items: [LayoutItem]
  ) -> (natural: Double, least: Double) {
    var (sum, leastSum, most, mostLeast) = (0.0, 0.0, 0.0, 0.0)
    for item in items {
      sum += item.natural.width
      leastSum += item.leastWidth
      most = max(most, item.natural.width)
      mostLeast = max(mostLeast, item.leastWidth)
    }
    let padding = item.padding.left + item.padding.right
    guard arrangement.axis == .row else { return (most + padding, mostLeast + padding) }
    let gaps = item.gap.width * Double(max(items.count - 1, 0))
    return (
      sum + gaps + padding, (arrangement.isWrapped ? mostLeast : leastSum + gaps) + padding
    )
  }

  /// Sets widths and horizontal places, from the outermost item inwards.
  private func setWidth(_ item: LayoutItem, _ width: Double) {
    item.frame.size.width = width
    guard case .arrangement(let arrangement, _) = item.content else { return }
    let items = item.placed
    let content = max(0, width - item.padding.left - item.padding.right)
    let isMirrored = isMirrored(arrangement)
    func left(_ start: Double, _ width: Double) -> Double {
      item.padding.left + (isMirrored ? content - start - width : start)
    }
    // Percentages refer to the space that there is in the end.
    var widths = items.map { $0.width.map { side($0, content) } ?? $0.natural.width }
    item.lines = [0..<items.count]
    guard arrangement.axis == .row else {
      let isColumn = arrangement.axis == .column
      for (index, inner) in items.enumerated() {
        let own = isColumn ? inner.alignSelf : inner.justifySelf
        let alignment = own ?? (isColumn ? arrangement.alignItems : arrangement.justifyItems)
        if inner.width == nil {
          widths[index] =
            alignment == .stretch && !inner.isPicture
            ? content : min(widths[index], max(content, inner.leastWidth))
        }
        inner.frame.origin.x = left(alignment.offset(content - widths[index]), widths[index])
        setWidth(inner, widths[index])
      }
      return
    }
    if arrangement.isWrapped { item.lines = lines(widths, gap: item.gap.width, within: content) }
    for line in item.lines {
      let gap = item.gap.width
      let free = content - widths[line].reduce(0, +) - gap * Double(max(line.count - 1, 0))
      grow(&widths, items, line, free)
      shrink(&widths, items, line, -free)
      let places = arrangement.justifyContent.places(widths[line], gap: gap, within: content)
      for (index, x) in zip(line, places) {
        items[index].frame.origin.x = left(x, widths[index])
        setWidth(items[index], widths[index])
      }
    }
  }

  private func isMirrored(_ arrangement: ArrangementDescription) -> Bool {
    arrangement.direction.isRightToLeft(in: strings)
  }

  /// The items of each line, as many as fit, but at least one.
  private func lines(_ widths: [Double], gap: Double, within width: Double) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var (start, used) = (0, 0.0)
    for (index, own) in widths.enumerated() {
      if index > start, used + gap + own > width + 1e-6 {
        lines.append(start..<index)
        (start, used) = (index, 0)
      }
      used += (index > start ? gap : 0) + own
    }
    if start < widths.count { lines.append(start..<widths.count) }
    return lines
  }

  /// Shares free space among the items that grow.
  private func grow(
    _ sides: inout [Double], _ items: [LayoutItem], _ line: Range<Int>, _ free: Double
  ) {
    let shares = items[line].reduce(0) { $0 + $1.grow }
    guard free > 0, shares > 0 else { return }
    for index in line { sides[index] += free * items[index].grow / shares }
  }

  /// Takes missing space from the items that can do with less.
  private func shrink(
    _ widths: inout [Double], _ items: [LayoutItem], _ line: Range<Int>, _ missing: Double
  ) {
    func spare(_ item: LayoutItem) -> Double {
      item.width == nil ? max(0, item.natural.width - item.leastWidth) : 0
    }
    let spares = items[line].reduce(0) { $0 + spare($1) }
    guard missing > 0, spares > 0 else { return }
    let part = min(1, missing / spares)
    for index in line { widths[index] -= spare(items[index]) * part }
  }

  // MARK: Heights

  /// Finds natural heights in the widths that were set, from the innermost items outwards.
  /// - Parameter axis: of the layer around it; nil for the outermost item.
  private func measureHeight(
    _ item: LayoutItem, _ height: Double?, in axis: ArrangementDescription.Axis? = nil
  ) {
    item.settledHeight = nil
    let own = knownSide(item.height, height)
    // In a column an item that grows is as high as the space that is left.
    let grows = item.grow > 0 && axis == .column
    var natural = own ?? 0
    switch item.content {
    case .text(let text):
      if own == nil { natural = text.naturalHeight(width: item.frame.width).rounded(.up) }
    case .picture(let size), .drawing(let size):
      if own == nil, size.width > 0 { natural = item.frame.width * size.height / size.width }
    case .arrangement(let arrangement, _):
      let items = item.placed
      let padding = item.padding.top + item.padding.bottom
      let inner = own.map { max(0, $0 - padding) }
      for item in items { measureHeight(item, inner, in: arrangement.axis) }
      guard own == nil else { break }
      let heights = items.map { $0.natural.height }
      switch arrangement.axis {
      case .column:
        let gaps = item.gap.height * Double(max(items.count - 1, 0))
        natural = heights.reduce(0, +) + gaps + padding
      case .row, .overlay:
        let lines = lineHeights(item, arrangement, heights)
        natural = lines.reduce(0, +) + lineGaps(item) + padding
      }
    case .square:
      if own == nil, !grows { natural = item.frame.width }
    case .line(let space):
      if own == nil, !grows { natural = knownSide(space.width, nil) ?? 0 }
    case .other: break
    }
    item.natural.height = natural
  }

  /// - Parameter heights: of the items.
  private func lineHeights(
    _ item: LayoutItem, _ arrangement: ArrangementDescription, _ heights: [Double]
  ) -> [Double] {
    item.lines.map { line in
      var (above, below) = (0.0, 0.0)
      for index in line where isOnBaseline(item.placed[index], arrangement.alignItems) {
        setHeight(item.placed[index], heights[index])
        let baseline = baseline(of: item.placed[index])
        (above, below) = (max(above, baseline), max(below, heights[index] - baseline))
      }
      return heights[line].reduce(above + below, max)
    }
  }

  private func isOnBaseline(
    _ item: LayoutItem, _ usual: ArrangementDescription.Alignment
  ) -> Bool {
    (item.alignSelf ?? usual) == .baseline
  }

  /// The distance from the top of an item that has its height to the baseline of its first line of
  /// text; without a text to its bottom, as in CSS.
  private func baseline(of item: LayoutItem) -> Double {
    if let known = item.baseline { return known }
    let found = findBaseline(of: item)
    item.baseline = found
    return found
  }

  private func findBaseline(of item: LayoutItem) -> Double {
    switch item.content {
    case .text(let text): return text.firstBaseline(in: item.frame.size) ?? item.frame.height
    case .arrangement(let arrangement, _):
      let first =
        item.placed.first { isOnBaseline($0, arrangement.alignItems) } ?? item.placed.first
      return first.map { $0.frame.minY + baseline(of: $0) } ?? item.frame.height
    case .picture, .drawing, .line, .square, .other: return item.frame.height
    }
  }

  private func lineGaps(_ item: LayoutItem) -> Double {
    item.gap.height * Double(max(item.lines.count - 1, 0))
  }

  /// Sets heights and vertical places, from the outermost item inwards.
  private func setHeight(_ item: LayoutItem, _ height: Double) {
    // Without this check each wrapped row on a baseline would place its items twice, and rows
    // within it would place theirs four times.
    guard item.settledHeight != height else { return }
    item.settledHeight = height
    item.baseline = nil
    item.frame.size.height = height
    if case .line(let space) = item.content {
      space.size = item.frame.size
      let width = LengthContext(size: space.size, output: output).side(space.width)
      item.roundEnd = space.isRound ? min(max(width, 0), item.frame.width) / 2 : 0
      space.layerSize = item.size
    }
    guard case .arrangement(let arrangement, _) = item.content else { return }
    let items = item.placed
    let content = max(0, height - item.padding.top - item.padding.bottom)
    let top = item.padding.top
    switch arrangement.axis {
    case .overlay:
      place(items, top, content, arrangement.alignItems, reference: content)
    case .column:
      var heights = items.map { $0.height.map { side($0, content) } ?? $0.natural.height }
      let gap = item.gap.height
      let free = content - heights.reduce(0, +) - gap * Double(max(items.count - 1, 0))
      grow(&heights, items, 0..<items.count, free)
      let places = arrangement.justifyContent.places(heights, gap: gap, within: content)
      for (index, y) in places.enumerated() {
        items[index].frame.origin.y = top + y
        setHeight(items[index], heights[index])
      }
    case .row where item.lines.count == 1:
      place(items, top, content, arrangement.alignItems, reference: content)
    case .row:
      // Percentages refer to the height that there is in the end: an item may have grown or been
      // stretched.
      let heights = lineHeights(
        item, arrangement, items.map { $0.height.map { side($0, content) } ?? $0.natural.height })
      let rest = content - heights.reduce(0, +) - lineGaps(item)
      var y = top + arrangement.alignItems.offset(rest)
      for (line, height) in zip(item.lines, heights) {
        place(Array(items[line]), y, height, arrangement.alignItems, reference: content)
        y += height + item.gap.height
      }
    }
  }

  /// Places items one beside the other in a line.
  private func place(
    _ items: [LayoutItem], _ top: Double, _ height: Double,
    _ usual: ArrangementDescription.Alignment, reference: Double
  ) {
    for item in items {
      let alignment = item.alignSelf ?? usual
      let own =
        item.height.map { side($0, reference) }
        ?? (alignment == .stretch && !item.isPicture ? height : item.natural.height)
      item.frame.origin.y = top + alignment.offset(height - own)
      setHeight(item, own)
    }
    let aligned = items.filter { isOnBaseline($0, usual) }
    let baselines = aligned.map { baseline(of: $0) }
    let lowest = baselines.reduce(0, max)
    for (item, own) in zip(aligned, baselines) { item.frame.origin.y = top + lowest - own }
  }
}

extension Length {
  /// True if the length may depend on a layer: the one around it, or its own.
  var isRelative: Bool {
    switch self {
    case .points: false
    case .fraction(let fraction): fraction != 0
    case .sum(let sum): sum.fraction != 0
    case .add(let a, let b, _): a.isRelative || b.isRelative
    case .smallest(let lengths), .largest(let lengths): lengths.contains { $0.isRelative }
    }
  }
}
