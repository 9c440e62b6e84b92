/// The work that one picture may still cause: compositions and repeaters multiply a small file.
///
/// The excess is left out.
final class EvaluationBudget {
  /// Layers, entries of shape layers and copies of them, masks, and characters of texts.
  private var steps = 60_000
  /// Vertices of painted paths and masks, and dashes.
  private var vertices = 400_000
  /// Vertices that entries of shape layers make, or change.
  private var changes = 4_000_000
  /// Pixels of pictures that are drawn by themselves.
  private var pixels = 1 << 27
  /// The pixels that even the smallest of these counts for.
  private static let leastPixels = 1 << 16

  /// - Returns: true if there is room for so many more steps. If not, none is left for smaller things either.
  func take(steps count: Int) -> Bool {
    guard count <= steps else {
      steps = 0
      return false
    }
    steps -= count
    return true
  }

  /// - Returns: true if there is room for so many more vertices.
  func take(vertices count: Int) -> Bool {
    guard count <= vertices else { return false }
    vertices -= count
    return true
  }

  /// - Returns: true if there is room for so many more changed vertices. If not, no step is left either,
  ///   since they cost as much to find out.
  func take(changes count: Int) -> Bool {
    guard count <= changes else {
      steps = 0
      return false
    }
    changes -= count
    return true
  }

  /// - Returns: true if there is room for so many more pixels.
  func take(pixels count: Int) -> Bool {
    let count = max(count, EvaluationBudget.leastPixels)
    guard count <= pixels else { return false }
    pixels -= count
    return true
  }
}
