public import Layers

/// A control that shows questions, which people answer with a keyboard. Its layers are given by
/// their indices in the order of the file.
public struct PromptDescription {
  /// Its key in the scene, by which tools that draw the scene refer to it; no request does.
  let name: String
  /// Visible while there is a question.
  var panel = 0
  /// Text layers.
  var message: [Int] = []
  var entry: [Int] = []
  var keyboardLayout: [Int] = []
  var queue: [Int] = []
  /// Visible while caps lock is on.
  var capsLock: Int?
  /// Visible while an answer is typed.
  var field: Int?
  /// Visible while one of several answers is chosen; its height shrinks by each row that is not in
  /// use.
  var list: Int?
  /// The rows of the list, from the top.
  var choices: [Int] = []
  /// The marks of the rows, one for each: only that of the chosen answer is visible.
  var chosen: [Int] = []
  /// The text that stands for each character of a password.
  var bullet = PromptDescription.usualBullet
  var inputMode = InputMode.text
  /// The longest text in one of the layers, in bytes: shorter if the layers could not draw so much
  /// in time.
  var byteLimit = TextControlDescription.longestText

  init(name: String) { self.name = name }

  package static let usualBullet = "•"
  /// The most bytes of a bullet.
  static let longestBullet = 16
}

/// The layers of a prompt in one instance.
public struct PromptLayers {
  /// Hidden while there is no question.
  public let panel: Layer
  public let message: [TextLayer]
  public let entry: [TextLayer]
  public let keyboardLayout: [TextLayer]
  public let queue: [TextLayer]
  public let capsLock: Layer?
  public let field: Layer?
  /// Nil if the chosen answer is shown as the entry.
  public let list: Layer?
  /// The rows of the list.
  public let choices: [TextLayer]
  public let chosen: [Layer]
  /// The text that stands for each character of a password.
  public let bullet: String
  public let inputMode: InputMode
  /// The longest text in one of the layers, in bytes.
  public let byteLimit: Int
}
