/// SWUpdate's progress socket: its pictures are steps of equal weight, after the download if there
/// is one.
struct SWUpdateFeed: FeedService {
  let name = "SWUpdate"
  let paths: [String]
  private var reader = SWUpdateReader()
  private let downloadShare: Double
  private var hasDownloaded = false
  private var hasBegun = false

  /// - Parameters:
  ///   - weights: the parts of the scale.
  ///   - environment: names the folders where SWUpdate makes its socket.
  init(weights: PhaseWeights, path: String?, environment: (String) -> String?) {
    downloadShare = weights.downloadShare
    let folders =
      ["RUNTIME_DIRECTORY", "TMPDIR"].compactMap { environment($0) } + ["/run/swupdate"]
    paths = path.map { [$0] } ?? (folders + ["/tmp"]).map { $0 + "/swupdateprog" }
  }

  mutating func connected() -> [UInt8] {
    reader = SWUpdateReader()
    return []
  }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>, isQuiet: Bool, reply: inout [UInt8],
    updates: inout [FeedUpdate]
  ) -> Bool {
    reader.append(bytes)
    while let message = reader.next(isQuiet: isQuiet) { updates += self.updates(of: message) }
    return !reader.isBroken
  }

  private mutating func updates(of message: SWUpdateMessage) -> [FeedUpdate] {
    switch message.status {
    case .start:
      hasDownloaded = false
      hasBegun = true
      return [.beginning, FeedUpdate(text: "Updating")]
    case .download:
      let begins = begin()
      hasDownloaded = true
      let share = Double(min(message.downloadPercent, 100)) / 100
      return begins + [FeedUpdate(progress: .fraction(downloadShare * share), text: "Downloading")]
    case .run, .progress, .subprocess: return begin() + progress(of: message)
    case .success:
      hasBegun = false
      return [FeedUpdate(progress: .fraction(1), text: "The update is installed", outcome: .done)]
    case .failure:
      hasBegun = false
      let reason = message.info.isEmpty ? "" : ": " + message.info
      return [
        FeedUpdate(text: "The update failed" + reason, isFailure: true, outcome: .failed)
      ]
    case .idle, .done, nil: return []
    }
  }

  /// A client that connects in the middle has missed the start.
  private mutating func begin() -> [FeedUpdate] {
    defer { hasBegun = true }
    return hasBegun ? [] : [.beginning]
  }

  private func progress(of message: SWUpdateMessage) -> [FeedUpdate] {
    guard message.stepCount > 0, 1...message.stepCount ~= message.step else { return [] }
    let done = Double(message.step - 1) + Double(min(message.stepPercent, 100)) / 100
    let start = hasDownloaded ? downloadShare : 0
    return [
      FeedUpdate(
        progress: .fraction(start + (1 - start) * done / Double(message.stepCount)),
        text: message.image.isEmpty ? nil : message.image)
    ]
  }
}
