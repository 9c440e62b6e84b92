import JSON
import System
import Wire

extension CallError {
  /// The command that sets controls of a kind; nil if none does.
  private static func command(for kind: String) -> String? {
    switch kind {
    case "text", "field": "'firstlight text' sets it"
    case "choice": "'firstlight choose' sets it"
    case "image", "log", "progress", "reveal", "scrub", "state": "'firstlight \(kind)' sets it"
    default: nil
    }
  }

  /// Parameters of the protocol in words.
  private static let fields = ["durationUSec": "the duration", "fileDescriptor": "the file"]

  /// Limits of the protocol in words, which follow a number.
  private static let limits = [
    "choices": "answers, or bytes of one", "connections": "connections",
    "connectionsPerUser": "connections of a user", "inlineBytes": "bytes of a picture",
    "keys": "bytes of keys", "loads": "scenes that wait to be loaded",
    "logBytes": "bytes of lines at once", "message": "bytes of a question",
    "pictureBytes": "bytes of a picture", "picturePixels": "pixels of a picture",
    "pictures": "pictures that wait to be read",
    "picturesPerUser": "pictures of a user that wait to be read", "sceneBytes": "bytes of a scene",
    "screenshots": "pictures of the screen at once", "textBytes": "bytes of text",
  ]

  private static func joined(_ hints: [String?]) -> String? {
    let hints = hints.compactMap { $0 }
    return hints.isEmpty ? nil : hints.joined(separator: "; ")
  }

  /// The error in words: the failed action, its object, and a suggestion.
  /// - Parameters:
  ///   - existing: names that the call could have used instead.
  ///   - nearest: the existing name that the wrong one probably means; nil for none.
  func explanation(existing: [String] = [], nearest: String? = nil) -> ClientError {
    // A scene may have hundreds of names: the list is cut, and the probable one follows it.
    let names = existing.joined(separator: ", ").prefix(utf8Count: 1000)
    let alternatives = existing.isEmpty ? nil : "one of " + names
    let meant = Self.joined([alternatives, nearest.map { "did you mean '\($0)'?" }])
    return switch failure {
    case .noSuchControl where text("control").isEmpty || text("control").hasPrefix("(first "):
      ClientError(.refused, "the scene has no control of this kind", hint: alternatives)
    case .noSuchControl:
      ClientError(.refused, "there is no control '\(text("control"))'", hint: meant)
    case .wrongControlKind:
      ClientError(
        .refused, "control '\(text("control"))' is a \(text("kind")) control",
        hint: Self.joined([Self.command(for: text("kind")), alternatives]))
    case .controlHeld:
      ClientError(
        .refused, "the control '\(text("control"))' is held by another client or a touch",
        hint: "try again when it is released: a state by the end of 'firstlight state --hold', and "
          + "a scrub control by 'firstlight scrub --release', for root and the daemon's user")
    case .controlNotHeld:
      ClientError(
        .refused, "the control '\(text("control"))' is not held: the scene was loaded anew")
    case .noSuchLayer:
      ClientError(.refused, "there is no layer '\(text("layer"))'", hint: meant)
    case .noSuchScene:
      ClientError(
        .refused, "there is no scene '\(text("name"))'",
        hint: Self.joined([meant, "a path with a slash names a file, as ./\(text("name"))"]))
    case .noSuchScreen:
      ClientError(
        .refused, "there is no screen '\(text("screen"))'",
        hint: meant ?? "'firstlight status' lists them")
    case .invalidValue:
      ClientError(
        .refused,
        "\(Self.fields[text("field")] ?? text("field")) is not valid: \(text("reason"))")
    case .limitExceeded:
      ClientError(
        .refused,
        Self.limits[text("limit")].map { "too much: at most \(text("maximum")) \($0)" }
          ?? "too much: \(text("limit")) may be \(text("maximum")) at most")
    case .notSupported where text("feature") == "keyboard":
      ClientError(
        .refused, "nobody can answer: the daemon has no keyboard",
        hint: "--vt or --keyboard of firstlightd")
    case .notSupported where text("feature").hasPrefix("pictures"):
      ClientError(
        .refused, "no picture is taken while a question is on the screen: it could show the answer",
        hint: "try again when the question is answered")
    case .notSupported where text("feature") == "step":
      ClientError(
        .refused, "this daemon does not support step: its time follows the display",
        hint: "--clock=step of firstlightd")
    case .notSupported:
      ClientError(.refused, "this daemon does not support \(text("feature"))")
    case .sceneInvalid:
      ClientError(.refused, "the scene is invalid")
    case .systemFailed:
      ClientError(.refused, "the daemon cannot \(text("operation")): \(text("reason"))")
    case nil:
      serviceExplanation
    }
  }

  /// The errors of every Varlink service, and errors of later daemons.
  private var serviceExplanation: ClientError {
    switch name.split(separator: ".").last {
    case "InvalidParameter":
      ClientError(
        .refused, "the daemon does not take the parameter '\(text("parameter"))'",
        hint: Self.versionHint)
    case "MethodNotFound", "MethodNotImplemented":
      ClientError(
        .refused, "the daemon has no method \(text("method"))", hint: Self.versionHint)
    case "InterfaceNotFound":
      ClientError(
        .refused, "the program that listens there does not speak \(text("interface"))",
        hint: "name the daemon's socket with --socket")
    case "PermissionDenied":
      ClientError(
        .notPermitted, "the daemon refuses this to this user",
        hint: "run it as root or as the daemon's user")
    default:
      ClientError(.refused, "the daemon refused: \(description)")
    }
  }

  private static let versionHint = "a client and a daemon of the same version"

  /// The name of the missing thing.
  var missingName: String {
    switch failure {
    case .noSuchLayer: text("layer")
    case .noSuchScene: text("name")
    case .noSuchScreen: text("screen")
    default: text("control")
    }
  }

  private func text(_ key: String) -> String {
    parameters.cell(key)
  }
}
