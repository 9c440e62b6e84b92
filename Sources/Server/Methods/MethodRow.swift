import Stage
import Wire

/// The description of a method beside its own function.
struct MethodRow: Sendable {
  let method: DisplayInterface.Method
  let permission: Permission
  let occasion: Occasion
  /// True if it changes the state that a next start continues from. Changes of scenes are counted
  /// separately.
  let changesState: Bool
  /// True if the call waits, on a stepped clock, for the scenes that are being loaded: frames are
  /// then the same however long loading takes.
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
    /// Root alone, even if the daemon has another user.
    case root

    func includes(_ caller: Users.Kind) -> Bool {
      switch self {
      case .everybody: true
      case .privileged: caller.isPrivileged
      case .root: caller == .root
      }
    }
  }

  /// The time when a call may be handled: always between frames, and between the slices of some
  /// kinds of a frame's work. During a drawing, another thread may handle the call in a slice, at
  /// the same time as `Stage.beginDrawing` and `SlicedDrawing.drawSlice` run. Such a call may
  /// change layers and pictures, but must not touch anything that these functions use, nor replace
  /// the stage's layers by others.
  enum Occasion: Sendable {
    /// At any moment, even in slices that sample layers: the call touches no scene.
    case always
    /// Between all slices, and in those that draw.
    case anyTime
    /// Only after the last screen was sampled with the former requests, so that all screens begin
    /// with this request together.
    case withAllScreens
    /// At any moment except while some layers belong to the new frame and others to the former one:
    /// the call reads or changes layers.
    case notWhileSampling
    case betweenFrames

    func includes(_ work: FrameSlicer.Work) -> Bool {
      switch (self, work) {
      case (.always, _): true
      case (.betweenFrames, _), (_, .sampling), (.notWhileSampling, .advancing),
        (.withAllScreens, .advancing(isLast: false)):
        false
      case (.anyTime, _), (.withAllScreens, _), (.notWhileSampling, _): true
      }
    }
  }

  /// The function that handles a call, and its target.
  enum Action: Sendable {
    /// Reads the parameters of a call.
    typealias Decode<Value> = @Sendable (Request) throws(CallError) -> Value

    /// Changes the first scene that has the control or layer, on all outputs that show it. The
    /// stage of one output answers, and the others do the same.
    ///
    /// `waits` decides, before the call's parameters are read, whether the reply is delayed until
    /// the end of the action that it starts.
    case controls(Decode<StageCommand>, waits: Decode<Bool> = { _ in false })
    /// Changes all scenes; the main one answers.
    case allScenes(Decode<StageCommand>)
    /// Reads the selected scene.
    case scene(@Sendable (Request, Stage) throws(CallError) -> Outcome)
    /// Acts on all shows.
    case shows(@Sendable (Request, Shows) throws(CallError) -> Outcome)
    /// Asks people, or tells them of the boot.
    case boot(@Sendable (Request, BootDesk) throws(CallError) -> Outcome)
  }
}
