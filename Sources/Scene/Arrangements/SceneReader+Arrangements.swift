import JSON

/// The arrangement around layers that are being read.
struct SurroundingArrangement {
  let axis: ArrangementDescription.Axis
  let alignItems: ArrangementDescription.Alignment
  /// True if its height does not follow from its content.
  let isHeightKnown: Bool

  /// - Parameter outer: the arrangement around it; nil for none.
  /// - Returns: nil for a layer that is no arrangement.
  init?(_ layer: LayerDescription, in outer: SurroundingArrangement?) {
    guard case .arrangement(let arrangement) = layer.content else { return nil }
    (axis, alignItems) = (arrangement.axis, arrangement.alignItems)
    isHeightKnown = SurroundingArrangement.isKnown(layer.height, in: outer)
  }

  private static func isKnown(_ height: Length?, in outer: SurroundingArrangement?) -> Bool {
    guard let height else { return false }
    return !height.isRelative || outer?.isHeightKnown ?? true
  }

  /// True if a layer in the arrangement has a width of its own, or takes the width of a column.
  func givesWidth(to layer: LayerDescription) -> Bool {
    layer.width != nil || axis == .column && (layer.alignSelf ?? alignItems) == .stretch
  }

  /// True if a code in the arrangement has a width or a height, which gives it the other side: a
  /// code is as wide as high.
  func givesSide(toCode layer: LayerDescription) -> Bool {
    axis == .row ? Self.isKnown(layer.height, in: self) : givesWidth(to: layer)
  }
}

/// Rows, columns and overlays, and the keys of the layers in them.
extension SceneReader {
  typealias Axis = ArrangementDescription.Axis

  /// Between left and right.
  private static var sideways: [(String, ArrangementDescription.Alignment)] {
    [("start", .start), ("center", .center), ("end", .end), ("stretch", .stretch)]
  }

  /// Across the axis. A column takes `baseline`, too, but has no baselines there: a variant may
  /// turn a row into a column.
  private static var alignments: [(String, ArrangementDescription.Alignment)] {
    sideways + [("baseline", .baseline)]
  }

  /// - Parameter index: of the layer.
  func arrangement(
    _ reader: inout ObjectReader, _ axis: Axis, index: Int
  ) -> ArrangementDescription {
    var arrangement = ArrangementDescription(axis: axis)
    if let node = reader.take("padding") { arrangement.padding = padding(node) }
    arrangement.direction = direction(&reader)
    arrangement.alignItems = reader.choice("alignItems", Self.alignments) ?? .stretch
    if axis == .overlay {
      arrangement.justifyItems = reader.choice("justifyItems", Self.sideways) ?? .stretch
      return arrangement
    }
    arrangement.gap = reader.length("gap") ?? .points(0)
    arrangement.justifyContent =
      reader.choice(
        "justifyContent",
        [
          ("start", ArrangementDescription.Distribution.start), ("center", .center), ("end", .end),
          ("space-between", .spaceBetween), ("space-around", .spaceAround),
          ("space-evenly", .spaceEvenly),
        ]) ?? .start
    if axis == .row { arrangement.isWrapped = reader.flag("wrap") ?? false }
    noteAlignments(of: arrangement, reader, index: index)
    return arrangement
  }

  /// The side at which rows and lines of progress begin.
  func direction(_ reader: inout ObjectReader) -> WritingDirection {
    reader.choice(
      "direction",
      [
        ("locale", WritingDirection.locale), ("ltr", .leftToRight), ("rtl", .rightToLeft),
      ]) ?? .locale
  }

  /// One length for all sides, or one for each: of two, the first is of the top and the bottom, and
  /// of three, the second is of the left and the right, as in CSS.
  private func padding(_ node: JSONNode) -> [Length] {
    var sides: [Length]?
    if case .array = node.content {
      sides = lengths(node, "padding", count: 2...4, allowsNegative: false).map {
        [$0[0], $0[1], $0.count > 2 ? $0[2] : $0[0], $0.count > 3 ? $0[3] : $0[1]]
      }
    } else if let length = length(node, "padding", allowsNegative: false) {
      sides = [length, length, length, length]
    }
    return sides ?? [Length](repeating: .points(0), count: 4)
  }

