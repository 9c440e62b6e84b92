import Geometry
import Images
import JSON
import Raster
import Scene
import Stage

/// A scene that is shown while it is written: its file, its player, and a time that runs, stands or
/// is set.
///
/// Requests to controls are kept with their times, except for a value that another one replaced at
/// the same time. Actions of people on the picture are kept as such requests, too. A time before
/// the present one, another size and a saved file make a new player, to which they are made again,
/// so that the picture is a function of file, requests, size and time.
///
/// Times are in microseconds: `now` of the clock that the caller gives, others of the scene.
final class PreviewSession: PreviewSource {
  /// The scene's time ends here, so that each moment can be reached by playing.
  static let longest: Int64 = 600_000_000
  static let mostRequests = 10_000
  /// The least time of the clock between two comparisons of the lists while the scene's time runs.
  private static let listInterval: Int64 = 250_000
  /// The longest time that an editor may take to replace the file, in checks of it: five in a
  /// second.
  private static let longestReplacement = 4

  let path: String
  private(set) var size: PixelSize
  private(set) var scale: Double
  private(set) var reducesMotion: Bool
  /// The language tag that is asked for; empty for the scene's own.
  private(set) var locale: String
  /// Requests of the page and of the command line, and the requests that stand for each press and
  /// each drag on the picture.
  private(set) var requests: [ControlAssignment]
  /// The errors of the last save, or the warnings about the shown scene.
  private(set) var diagnostics: [SceneDiagnostic] = []
  private(set) var source: SourceText?
  /// Counts the changes of all except the time and the picture.
  private(set) var revision = 1
  private(set) var listing = 1
  /// Counts the pictures.
  private(set) var sequence = 0
  private let variables: [VariableAssignment]
  /// The number of consecutive checks at which the file was missing.
  private var missedLooks = 0
  private var scene: Scene?
  private(set) var player: ScenePlayer?
  /// The scene's file and those that it includes, as they were loaded.
  private var stamps = FileStamps([])
  private var time: Int64 = 0
  /// The clock's time at the scene's time 0; nil while it stands.
  private var zero: Int64?
  /// The lists that were compared last, with the times of the scene and of the clock.
  private var lastLists: JSONObject?
  private var listedTime: Int64 = -1
  private var lastListing: Int64
  /// The scrub controls that a finger moved, and which have not come to rest yet.
  var draggedControls: Set<String> = []

  init(
    path: String, size: PixelSize, scale: Double, requests: [ControlAssignment],
    variables: [VariableAssignment] = [], locale: String = "", reducesMotion: Bool = false,
    now: Int64
  ) {
    self.path = path
    self.reducesMotion = reducesMotion
    self.variables = variables
    self.locale = locale
    self.size = size
    self.scale = scale
    self.requests = requests.sorted { $0.time.microseconds < $1.time.microseconds }
    zero = now
    lastListing = now
    load()
  }

  // MARK: The file

  /// Loads the scene again if one of its files was saved, or a missing one was made. A file that is
  /// missing for longer than an editor takes to replace it is a mistake.
  func refresh() {
    let now = stamps.renewed()
    guard now[path] != nil else {
      missedLooks += 1
      if missedLooks == Self.longestReplacement { load() }
      return
    }
    let wasGone = missedLooks >= Self.longestReplacement
    missedLooks = 0
    if wasGone || now != stamps { load() }
  }

  /// A scene with errors leaves the former one on the page.
  private func load() {
    // Taken before the files are read, so that no save is missed.
    let before = FileStamps([path] + (source?.parts ?? []))
    revision += 1
    do throws(SceneError) {
      let scene = try SceneLoader.load(path: path, variables: variables, options: .named)
      settleDrags()
      self.scene = scene
      diagnostics = CheckedFile.withStyles(scene.warnings, in: scene.source)
      source = scene.source
      restart()
    } catch {
      diagnostics = CheckedFile.withStyles(error.diagnostics, in: error.source)
      source = error.source
    }
    stamps = FileStamps([path] + (source?.parts ?? []), known: before)
  }

  // MARK: The player

  /// Plays the scene again, up to the present time.
  func restart() {
    player = makePlayer(at: time)
    player?.invalidate()
    draggedControls = []
  }

  /// A new player that has got to a time.
  /// - Parameter onRefusal: gets the error of each request that is left out: its control is gone
  ///   since a save, or does not take the request so early.
  private func makePlayer(
    at time: Int64, onRefusal: (ClientError) -> Void = { _ in }
  ) -> ScenePlayer? {
    guard let scene else { return nil }
    do throws(ClientError) {
      let player = try ScenePlayer(
        scene: scene, size: size, scale: scale, locale: locale, assignments: [],
        reducesMotion: reducesMotion)
      for request in requests where request.time.microseconds <= time {
        try player.play(to: request.time.microseconds)
        do throws(ClientError) { try player.add(request) } catch { onRefusal(error) }
      }
      try player.play(to: time)
      return player
    } catch {
      return nil
    }
  }

