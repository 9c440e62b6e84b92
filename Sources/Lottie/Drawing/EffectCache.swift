import Geometry

/// Pictures with effects, kept from one drawing to the next: a picture of the same nodes is not
/// made again.
final class EffectCache {
  private struct Entry {
    var effects: [PictureEffect]
    var nodes: [PictureNode]
    var size: PixelSize
    var result: [PictureNode]
    /// Pixels that were drawn for it.
    var pixelCount: Int
    /// Work of the rasterizer for it.
    var work: Int
  }

  private var last: [Entry] = []
  private var present: [Entry] = []
  private var pixelCount = 0

  /// Pixels of all entries together, and of the pictures that they were blurred from.
  private static let pixelLimit = 16 << 20
  /// Entries of a drawing. All are looked through.
  private static let entryLimit = 64

  /// Entries that are kept.
  var count: Int { last.count + present.count }

  /// Ends a drawing: entries that it did not use are dropped.
  func end() {
    last = present
    present = []
    pixelCount = 0
  }

  /// The nodes that show others changed by effects.
  func applied(
    _ effects: [PictureEffect], to nodes: [PictureNode], size: PixelSize,
    _ budget: EvaluationBudget
  ) -> [PictureNode] {
    let known = last.first { $0.effects == effects && $0.size == size && $0.nodes == nodes }
    if let known, known.work <= budget.work, budget.spend(pixels: known.pixelCount),
      budget.spend(work: known.work)
    {
      keep(known)
      return known.result
    }
    let (before, work) = (budget.pixels, budget.work)
    let result = PictureEffect.applied(effects, to: nodes, size: size, budget, self)
    // An incomplete picture is not kept: the next budget may complete it.
    if !result.isEmpty, !budget.isExceeded {
      keep(
        Entry(
          effects: effects, nodes: nodes, size: size, result: result,
          pixelCount: before - budget.pixels, work: work - budget.work))
    }
    return result
  }

  private func keep(_ entry: Entry) {
    guard present.count < Self.entryLimit, pixelCount + entry.pixelCount <= Self.pixelLimit else {
      return
    }
    present.append(entry)
    pixelCount += entry.pixelCount
  }
}
