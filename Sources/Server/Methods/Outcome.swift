import JSON
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