  /// The mistakes of the command line that only the scene reveals: a locale that it does not have,
  /// and requests that it does not take at the beginning, or at any time.
  var faults: [ClientError] {
    var faults: [ClientError] = []
    if let complaint = SceneLocales.complaint(about: locale, among: locales) {
      faults.append(ClientError(.refused, complaint))
    }
    let player = makePlayer(at: 0) { faults.append($0) }
    guard let stage = player?.stage else { return [] }
    for request in requests where request.time.microseconds > 0 {
      do throws(ClientError) { try request.check(on: stage) } catch { faults.append(error) }
    }
    return faults
  }

  // MARK: Time

  var isPlaying: Bool { zero != nil }

  private func presentTime(_ now: Int64) -> Int64 {
    guard let zero else { return time }
    return min(max(now - zero, time), Self.longest)
  }

  private func move(to time: Int64) {
    let time = min(max(time, 0), Self.longest)
    defer { self.time = time }
    let isDue = requests.contains {
      $0.time.microseconds > self.time && $0.time.microseconds <= time
    }
    guard let player, time >= self.time, !isDue else {
      settleDrags()
      self.time = time
      return restart()
    }
    // Only requests throw, and none are due.
    do throws(ClientError) { try player.play(to: time) } catch { return restart() }
    self.time = time
    keepDrags()
  }

  /// Moves on to the present time.
  func catchUp(_ now: Int64) {
    let time = presentTime(now)
    if time > self.time { move(to: time) }
  }

  private func setPlaying(_ plays: Bool, _ now: Int64) {
    time = presentTime(now)
    zero = plays && time < Self.longest ? now - time : nil
    revision += 1
  }

  // MARK: The picture

  /// Advances to the present time.
  /// - Parameter known: the sequence number of the picture that the page has.
  /// - Returns: the pixels that differ from it; nil if none do.
  func picture(after known: Int, now: Int64) -> PreviewPicture? {
    let time = presentTime(now)
    if time > self.time {
      move(to: time)
      if time == Self.longest { setPlaying(false, now) }
    }
    compareLists(now)
    guard let player else { return nil }
    let isWhole = known != sequence
    var damage = Region()
    do throws(ClientError) { damage = try player.advance(to: self.time) } catch { return nil }
    let all = PixelRect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
    if !damage.isEmpty { sequence += 1 }
    guard isWhole || !damage.isEmpty else { return nil }
    return PreviewPicture(
      sequence: sequence, time: self.time, size: size, damage: damage.rects,
      rect: isWhole ? all : damage.bounds.intersection(all), surface: player.surface)
  }

  /// Notes that the lists have changed, a few times a second at most.
  private func compareLists(_ now: Int64) {
    guard time != listedTime, now - lastListing >= Self.listInterval else { return }
    (listedTime, lastListing) = (time, now)
    let present = presentLists
    guard present != lastLists else { return }
    lastLists = present
    listing += 1
  }

  /// The picture at a time, as `firstlight render` writes it.
  func still(at time: Int64?) throws(PreviewError) -> [UInt8] {
    let time = min(max(time ?? self.time, 0), Self.longest)
    guard let player = makePlayer(at: time) else {
      throw PreviewError("there is no picture: the scene has errors")
    }
    do {
      _ = try player.advance(to: time)
      return try PNGEncoder().encode(player.makeImage())
    } catch {
      throw PreviewError("the picture cannot be encoded")
    }
  }

  /// The present time in microseconds.
  var sceneTime: Int64 { time }

  /// The stage that is shown; nil until the scene was valid once.
  var stage: Stage? { player?.stage }

  var name: String { scene?.name ?? "" }

  /// The locales of the scene, its usual one first.
  var locales: [String] { scene?.locales ?? [] }

  // MARK: Requests

  /// Carries out a request of the page.
  func perform(_ action: PreviewAction, now: Int64) throws(PreviewError) {
    defer { revision += 1 }
    switch action {
    case .set(let control, let value): try request(control, value, now)
    case .ask(let question):
      guard let name = try promptName() else {
        throw PreviewError("a control of the scene has the name of the usual prompt")
      }
      try request(now, kind: nil) {
        ControlAssignment(prompt: name, question: question, time: $0)
      }
    case .hidePrompt:
      guard let name = try promptName() else { return }
      try request(now, kind: nil) {
        ControlAssignment(control: name, value: "hidden", time: $0)
      }
    case .play(let plays):
      // At the end it begins again.
      if plays, time >= Self.longest { move(to: 0) }
      setPlaying(plays, now)
    case .seek(let time):
      setPlaying(false, now)
      move(to: time)
    case .clear:
      requests = []
      let plays = isPlaying
      zero = nil
      time = 0
      restart()
      setPlaying(plays, now)
    case .resize(let size, let scale):
      settleDrags()
      (self.size, self.scale) = (size, scale)
      restart()
    case .reduceMotion(let reduces):
      settleDrags()
      reducesMotion = reduces
      restart()
    case .setLocale(let locale):
      settleDrags()
      self.locale = locale
      restart()
    case .keys(let keys, let isRepeated): try typeKeys(keys, isRepeated: isRepeated, now)
    case .press(let control): try press(control, now)
    case .pointer(let phase, let point): try handlePointer(phase, at: point, now)
    }
  }

