import Stage
import Wire

/// All that is said of a method beside its own function.
struct MethodRow: Sendable {
  let method: DisplayInterface.Method
  let permission: Permission
  let occasion: Occasion
  /// True if it changes what a next start is to go on with. Scenes are counted by themselves.
  let changesState: Bool
  /// True if it waits for the scenes that are being loaded where time moves by steps: frames are the same
  /// however long that takes.
  let waitsForLoads: Bool
  let action: Action

  init(
    _ method: DisplayInterface.Method, _ permission: Permission, _ occasion: Occasion,
    changesState: Bool = false, waitsForLoads: Bool = false, _ action: Action
  ) {
    self.method = method
    self.permission = permission
    self.occasion = occasion
    self.changesState = changesState
    self.waitsForLoads = waitsForLoads
    self.action = action
  }

  /// The callers that a method is open to.
  enum Permission: Sendable {
    case everybody
    /// Root and the daemon's own user.
    case privileged
    /// Root alone, also where the daemon has another user.
    case root

    func includes(_ caller: Users.Kind) -> Bool {
      switch self {
      case .everybody: true
      case .privileged: caller.isPrivileged
      case .root: caller == .root
      }
    }
  }

  /// When a call may be handled: between frames always, and in some of the pauses of a frame.
  enum Occasion: Sendable {
    /// In all pauses.
    case anyTime
    /// Only once the last screen has taken in what was asked for before, so that all begin together
    /// with what is asked for now.
    case withAllScreens
    /// Not while layers are half in the one frame and half in the other: nothing looks at them or
    /// changes them.
    case notWhileSampling
    case betweenFrames

    func includes(_ work: ServingPauses.Work) -> Bool {
      switch (self, work) {
      case (.betweenFrames, _), (.notWhileSampling, .advancing),
        (.withAllScreens, .advancing(isLast: false)):
        false
      case (.anyTime, _), (.withAllScreens, _), (.notWhileSampling, _): true
      }
    }
  }

  /// The function that handles a call, and on what it acts.
  enum Action: Sendable {
    /// Reads the parameters of a call.
    typealias Decode<Value> = @Sendable (Request) throws(CallError) -> Value

    /// Changes the first scene that has the control or layer, on all outputs that show it. The stage
    /// of one output answers, and the others do the same.
    ///
    /// `waits` says of a call, before anything else of it is read, if the reply is to come when what it
    /// starts is over.
    case controls(Decode<StageCommand>, waits: Decode<Bool> = { _ in false })
    /// Changes all scenes; the main one answers.
    case allScenes(Decode<StageCommand>)
    /// Reads the scene that is meant.
    case scene(@Sendable (Request, Stage) throws(CallError) -> Outcome)
    /// Does all by itself.
    case display(@Sendable (Request, Display) throws(CallError) -> Outcome)
  }
}
