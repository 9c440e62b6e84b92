internal import Geometry
internal import Layers
internal import Scene

/// The list of answers to choose from: a window of rows, in which the answer that is meant is seen.
struct PromptList {
  private let list: Layer
  private let rows: [TextLayer]
  private let marks: [Layer]
  /// The height with all rows in use, and the part of it that each unused row takes away.
  private let height: Double
  private let pitch: Double

  /// Nil for a prompt without a list. The layers are as they were laid out.
  init?(_ layers: PromptLayers) {
    guard let list = layers.list, !layers.choices.isEmpty,
      layers.chosen.count == layers.choices.count
    else { return nil }
    self.list = list
    rows = layers.choices
    marks = layers.chosen
    height = list.bounds.size.height
    let pitch = rows.count > 1 ? rows[1].position.y - rows[0].position.y : 0
    self.pitch = max(0, min(pitch, height / Double(rows.count)))
  }

  func hide() { list.isHidden = true }

  /// - Parameter set: gives a row its text.
  func show(_ choices: [String], chosen: Int, set: (String, TextLayer) -> Void) {
    let first = max(0, min(chosen - rows.count / 2, choices.count - rows.count))
    for (row, layer) in rows.enumerated() {
      let index = first + row
      let isThere = choices.indices.contains(index)
      // The first nine are chosen by their digits, too.
      let digit = isThere && choices.count > 1 && index < 9 ? "\(index + 1)  " : ""
      set(isThere ? digit + choices[index] : "", layer)
      marks[row].isHidden = !isThere || index != chosen
    }
    list.bounds.size.height = height - pitch * Double(max(0, rows.count - choices.count))
    list.isHidden = false
  }
}
