import JSON
import Scene
import Wire

extension DaemonConnection {
  /// Explains an error of the daemon in words, and asks the daemon for valid names.
  /// - Parameter method: the method that was called.
  func explain(_ error: CallError, of method: DisplayInterface.Method? = nil) -> ClientError {
    let existing = existingNames(for: error.failure, method)
    return error.explanation(
      existing: existing.map(\.shown),
      nearest: Spelling.nearest(to: error.missingName, among: existing.map(\.name)))
  }

  /// Throws the error with which the daemon would refuse a method for a missing control. Called
  /// before requests that must not be made without that method.
  /// - Parameters:
  ///   - control: a control's name; nil for the first of the method's kinds.
  ///   - controls: all that the daemon lists.
  func checkControl(
    _ control: String?, of method: DisplayInterface.Method, among controls: [JSONObject]
  ) throws(ClientError) {
    let all = Self.kinds(for: method)
    // Without a name only the first kind of the method counts.
    let kinds = control == nil ? Array(all.prefix(1)) : all
    let named = controls.filter { control == nil || $0["name"]?.stringValue == control }
    func isTaken(_ item: JSONObject) -> Bool {
      kinds.isEmpty || kinds.contains(item["kind"]?.stringValue ?? "")
    }
    if named.contains(where: isTaken) { return }
    guard let control, let other = named.first?["kind"]?.stringValue,
      let kind = DisplayInterface.ControlKind(other)
    else { throw explain(.noSuchControl(control ?? ""), of: method) }
    throw explain(.wrongControlKind(control, kind), of: method)
  }

  /// The kinds of controls that a method takes; empty for all.
  private static func kinds(for method: DisplayInterface.Method?) -> [String] {
    switch method {
    case .setText: ["text", "field"]
    case .setProgress: ["progress", "reveal", "scrub"]
    case .setIndeterminate: ["progress", "reveal"]
    case .setImage: ["image"]
    case .setState: ["state"]
    case .choose: ["choice"]
    case .appendLog: ["log"]
    default: []
    }
  }

  /// Names that the call could have used, also as they are shown.
  private func existingNames(
    for failure: DisplayInterface.Failure?, _ method: DisplayInterface.Method?
  ) -> [(name: String, shown: String)] {
    switch failure {
    case .noSuchControl, .wrongControlKind:
      let reply = try? exchange(DisplayInterface.Method.listControls.call())
      let kinds = Self.kinds(for: method)
      let controls = reply?.parameters["controls"]?.arrayValue?.compactMap(\.objectValue) ?? []
      return controls.filter { kinds.isEmpty || kinds.contains($0.cell("kind")) }.map {
        ($0.cell("name"), "\($0.cell("name")) (\($0.cell("kind")))")
      }
    case .noSuchLayer:
      let reply = try? exchange(DisplayInterface.Method.listLayers.call([("depth", 1)]))
      return reply?.parameters["layers"]?.arrayValue?.compactMap {
        $0.objectValue?["path"]?.stringValue.map { ($0, $0) }
      } ?? []
    case .noSuchScene:
      return InstalledScenes.names().map { ($0, $0) }
    case .noSuchScreen:
      let reply = try? exchange(DisplayInterface.Method.getStatus.call())
      let lists = ["outputs", "screens"].map { reply?.parameters[$0]?.arrayValue ?? [] }
      var names: [String] = []
      for name in lists.joined().compactMap({ $0.objectValue?["name"]?.stringValue })
      where !names.contains(name) { names.append(name) }
      return names.map { ($0, $0) }
    default:
      return []
    }
  }
}
