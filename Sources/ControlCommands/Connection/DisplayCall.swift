import JSON
import Wire

extension DisplayInterface.Method {
  /// A call with parameters. Parameters that are nil are left out, which means null in the
  /// protocol.
  func call(
    _ parameters: [(name: String, value: JSONValue?)], mode: Call.Mode = .one
  ) -> Call {
    var object = JSONObject()
    for parameter in parameters { object[parameter.name] = parameter.value }
    return call(object, mode: mode)
  }
}