  private func promptName() throws(PreviewError) -> String? {
    ControlAssignment.promptName(in: try shownStage())
  }

  func shownStage() throws(PreviewError) -> Stage {
    guard let stage else { throw PreviewError("nothing is shown: the scene has errors") }
    return stage
  }

  private func request(
    _ control: String, _ value: String, _ now: Int64
  ) throws(PreviewError) {
    let kind = try shownStage().controls.first { $0.name == control }?.kind
    let value = kind == .image ? try picture(named: value) : value
    try request(now, kind: kind) {
      ControlAssignment(control: control, value: value, time: $0, isTyped: true)
    }
  }

  /// Makes a request at the present time, and keeps it.
  /// - Parameter kind: nil for the prompt.
  private func request(
    _ now: Int64, kind: ControlKind?, _ make: (TimeSpan) -> ControlAssignment
  ) throws(PreviewError) {
    catchUp(now)
    guard let player else { throw PreviewError("nothing is shown: the scene has errors") }
    let assignment = make(TimeSpan(microseconds: time))
    let count = try stayingCount(before: assignment, toControlOf: kind)
    do throws(ClientError) {
      try player.add(assignment)
    } catch {
      throw PreviewError(error.message)
    }
    keep(assignment, after: count)
  }

  /// The number of kept requests, from the first on, that stay before a new one: all but later
  /// ones, and the value that it replaces. No other request may lie between these two, since the
  /// player has carried out both.
  /// - Parameter kind: nil for the prompt.
  func stayingCount(
    before request: ControlAssignment, toControlOf kind: ControlKind?
  ) throws(PreviewError) -> Int {
    var count = requests.count
    while count > 0, requests[count - 1].time.microseconds > request.time.microseconds {
      count -= 1
    }
    if count > 0, Self.replaces(request, requests[count - 1], kind) { count -= 1 }
    guard count < Self.mostRequests else {
      throw PreviewError(
        "\(Self.mostRequests) requests are kept, and no more; clear them first")
    }
    return count
  }

  /// True if a request has the same effect with and without the one before it.
  private static func replaces(
    _ request: ControlAssignment, _ former: ControlAssignment, _ kind: ControlKind?
  ) -> Bool {
    guard former.control == request.control,
      former.time.microseconds == request.time.microseconds,
      kind == nil || (former.act == nil && request.act == nil)
    else { return false }
    return switch kind {
    case .text, .field, .image, nil: true
    case .progress, .reveal, .scrub:
      (try? ProgressValue(request.value)) != nil && (try? ProgressValue(former.value)) != nil
    default: false
    }
  }

  /// Forgets the requests that come after the present time.
  func forgetLaterRequests() { requests.removeAll { $0.time.microseconds > time } }

  /// Keeps a request that was made, after `count` of the requests before it.
  func keep(_ request: ControlAssignment, after count: Int) {
    requests.removeSubrange(count...)
    requests.append(request)
  }

  // MARK: Values over time

  /// The longest time that graphs show, in microseconds.
  private static let longestGraph: Int64 = 60_000_000

  /// Presented values of properties, 60 a second, from the beginning to the present time.
  /// - Parameter names: as `sample --key` takes them.
  func plot(_ names: [String]) throws(PreviewError) -> Plot {
    guard let player = makePlayer(at: 0) else {
      throw PreviewError("there is nothing to draw: the scene has errors")
    }
    do throws(ClientError) {
      let layers = try player.layers()
      var keys: [SampledKey] = []
      for name in names { keys.append(try SampledKey(name, on: player.stage, layers: layers)) }
      var plot = Plot(title: name)
      var left = requests.drop { $0.time.microseconds == 0 }
      for frame in 0...max(Int(min(time, Self.longestGraph) * 60 / 1_000_000), 1) {
        let moment = Int64((Double(frame) * 1_000_000 / 60).rounded())
        while let next = left.first, next.time.microseconds <= moment {
          left.removeFirst()
          try player.play(to: next.time.microseconds)
          do throws(ClientError) { try player.add(next) } catch { continue }
        }
        try player.play(to: moment)
        plot.append(
          Double(moment) / 1_000_000, keys.flatMap { $0.samples(on: player.stage) })
      }
      plot.add(requests)
      return plot
    } catch {
      throw PreviewError(error.message + (error.hint.map { "; " + $0 } ?? ""))
    }
  }
}

/// A request that cannot be carried out, in one sentence.
struct PreviewError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
