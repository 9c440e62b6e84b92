import JSON
import Wire

extension DisplayInterface.Method {
  /// A call with parameters of which those that are nil are left out, which the protocol takes as
  /// null.
  func call(
    _ parameters: [(name: String, value: JSONValue?)], mode: Call.Mode = .one
  ) -> Call {
    var object = JSONObject()
    for parameter in parameters { object[parameter.name] = parameter.value }
    return call(object, mode: mode)
  }
}
