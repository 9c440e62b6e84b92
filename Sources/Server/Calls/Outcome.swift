import JSON
import Stage
import System

/// The answer of a method that does not throw.
enum Outcome: ~Copyable {
  case reply(JSONObject)
  /// A reply that holds a secret, as the bytes of its message.
  case secretReply(SecretBytes)
  /// The descriptor is sent with the reply, under the index 0.
  case replyWithDescriptor(JSONObject, FileDescriptor)
  /// A stream of events.
  case stream(EventQueue)
  /// A reply after a scene was read, and put in play if requested.
  case load(SceneLoad)
  /// A reply with a picture that is drawn when no call is handled.
  case screenshot(Screenshot)
  /// A reply at the end of something.
  case wait(Wait)
  /// An empty reply, after which the daemon ends.
  case quit(QuitRequest)
}

extension Outcome {
  /// The outcome of a call that a stage has done.
  /// - Parameter isAwaited: true to delay the reply until the end of the action that was started.
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
        self = .wait(.reveal(wait))
        return
      }
      reply = wait.reply
    }
    self = .reply(reply)
  }
}
