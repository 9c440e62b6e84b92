import JSON
import Scene
import Stage
import Wire

/// Methods that stream events.
enum EventMethods {
  /// The subscriber's queue, which starts with the first event.
  static func subscribe(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("kinds")
    guard request.mode == .more else { throw .expectedMore }
    var kinds: Set<DisplayInterface.EventKind>?
    if let names = try fields.nullableArray("kinds") {
      var wanted: Set<DisplayInterface.EventKind> = []
      for name in names {
        guard let kind = name.stringValue.flatMap({ DisplayInterface.EventKind($0) }) else {
          throw .invalidParameter("kinds", "kinds of events are expected")
        }
        wanted.insert(kind)
      }
      kinds = wanted
    }
    var queue = EventQueue(kinds: kinds, limit: request.limits.queuedEvents)
    var event = shows.event(.ready)
    event.scene = shows.stage.scene.name
    event.generation = Int64(shows.stage.generation)
    queue.offer(event)
    if let failure = shows.outputFailure {
      var event = shows.event(.outputError)
      event.message = failure
      queue.offer(event)
    }
    return .stream(queue)
  }
}
