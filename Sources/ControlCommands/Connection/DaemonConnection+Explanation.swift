import JSON
import Wire

extension DaemonConnection {
  /// Explains an error of the daemon in words, and asks the daemon for valid names.
  func explain(_ error: CallError) -> ClientError {
    error.explanation(existing: existingNames(for: error.failure))
  }

  /// Names that the call could have used.
  private func existingNames(for failure: DisplayInterface.Failure?) -> [String] {
    switch failure {
    case .noSuchControl, .wrongControlKind:
      let reply = try? exchange(DisplayInterface.Method.listControls.call())
      return reply?.parameters["controls"]?.arrayValue?.compactMap(\.objectValue).map {
        "\($0.cell("name")) (\($0.cell("kind")))"
      } ?? []
    case .noSuchLayer:
      let reply = try? exchange(DisplayInterface.Method.listLayers.call([("depth", 1)]))
      return reply?.parameters["layers"]?.arrayValue?.compactMap {
        $0.objectValue?["path"]?.stringValue
      } ?? []
    default:
      return []
    }
  }
}
