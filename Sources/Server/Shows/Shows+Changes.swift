import Stage
import Wire

/// Changes of scenes on all outputs that show them.
extension Shows {
  /// Makes a change on the stage of the first scene that has the control or layer for it, and then on the
  /// stages of further outputs with the same scene.
  /// - Parameter screen: the screen whose scene is meant; nil for any.
  /// - Returns: the answer, and the scene's show.
  func change<Answer>(
    on screen: String?, _ change: (Stage) throws(ControlError) -> Answer
  ) throws(CallError) -> (answer: Answer, show: Show) {
    var first: CallError?
    for show in try answering(screen) {
      do throws(ControlError) {
        let answer = try change(show.stage)
        // A mirror may have begun later and differ for a moment.
        for mirror in show.mirrors { _ = try? change(mirror.stage) }
        return (answer, show)
      } catch {
        first = first ?? CallError(error)
        // Another screen's scene may have the control.
        guard case .noSuchControl = error else { break }
      }
    }
    throw first ?? .noSuchScreen(screen ?? "")
  }
}