  /// The share of free space that a layer takes.
  func growth(_ reader: inout ObjectReader) -> Double {
    let grow = reader.number("grow", in: 0...1000)
    guard let grow, grow > 0 else { return 0 }
    if surroundingAxis == nil || surroundingAxis == .overlay, let offset = reader.keyOffset("grow")
    {
      warn(
        .withoutEffect, at: offset, "`grow` has no effect outside of a row or a column",
        hint: "make the layer around it one: `\"kind\": \"row\"`")
      return 0
    }
    return grow
  }

  /// The place of a layer beside that of all layers of the one around it; nil for `auto`.
  /// - Parameters:
  ///   - axes: the axes in which the key has an effect.
  ///   - owner: the layers with these axes.
  ///   - kind: the kind of one of them.
  func ownAlignment(
    _ reader: inout ObjectReader, _ key: String, in axes: [Axis], _ owner: String, kind: String
  ) -> ArrangementDescription.Alignment? {
    let words = key == "justifySelf" ? Self.sideways : Self.alignments
    let own = words.map { ($0.0, Optional($0.1)) }
    guard let alignment = reader.choice(key, [("auto", nil)] + own), let alignment else {
      return nil
    }
    if let surroundingAxis, axes.contains(surroundingAxis) { return alignment }
    if let offset = reader.keyOffset(key) {
      warn(
        .withoutEffect, at: offset, "`" + key + "` has no effect outside of " + owner,
        hint: "make the layer around it one: `\"kind\": \"" + kind + "\"`")
    }
    return nil
  }

  /// Reads `collapsed`: true for a layer that takes no space.
  func collapse(_ reader: inout ObjectReader) -> Bool {
    let isCollapsed = reader.flag("collapsed") ?? false
    if isCollapsed, surroundingAxis == nil, let offset = reader.keyOffset("collapsed") {
      warn(
        .withoutEffect, at: offset,
        "`collapsed` only hides a layer outside of a row, a column or an overlay",
        hint: "write `hidden`, or put the layer into a row, a column or an overlay")
    }
    return isCollapsed
  }

  /// Reports places in an arrangement, which has places of its own.
  func refusePlaces(_ reader: ObjectReader, in axis: Axis) {
    for key in ["frame", "position"] {
      guard let offset = reader.keyOffset(key) else { continue }
      error(
        .conflict, at: offset, "`" + key + "` in " + axis.owner + ", which places its layers",
        expected: key == "frame" ? "`size`" : "no place of its own",
        hint: "`translation` moves a layer without moving its neighbours")
    }
  }

  /// Warns of layers that have no extent along the axis, or a line of progress across it.
  func warnOfMissingSize(_ layer: LayerDescription) {
    guard let surrounding, surrounding.axis != .overlay, layer.grow == 0 else { return }
    let axis = surrounding.axis
    guard (axis == .row ? layer.width : layer.height) == nil else { return }
    var side = axis == .row ? "width" : "height"
    switch layer.content {
    case .text(let text) where text.code == nil || surrounding.givesSide(toCode: layer): return
    case .image(let image) where image.naturalSize != nil: return
    case .progress(let progress) where axis == .column && progress.lineWidth?.isRelative == false:
      if surrounding.givesWidth(to: layer) { return }
      side = "width"
    case .arrangement: return
    default: if layer.drawingSize != nil { return }
    }
    warn(
      .withoutEffect, at: layer.offset,
      "this layer has no " + side + " in " + axis.owner
        + ", and is not seen",
      hint: "give it a `size`, or `\"grow\": 1` for the space that is left")
  }
}
