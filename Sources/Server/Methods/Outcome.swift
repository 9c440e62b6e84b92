import JSON
import Stage
import System

/// What a method answers when it does not throw.
enum Outcome: ~Copyable {
  case reply(JSONObject)
  /// The descriptor rides on the reply, under the index 0.
  case replyWithDescriptor(JSONObject, FileDescriptor)
  /// A stream of events.
  case stream(EventQueue)
  /// A reply when a scene was read, and is in play where it is to be.
  case load(SceneLoad)
  /// A reply when a reveal is over.
  case wait(RevealWait)
  /// An empty reply, after which the daemon ends, and leaves its picture on the screen or not.
  case quit(isRetained: Bool)
}

extension Outcome {
  /// The outcome of a call that a stage has done.
  /// - Parameter isAwaited: true if the reply is to wait for the end of what was started.
  init(_ answer: StageAnswer, of stage: Stage, isAwaited: Bool) {
    var reply = JSONObject()
    switch answer {
    case .done: break
    case .progress(let outcome):
      reply["applied"] = .bool(outcome.isApplied)
      reply["value"] = .number(outcome.value)
    case .value(let value): reply["value"] = .number(value)
    case .reveal(let outcome):
      let wait = RevealWait(stage: stage, reveal: outcome.reveal, isStarted: outcome.isStarted)
      if isAwaited, !wait.isOver {
        self = .wait(wait)
        return
      }
      reply = wait.reply
    }
    self = .reply(reply)
  }
}
