import Foundation
import JSON
import Scene
import System
import Wire

/// Sends updates to a control of the daemon without ever waiting for it: the tool that is watched
/// must not stop because its display does.
final class FeedOutlet {
  /// Bytes of a text: more than fit on any display.
  static let textLimit = 1024
  /// Bytes in the outbox from which on updates of several jobs are merged.
  private static let outboxLimit = 1 << 16

  private let connection: DaemonConnection
  /// Nil if the daemon accepts no further connection for it.
  private let quitWatch: QuitWatch?
  private let control: String?
  private let textControl: String?
  /// The states of the control `outcome`; empty without one.
  private let outcomes: [String]
  private let phase: String?
  private let allowsDecrease: Bool
  /// The name of the state control that shows how a job has ended.
  private static let outcomeControl = "outcome"
  /// Complete messages that the socket has not accepted yet.
  private var outbox: [UInt8] = []
  private(set) var sentCount = 0

  /// Finds the controls. A missing one is an error here, since the updates get no replies.
  /// - Parameters:
  ///   - phase: the phase of the control that the updates are parts of.
  ///   - showsText: messages go to `textControl`, or to the first text control.
  ///   - allowsDecrease: lets the control's value decrease with the updates, whatever the scene
  ///     says.
  init(
    _ connection: DaemonConnection, quitWatch: QuitWatch? = nil, control: String?,
    phase: String? = nil, textControl: String?,
    showsText: Bool, allowsDecrease: Bool = false
  ) throws(ClientError) {
    self.connection = connection
    self.quitWatch = quitWatch
    self.allowsDecrease = allowsDecrease
    let objects = try connection.controls()
    func find(_ name: String?, kind: DisplayInterface.ControlKind) throws(ClientError) -> String? {
      guard let name else {
        return objects.first { $0["kind"]?.stringValue == kind.name }?["name"]?.stringValue
      }
      guard let found = objects.first(where: { $0["name"]?.stringValue == name }) else {
        throw connection.explain(.noSuchControl(name))
      }
      let own = found["kind"]?.stringValue ?? ""
      guard own == kind.name else {
        throw connection.explain(
          .wrongControlKind(name, DisplayInterface.ControlKind(own) ?? .text))
      }
      return name
    }
    let fed = try find(control, kind: .progress)
    self.control = fed
    self.phase = phase
    if let phase {
      let object = objects.first { $0["name"]?.stringValue == fed }
      let phases = object?["phases"]?.arrayValue?.compactMap(\.stringValue) ?? []
      guard phases.contains(phase) else {
        throw ClientError(
          .refused, "the control '\(fed ?? "")' has no phase '\(phase)'",
          hint: phases.isEmpty
            ? nil
            : "one of " + phases.joined(separator: ", ")
              + (Spelling.nearest(to: phase, among: phases).map { "; did you mean '\($0)'?" } ?? "")
        )
      }
    }
    self.textControl = showsText ? try find(textControl, kind: .text) : nil
    outcomes =
      objects.first {
        $0["name"]?.stringValue == Self.outcomeControl && $0["kind"]?.stringValue == "state"
      }?["states"]?.arrayValue?.compactMap(\.stringValue) ?? []
    if self.control == nil, self.textControl == nil {
      throw ClientError(
        .refused, "the scene has no control to feed", hint: "a scene with a progress control")
    }
    connection.stopBlocking()
  }

  /// True if the daemon has crashed. Waits a moment to learn it.
  var hasCrashed: Bool { quitWatch?.end(timeout: 0.2) == .crash }

  /// True if the socket has accepted everything; only then is a new message worth making.
  var isReady: Bool { outbox.isEmpty }

  /// False if so many bytes wait for the daemon that no more should be added.
  var hasRoom: Bool { outbox.count < Self.outboxLimit }

  /// Readable only when the daemon has ended, since it answers no call.
  var pollableDescriptor: Int32 { connection.pollableDescriptor }

  /// - Throws: if the daemon has ended.
  func checkDaemon() throws(ClientError) {
    guard try connection.nextReply(timeout: 0) == nil else { return }
    throw ClientError(.unavailable, "the daemon at \(connection.path) went away")
  }

  /// Queues an update's messages and sends as much as the socket accepts.
  func send(_ update: FeedUpdate) throws(ClientError) {
    if let outcome = update.outcome, outcomes.contains(outcome.rawValue) {
      queue(
        .setState,
        [("control", .string(Self.outcomeControl)), ("state", .string(outcome.rawValue))])
    }
    if let control, let progress = update.progress {
      switch progress {
      case .fraction(let value):
        queue(
          .setProgress,
          [
            ("control", .string(control)), ("value", .number(value)),
            ("phase", phase.map { .string($0) }),
            ("allowDecrease", allowsDecrease || update.outcome == .working ? true : nil),
          ])
      case .unknown:
        queue(.setIndeterminate, [("control", .string(control)), ("enabled", true)])
      }
    }
    if let textControl, let text = update.text {
      let shown = text.cut(toBytes: Self.textLimit)
      queue(.setText, [("control", .string(textControl)), ("text", .string(shown))])
    }
    try push()
  }

  /// Sends as much of the queue as the socket accepts.
  func push() throws(ClientError) {
    let count = try connection.sendAvailable(outbox)
    outbox.removeFirst(count)
  }

  /// Waits until the queue is empty, up to a limit.
  func drain(timeout: Double) throws(ClientError) {
    let deadline = Clock.now + timeout
    while !outbox.isEmpty {
      guard Clock.now < deadline else {
        throw ClientError(.timedOut, "the daemon did not take the last update")
      }
      _ = Poll.wait(reading: [], timeout: 0.01)
      try push()
    }
  }

  private func queue(
    _ method: DisplayInterface.Method, _ parameters: [(name: String, value: JSONValue?)]
  ) {
    outbox += connection.addressed(method.call(parameters, mode: .oneway)).encoded()
    sentCount += 1
  }
}
