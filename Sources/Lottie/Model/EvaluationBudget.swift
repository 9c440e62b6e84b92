/// The work that one picture may still cause: compositions and repeaters multiply a small file.
///
/// The excess is left out.
final class EvaluationBudget {
  private(set) var left = EvaluationCost(
    steps: 60_000, vertices: vertexLimit, changes: 4_000_000)
  /// The most vertices that a picture paints.
  static let vertexLimit = 400_000
  /// Ridges that a zig zag makes of a segment at most.
  static let ridgeLimit = 1000.0
  /// True if something was left out.
  private(set) var isExceeded = false {
    didSet { if excess == nil { excess = layer } }
  }
  /// Pixels of pictures that are drawn by themselves. All may be kept until the picture is drawn,
  /// in 320 MiB.
  private(set) var pixels = 5 << 24
  /// The least number of pixels that each of these pictures counts as.
  private static let leastPixels = 1 << 16
  /// Work of the rasterizer, as `DrawingCost` has it.
  private(set) var work = 1 << 30
  /// True if some work did not fit.
  private(set) var hasNoWork = false
  /// The layer of the file that is evaluated or drawn; empty where it has no name.
  var layer = ""
  /// The layer in which something was left out first.
  private(set) var excess: String?

  /// Notes that something is left out for its place in the file, such as its depth, and not for its
  /// work.
  func exceed() { isExceeded = true }

  /// - Returns: true if there is room for so many more steps. If not, none is left for smaller
  ///   things either.
  func spend(steps count: Int) -> Bool {
    guard count <= left.steps else {
      left.steps = 0
      isExceeded = true
      return false
    }
    left.steps -= count
    return true
  }

  /// - Returns: true if there is room for so many more vertices.
  func spend(vertices count: Int) -> Bool {
    guard count <= left.vertices else {
      isExceeded = true
      return false
    }
    left.vertices -= count
    return true
  }

  /// - Returns: true if so many vertices, which are not painted yet, could be.
  func fits(vertices count: Int) -> Bool {
    if count > left.vertices { isExceeded = true }
    return count <= left.vertices
  }

  /// - Returns: true if there is room for so many more changed vertices. If not, no steps are left,
  ///   either: counting the changes takes as long as they do.
  func spend(changes count: Int) -> Bool {
    guard count <= left.changes else {
      left.steps = 0
      isExceeded = true
      return false
    }
    left.changes -= count
    return true
  }

  /// - Returns: true if there is room for all of some work; if not, nothing is taken.
  func spend(_ cost: EvaluationCost) -> Bool {
    let rest = left - cost
    guard rest.steps >= 0, rest.vertices >= 0, rest.changes >= 0 else { return false }
    left = rest
    return true
  }

  /// - Returns: true if there is room for so much more work of the rasterizer. If not, none is left
  ///   for smaller things either.
  func spend(work count: Int) -> Bool {
    guard count <= work else {
      work = 0
      hasNoWork = true
      isExceeded = true
      return false
    }
    work -= count
    return true
  }

  /// - Returns: true if there is room for so many more pixels.
  func spend(pixels count: Int) -> Bool {
    let count = max(count, EvaluationBudget.leastPixels)
    guard count <= pixels else {
      isExceeded = true
      return false
    }
    pixels -= count
    return true
  }
}

/// Work of an evaluation.
struct EvaluationCost {
  /// Layers, entries of shape layers and copies of them, masks, and characters of texts.
  var steps: Int
  /// Vertices of painted paths and masks, and dashes.
  var vertices: Int
  /// Vertices that entries of shape layers make, or change, and stops of gradients.
  var changes: Int

  static func - (a: EvaluationCost, b: EvaluationCost) -> EvaluationCost {
    EvaluationCost(
      steps: a.steps - b.steps, vertices: a.vertices - b.vertices, changes: a.changes - b.changes)
  }
}
