public import JSON

/// `io.firstlight.display`: names, types and errors of the interface file.
public enum DisplayInterface {
  public static let name = "io.firstlight.display"

  /// The interface file, as it stands in the sources.
  public static let description = String(
    decoding: PackageResources.io_firstlight_display_varlink, as: UTF8.self)

  /// The methods.
  public enum Method: String, InterfaceEnumeration {
    case getStatus = "GetStatus"
    case getCapabilities = "GetCapabilities"
    case listLayers = "ListLayers"
    case listControls = "ListControls"
    case getAccessibility = "GetAccessibility"
    case setProgress = "SetProgress"
    case setIndeterminate = "SetIndeterminate"
    case setText = "SetText"
    case getText = "GetText"
    case appendLog = "AppendLog"
    case setImage = "SetImage"
    case setState = "SetState"
    case choose = "Choose"
    case reveal = "Reveal"
    case conceal = "Conceal"
    case beginScrub = "BeginScrub"
    case updateScrub = "UpdateScrub"
    case endScrub = "EndScrub"
    case toggleScrub = "ToggleScrub"
    case setReducedMotion = "SetReducedMotion"
    case setLocale = "SetLocale"
    case pause = "Pause"
    case resume = "Resume"
    case step = "Step"
    case loadScene = "LoadScene"
    case screenshot = "Screenshot"
    case subscribe = "Subscribe"
    case quit = "Quit"
    case ask = "Ask"
    case watchKeys = "WatchKeys"
    case showMessage = "ShowMessage"
    case hideMessage = "HideMessage"
    case setMode = "SetMode"
    case deactivate = "Deactivate"
    case reactivate = "Reactivate"
    case setTimes = "SetTimes"
    case getTimes = "GetTimes"

    public var name: String { rawValue }

    /// True if the parameter `screen` may select a scene.
    public var takesScreen: Bool {
      switch self {
      case .listLayers, .setProgress, .setIndeterminate, .setText, .getText, .appendLog, .setImage,
        .setState, .choose, .reveal, .conceal, .beginScrub, .updateScrub, .endScrub, .toggleScrub,
        .pause, .resume, .loadScene,
        .screenshot:
        true
      case .getStatus, .getCapabilities, .listControls, .getAccessibility, .setReducedMotion,
        .setLocale, .step, .subscribe, .quit, .ask, .watchKeys, .showMessage, .hideMessage,
        .setMode, .deactivate,
        .reactivate, .setTimes, .getTimes:
        false
      }
    }

    /// Interface and method, joined by a dot.
    public var qualifiedName: String { DisplayInterface.name + "." + name }

    /// A call of the method.
    public func call(
      _ parameters: JSONObject = JSONObject(), mode: Call.Mode = .one
    ) -> Call {
      Call(qualifiedName, parameters: parameters, mode: mode)
    }
  }

  /// The errors.
  public enum Failure: String, InterfaceEnumeration {
    case noSuchLayer = "NoSuchLayer"
    case noSuchScene = "NoSuchScene"
    case noSuchScreen = "NoSuchScreen"
    case noSuchControl = "NoSuchControl"
    case wrongControlKind = "WrongControlKind"
    case invalidValue = "InvalidValue"
    case sceneInvalid = "SceneInvalid"
    case controlHeld = "ControlHeld"
    case controlNotHeld = "ControlNotHeld"
    case limitExceeded = "LimitExceeded"
    case notSupported = "NotSupported"
    case systemFailed = "SystemFailed"

    /// Interface and error, joined by a dot.
    public var qualifiedName: String { DisplayInterface.name + "." + name }
  }
}

extension CallError {
  public typealias Failure = DisplayInterface.Failure

  private init(_ failure: Failure, _ fields: (key: String, value: JSONValue)...) {
    self.init(failure.qualifiedName)
    for field in fields { parameters[field.key] = field.value }
  }

  public static func noSuchLayer(_ layer: String) -> CallError {
    CallError(.noSuchLayer, ("layer", .string(layer)))
  }
  public static func noSuchScene(_ name: String) -> CallError {
    CallError(.noSuchScene, ("name", .string(name)))
  }
  public static func noSuchScreen(_ screen: String) -> CallError {
    CallError(.noSuchScreen, ("screen", .string(screen)))
  }
  public static func noSuchControl(_ control: String) -> CallError {
    CallError(.noSuchControl, ("control", .string(control)))
  }
  /// - Parameter kind: the control's actual kind.
  public static func wrongControlKind(
    _ control: String, _ kind: DisplayInterface.ControlKind
  ) -> CallError {
    CallError(.wrongControlKind, ("control", .string(control)), ("kind", .string(kind.name)))
  }
  public static func controlHeld(_ control: String) -> CallError {
    CallError(.controlHeld, ("control", .string(control)))
  }
  public static func controlNotHeld(_ control: String) -> CallError {
    CallError(.controlNotHeld, ("control", .string(control)))
  }
  public static func invalidValue(_ field: String, reason: String) -> CallError {
    CallError(.invalidValue, ("field", .string(field)), ("reason", .string(reason)))
  }
  public static func sceneInvalid(_ diagnostics: [DisplayInterface.Diagnostic]) -> CallError {
    CallError(
      .sceneInvalid, ("diagnostics", .array(diagnostics.map { .object($0.object) })))
  }
  public static func limitExceeded(_ limit: String, maximum: Int) -> CallError {
    CallError(
      .limitExceeded, ("limit", .string(limit)), ("maximum", .integer(Int64(maximum))))
  }
  public static func notSupported(_ feature: String) -> CallError {
    CallError(.notSupported, ("feature", .string(feature)))
  }
  public static func systemFailed(_ operation: String, reason: String) -> CallError {
    CallError(.systemFailed, ("operation", .string(operation)), ("reason", .string(reason)))
  }

  /// The error of the display's interface; nil for an error of another one.
  public var failure: Failure? {
    for failure in Failure.allCases where failure.qualifiedName == name { return failure }
    return nil
  }
}
