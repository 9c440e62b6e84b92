public import JSON

/// The reason why a call was refused: an error of an interface, with its parameters.
public struct CallError: Error, Equatable, Sendable {
  /// Interface and error, joined by a dot.
  public var name: String
  public var parameters: JSONObject
  /// The reason for the log, if the error itself has no place for it: `InvalidParameter` is
  /// declared with the parameter's name alone, and a strict client may refuse a reply with more.
  public var reason: String?

  public init(_ name: String, _ parameters: JSONObject = JSONObject()) {
    self.name = name
    self.parameters = parameters
  }

  /// An error of `org.varlink.service` with at most one parameter.
  private init(service name: String, _ key: String? = nil, _ value: String = "") {
    self.init(ServiceInterface.name + "." + name)
    if let key { parameters[key] = .string(value) }
  }

  /// The interface of the method is not one of the daemon's.
  public static func interfaceNotFound(_ interface: String) -> CallError {
    CallError(service: "InterfaceNotFound", "interface", interface)
  }
  /// The interface has no method of the name.
  public static func methodNotFound(_ method: String) -> CallError {
    CallError(service: "MethodNotFound", "method", method)
  }
  /// The method cannot be called in this mode.
  public static func methodNotImplemented(_ method: String) -> CallError {
    CallError(service: "MethodNotImplemented", "method", method)
  }
  /// A parameter is unknown, missing or of the wrong type.
  /// - Parameter reason: for the log.
  public static func invalidParameter(_ parameter: String, _ reason: String) -> CallError {
    var error = CallError(service: "InvalidParameter", "parameter", parameter)
    error.reason = reason
    return error
  }
  /// The user may not call the method.
  public static var permissionDenied: CallError { CallError(service: "PermissionDenied") }
  /// The method has to be called with `more`.
  public static var expectedMore: CallError { CallError(service: "ExpectedMore") }

  /// One line for people, with the parameters in JSON.
  public var description: String {
    guard !parameters.isEmpty else { return name }
    return name + " " + String(decoding: JSONValue.object(parameters).encoded(), as: UTF8.self)
  }
}
