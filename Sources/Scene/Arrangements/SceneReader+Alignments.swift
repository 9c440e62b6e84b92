import JSON

/// The uses of `justifyContent` and `alignItems` by their places in the file. A style's key has a
/// place for all layers that use it.
struct AlignmentUse {
  /// The places of a layer's keys, with values other than the usual ones.
  struct Keys {
    var justifyContent: Int?
    var alignItems: Int?
  }

  /// By the layers' indices.
  var keys: [Int: Keys] = [:]
  /// Uses that can place nothing, with the reasons.
  var idle: [(offset: Int, key: String, reason: String)] = []
  /// Uses that can.
  var effective: Set<Int> = []

  /// - Parameter reason: nil for a use that can place something.
  fileprivate mutating func note(_ offset: Int, _ key: String, _ reason: String?) {
    if let reason {
      idle.append((offset, key, reason))
    } else {
      effective.insert(offset)
    }
  }
}

/// Alignments that have no effect.
extension SceneReader {
  func noteAlignments(
    of arrangement: ArrangementDescription, _ reader: ObjectReader, index: Int
  ) {
    var keys = AlignmentUse.Keys()
    if arrangement.justifyContent != .start {
      keys.justifyContent = reader.keyOffset("justifyContent")
    }
    if arrangement.alignItems != .stretch { keys.alignItems = reader.keyOffset("alignItems") }
    if keys.justifyContent != nil || keys.alignItems != nil { alignments.keys[index] = keys }
  }

  /// Warns of alignments that can place nothing in any of the layers that have them.
  func checkAlignments(of layers: [LayerDescription]) {
    guard !alignments.keys.isEmpty, !hasErrors else { return }
    for layer in layers { checkAlignments(of: layer, in: nil) }
    for use in alignments.idle where !alignments.effective.contains(use.offset) {
      warn(
        .withoutEffect, at: use.offset, "`" + use.key + "` has no effect: " + use.reason,
        hint: "leave it out, or make room for it")
    }
  }

  private func checkAlignments(
    of layer: LayerDescription, in around: ArrangementDescription?
  ) {
    guard case .arrangement(let arrangement) = layer.content else {
      for inner in layer.sublayers { checkAlignments(of: inner, in: nil) }
      return
    }
    if arrangement.axis != .overlay, let keys = alignments.keys[layer.index],
      !layer.sublayers.isEmpty
    {
      let fits = (
        width: layer.fitsWidth(in: around), height: layer.fitsHeight(in: around)
      )
      let isRow = arrangement.axis == .row
      if let offset = keys.justifyContent {
        alignments.note(
          offset, "justifyContent",
          idleReason(
            alongAxisOf: layer, arrangement, fitsContent: isRow ? fits.width : fits.height))
      }
      if let offset = keys.alignItems {
        alignments.note(
          offset, "alignItems",
          idleReason(
            acrossAxisOf: layer, arrangement, fitsContent: isRow ? fits.height : fits.width))
      }
    }
    for inner in layer.sublayers { checkAlignments(of: inner, in: arrangement) }
  }

  /// The reason why no space is left along the axis; nil if some may be left.
  private func idleReason(
    alongAxisOf layer: LayerDescription, _ arrangement: ArrangementDescription, fitsContent: Bool
  ) -> String? {
    if arrangement.isWrapped { return nil }
    let isFilled = layer.sublayers.contains {
      $0.grow > 0 && !$0.isCollapsed && !controlled.collapsed.contains($0.index)
    }
    if isFilled { return "a layer in it has `grow`, and takes all the space that is left" }
    // Percentages of a size that follows from the content may leave some of that size.
    let isRow = arrangement.axis == .row
    let hasShares = layer.sublayers.contains {
      (isRow ? $0.width : $0.height)?.isRelative ?? false
    }
    guard fitsContent, !hasShares else { return nil }
    return arrangement.axis.owner + " of \"auto\" " + (isRow ? "width" : "height")
      + " is as " + (isRow ? "wide" : "high") + " as its layers"
  }

  /// The reason why no layer can have another place across the axis; nil if one may.
  private func idleReason(
    acrossAxisOf layer: LayerDescription, _ arrangement: ArrangementDescription, fitsContent: Bool
  ) -> String? {
    if arrangement.isWrapped { return nil }
    if layer.sublayers.allSatisfy({ $0.alignSelf != nil }) {
      return "each layer in it has its own `alignSelf`"
    }
    guard fitsContent, layer.sublayers.count == 1, let only = layer.sublayers.first else {
      return nil
    }
    let isRow = arrangement.axis == .row
    if (isRow ? only.height : only.width)?.isRelative ?? false { return nil }
    return arrangement.axis.owner + " of \"auto\" " + (isRow ? "height" : "width")
      + " is as " + (isRow ? "high" : "wide") + " as its only layer"
  }
}

extension LayerDescription {
  /// True if its width follows from its content alone.
  fileprivate func fitsWidth(in around: ArrangementDescription?) -> Bool {
    guard width == nil else { return false }
    switch around?.axis {
    case .row: return grow == 0
    case .column: return (alignSelf ?? around?.alignItems) != .stretch
    case .overlay: return (justifySelf ?? around?.justifyItems) != .stretch
    case nil: return true
    }
  }

  /// True if its height follows from its content alone.
  fileprivate func fitsHeight(in around: ArrangementDescription?) -> Bool {
    guard height == nil else { return false }
    switch around?.axis {
    case .column: return grow == 0
    case .row, .overlay: return (alignSelf ?? around?.alignItems) != .stretch
    case nil: return true
    }
  }
}
