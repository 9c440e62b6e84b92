import Stage
import Wire

/// Changes of scenes on all outputs that show them.
extension Shows {
  /// Applies a command to the scenes of all outputs and counts it as a change. A scene that refuses
  /// it stays as it is.
  func apply(_ command: StageCommand) {
    apply(command, to: presenters)
    noteChange()
  }

  /// Applies a command to some stages without counting a change.
  func apply(_ command: StageCommand, to presenters: [Presenter]) {
    for presenter in presenters { _ = try? presenter.stage.apply(command) }
  }

  /// Applies a command to the stage of the first scene that has the control or layer for it, and
  /// then on the stages of further outputs with the same scene.
  /// - Parameter screen: the screen whose scene is meant; nil for any.
  /// - Returns: the answer, and the scene's show.
  func apply(
    _ command: StageCommand, on screen: String?
  ) throws(CallError) -> (answer: StageAnswer, show: Show) {
    try firstAnswer(on: screen) { show throws(ControlError) in
      let answer = try show.stage.apply(command)
      // A mirror may have begun later and differ for a moment.
      for mirror in show.mirrors { _ = try? mirror.stage.apply(command) }
      return (answer, show)
    }
  }

  /// The answer of the first scene that has the control or layer for a request.
  /// - Parameter screen: the screen whose scene is meant; nil for any.
  /// - Throws: the first error of the scenes.
  func firstAnswer<Answer>(
    on screen: String?, _ answer: (Show) throws(ControlError) -> Answer
  ) throws(CallError) -> Answer {
    var first: CallError?
    for show in try answering(screen) {
      do throws(ControlError) {
        return try answer(show)
      } catch {
        first = first ?? CallError(error)
        // Another screen's scene may have the control.
        guard case .noSuchControl = error else { break }
      }
    }
    throw first ?? .noSuchScreen(screen ?? "")
  }
}
