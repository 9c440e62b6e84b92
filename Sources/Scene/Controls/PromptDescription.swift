public import Layers

/// A control that shows questions to people who answer them with a keyboard: layers of the scene, by
/// their places in the order of the file.
public struct PromptDescription {
  /// Is shown while there is a question.
  var panel = 0
  /// Text layers.
  var message: [Int] = []
  var entry: [Int] = []
  var keyboardLayout: [Int] = []
  var queue: [Int] = []
  /// Is shown while caps lock is on.
  var capsLock: Int?
  /// Stands for each character of a password.
  var bullet = PromptDescription.usualBullet
  /// The longest text in one of the layers, in bytes: shorter where many instances show it.
  var byteLimit = TextControlDescription.longestText

  static let usualBullet = "•"
  /// Bytes of a bullet, at most.
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
  /// Stands for each character of a password.
  public let bullet: String
  /// The longest text in one of the layers, in bytes.
  public let byteLimit: Int
}
