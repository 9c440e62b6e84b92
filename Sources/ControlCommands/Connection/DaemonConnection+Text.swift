import JSON
import Wire

extension DaemonConnection {
  /// Calls a method with a text whose words are set apart, or are not where it is too long that
  /// way.
  func call(
    _ method: DisplayInterface.Method, text: String,
    _ parameters: [(name: String, value: JSONValue?)] = []
  ) throws(ClientError) -> JSONObject {
    let separated = text.withWordBreaks
    let reply = try exchange(method.call(parameters + [("text", .string(separated))]))
    do throws(CallError) {
      return try reply.result()
    } catch {
      guard separated.utf8.count > text.utf8.count, Self.isOfLength(error) else {
        throw explain(error, of: method)
      }
    }
    return try call(method, parameters + [("text", .string(text))])
  }

  /// True for a refusal that another length may spare.
  private static func isOfLength(_ error: CallError) -> Bool {
    error.failure == .invalidValue || error.failure == .limitExceeded
  }
}
