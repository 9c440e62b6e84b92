import Geometry
import JSON
import Scene
import Stage

/// A request of the page: an object with `do` and its parameters.
enum PreviewAction: Equatable {
  enum PointerPhase: String, Equatable { case began, moved, ended }

  /// A value as on the command line: `40%`, `indeterminate`, `revealed`, `toggle`, or a text.
  case set(control: String, value: String)
  /// Shows a sample question, with the states of a prompt beside it.
  case ask(PromptState)
  /// Hides the sample question.
  case hidePrompt
  case play(Bool)
  /// Microseconds of the scene.
  case seek(Int64)
  /// Removes all requests and begins at 0.
  case clear
  case resize(PixelSize, scale: Double)
  case reduceMotion(Bool)
  case setLocale(String)
  /// A key of the browser on the picture, as the scene's keys: a character may have several parts.
  case keys([InputKey], isRepeated: Bool)
  /// A tap on a button, wherever it is.
  case press(control: String)
  /// A finger or the mouse, in points of the picture; nil if it is lost.
  case pointer(PointerPhase, Point?)

  static let sides = 16...8_192
  private static let mostChoices = 99

  init(_ bytes: [UInt8]) throws(PreviewError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw PreviewError("the request is not JSON")
    }
    guard let object = value.objectValue, let name = object["do"]?.stringValue else {
      throw PreviewError("a request is an object with a name in `do`")
    }
    switch name {
    case "set":
      guard let control = object["control"]?.stringValue, let value = object["value"]?.stringValue
      else { throw PreviewError("`set` needs a `control` and a `value`, which are strings") }
      self = .set(control: control, value: value)
    case "ask": self = .ask(try PreviewAction.question(object))
    case "hidePrompt": self = .hidePrompt
    case "play": self = .play(true)
    case "pause": self = .play(false)
    case "seek":
      guard let time = object["time"]?.doubleValue, 0...1e12 ~= time else {
        throw PreviewError("`seek` needs a `time` in microseconds")
      }
      self = .seek(Int64(time))
    case "clear": self = .clear
    case "resize": self = try PreviewAction.resize(object)
    case "reduceMotion": self = .reduceMotion(object["value"]?.boolValue ?? true)
    case "locale": self = .setLocale(try PreviewAction.locale(object))
    case "key": self = try PreviewAction.key(object)
    case "press":
      guard let control = object["control"]?.stringValue else {
        throw PreviewError("`press` needs a `control`, which is a string")
      }
      self = .press(control: control)
    case "pointer": self = try PreviewAction.pointer(object)
    default: throw PreviewError("there is no request `\(name)`")
    }
  }

  private static func resize(_ object: JSONObject) throws(PreviewError) -> PreviewAction {
    guard let width = object["width"]?.integerValue, let height = object["height"]?.integerValue,
      sides ~= Int(clamping: width), sides ~= Int(clamping: height)
    else {
      throw PreviewError(
        "`resize` needs a `width` and a `height` from \(sides.lowerBound) to \(sides.upperBound)")
    }
    let scale = object["scale"]?.doubleValue ?? 1
    guard 0.25...16 ~= scale else { throw PreviewError("`scale` is from 0.25 to 16") }
    return .resize(PixelSize(width: Int(width), height: Int(height)), scale: scale)
  }

  private static func locale(_ object: JSONObject) throws(PreviewError) -> String {
    let tag = object["value"]?.stringValue ?? ""
    guard tag.isEmpty || Scene.isLocale(tag) else {
      throw PreviewError("`locale` needs a language tag as its `value`")
    }
    return tag
  }

  /// `message`, the number of `letters`, `capsLock`, `queue`, `keyboardLayout` and `choices`, an
  /// array. All are optional.
  private static func question(_ object: JSONObject) throws(PreviewError) -> PromptState {
    let message = object["message"]?.stringValue ?? ""
    let letters = Int(clamping: object["letters"]?.integerValue ?? 0)
    let choices = (object["choices"]?.arrayValue ?? []).compactMap { $0.stringValue }
    let waiting = Int(clamping: object["queue"]?.integerValue ?? 1)
    guard 1...ControlAssignment.mostWaiting ~= waiting else {
      throw PreviewError("`queue` is from 1 to \(ControlAssignment.mostWaiting)")
    }
    guard choices.count <= mostChoices else {
      throw PreviewError("`choices` has at most \(mostChoices) texts")
    }
    var question = PromptState(
      message: message.isEmpty ? ControlAssignment.sampleQuestion : message,
      entry: choices.isEmpty ? .bullets(max(letters, 0)) : .choices(choices, chosen: 0))
    question.isCapsLockOn = object["capsLock"]?.boolValue ?? false
    question.keyboardLayout = object["keyboardLayout"]?.stringValue ?? ""
    question.waitingCount = waiting
    return question
  }

  /// The names are those of `KeyboardEvent.key`.
  private static func key(_ object: JSONObject) throws(PreviewError) -> PreviewAction {
    let isRepeated = object["repeated"]?.boolValue ?? false
    let name = object["key"]?.stringValue ?? ""
    let key: InputKey? =
      switch name {
      case "Enter": .enter
      case "Escape": .escape
      case "Backspace": .backspace
      case "Delete": .delete
      case "Home": .home
      case "End": .end
      case "ArrowUp": .up
      case "ArrowDown": .down
      case "ArrowLeft": .left
      case "ArrowRight": .right
      default: nil
      }
    if let key { return .keys([key], isRepeated: isRepeated) }
    guard name.count == 1, name.unicodeScalars.count <= 8 else {
      throw PreviewError("`key` is one character, or the name of a key that edits or moves")
    }
    return .keys(name.unicodeScalars.map { .character($0) }, isRepeated: isRepeated)
  }

  private static func pointer(_ object: JSONObject) throws(PreviewError) -> PreviewAction {
    guard let phase = object["phase"]?.stringValue.flatMap(PointerPhase.init) else {
      throw PreviewError("`phase` is `began`, `moved` or `ended`")
    }
    guard let x = object["x"]?.doubleValue, let y = object["y"]?.doubleValue,
      abs(x) <= 1e6, abs(y) <= 1e6
    else { return .pointer(phase, nil) }
    return .pointer(phase, Point(x: x, y: y))
  }
}
