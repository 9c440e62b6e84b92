import Images
import JSON
import Raster
import Wire

/// The requests to a daemon: few, and for pictures and layers only if a frame was shown meanwhile.
struct DaemonLink {
  /// Seconds between two requests for the status, while frames are shown and while none are.
  private static let livelyInterval = 0.1
  private static let restingInterval = 0.25
  /// Seconds between two requests for controls, layers and words.
  private static let listInterval = 0.5
  /// Pictures take at most a twentieth of the daemon's time, in which it shows no frames, and come
  /// at most five times a second.
  private static let pictureShare = 20.0
  private static let pictureInterval = 0.2
  /// The most layers, and other items, that are shown.
  private static let mostItems: Int64 = 500

  private let connection: DaemonConnection
  /// The frames of the last status, picture and lists.
  private var frames: Int64 = -1
  private var picturedFrames: Int64 = -1
  private var listedFrames: Int64 = -1
  private var generation: Int64 = -1
  private var nextPicture = 0.0
  private var nextLists = 0.0
  /// False once the daemon has said that this user may not see the screen.
  private var mayTakePictures = true

  init(_ connection: DaemonConnection) { self.connection = connection }

  /// Asks for the parts that may have changed.
  /// - Returns: seconds until the next request is worth its cost.
  mutating func look(_ view: DaemonView) throws(ClientError) -> Double {
    let reply = try connection.call(.getStatus)
    let status: DisplayInterface.Status
    do throws(CallError) {
      status = try DisplayInterface.Status(Fields(reply))
    } catch {
      throw connection.explain(error)
    }
    view.change { $0.update(status) }
    let isLively = status.frames != frames || status.sceneGeneration != generation
    frames = status.frames
    generation = status.sceneGeneration
    if frames != listedFrames || isLively, Clock.now >= nextLists { try list(view) }
    if mayTakePictures, frames != picturedFrames, Clock.now >= nextPicture {
      try receivePicture(view, status)
    }
    return isLively ? Self.livelyInterval : Self.restingInterval
  }

  private mutating func list(_ view: DaemonView) throws(ClientError) {
    let controls = try connection.controls().filter(isShown)
    let nodes = try items(of: .getAccessibility, "nodes").filter {
      $0.objectValue.map(isShown) ?? false
    }
    let layers = try items(of: .listLayers, "layers")
    view.change {
      $0.update(controls: controls.map { .object($0) }, accessibility: nodes, layers: layers)
    }
    listedFrames = frames
    nextLists = Clock.now + Self.listInterval
  }

  /// True for an item of the scene that is shown.
  private func isShown(_ item: JSONObject) -> Bool {
    item["screen"].map { $0.isNull || $0.stringValue == connection.screen } ?? true
  }

  private func items(
    of method: DisplayInterface.Method, _ key: String
  ) throws(ClientError) -> [JSONValue] {
    try connection.call(method, [("limit", .integer(Self.mostItems))])[key]?.arrayValue ?? []
  }

  private mutating func receivePicture(
    _ view: DaemonView, _ status: DisplayInterface.Status
  ) throws(ClientError) {
    let start = Clock.now
    do throws(ClientError) {
      let (file, _) = try connection.screenshot()
      let duration = Clock.now - start
      nextPicture = start + max(duration * Self.pictureShare, Self.pictureInterval)
      let image: Image
      do throws(ImageFileError) {
        image = try ImageDecoder.decode(file)
      } catch {
        throw ClientError(.software, "the daemon's picture cannot be read: \(error.description)")
      }
      view.change { $0.show(image, file, time: status.timeMicroseconds) }
      picturedFrames = status.frames
    } catch {
      // A refusal does not end the connection: everything else can still be shown.
      guard error.status == .refused || error.status == .notPermitted else { throw error }
      if error.status == .notPermitted { mayTakePictures = false }
      nextPicture = Clock.now + 1
      view.change { $0.hidePicture(error) }
    }
  }

  /// Sets a control; a refusal is shown on the page.
  mutating func set(_ request: ControlAssignment, _ view: DaemonView) throws(ClientError) {
    do throws(ClientError) {
      let controls = try connection.controls().filter(isShown)
      guard let control = controls.first(where: { $0["name"]?.stringValue == request.control })
      else {
        throw ClientError(.refused, "there is no control '\(request.control)' in the scene")
      }
      try connection.set(request.control, kind: control.cell("kind"), to: request)
      view.change { $0.told(nil) }
    } catch {
      guard error.status == .refused || error.status == .notPermitted || error.status == .usage
      else { throw error }
      view.change { $0.told(error) }
    }
    // A text may change without a frame.
    nextLists = 0
    listedFrames = -1
  }
}

extension DaemonConnection {
  /// Sets a control to a value as `--set` takes it.
  fileprivate func set(
    _ name: String, kind: String, to request: ControlAssignment
  ) throws(ClientError) {
    let value = request.value
    let control = ("control", JSONValue.string(name) as JSONValue?)
    switch (DisplayInterface.ControlKind(kind), value) {
    case (.text, _), (.field, _): _ = try call(.setText, [control, ("text", .string(value))])
    case (.log, _): _ = try call(.appendLog, [control, ("text", .string(value))])
    case (.state, _): _ = try call(.setState, [control, ("state", .string(value))])
    case (.choice, _): _ = try call(.choose, [control, ("option", .string(value))])
    case (.reveal, "revealed"): _ = try call(.reveal, [control])
    case (.reveal, "covered"): _ = try call(.conceal, [control])
    case (.scrub, "toggle"): _ = try call(.toggleScrub, [control])
    case (.progress, "indeterminate"), (.reveal, "indeterminate"):
      _ = try call(.setIndeterminate, [control, ("enabled", true)])
    case (.progress, _), (.reveal, _), (.scrub, _):
      let (phase, number) = request.parts
      guard let progress = try? ProgressValue(number) else {
        throw ClientError(.usage, "'\(number)' is not a value from 0 to 1, or from 0% to 100%")
      }
      let reply = try call(
        .setProgress,
        [
          control, ("value", .number(progress.fraction)), ("phase", phase.map { .string($0) }),
        ])
      if reply["applied"]?.boolValue == false {
        throw ClientError(
          .refused,
          "progress stays at \(reply.cell("value")): the scene does not let it go back")
      }
    default: throw ClientError(.refused, "a control of kind \(kind) cannot be set from here")
    }
  }
}
