import Stage

/// One scene in play and its views: a stage for each output that shows it. All of them do the same.
final class Show {
  /// The screen that has the scene for its own; nil for the main scene, which all other screens show.
  let screen: Screen?
  /// The view that answers requests and tells of events. It is always there: while its output is not, it
  /// goes on in memory.
  let lead: Presenter
  /// Views on further outputs, which do what the lead was asked to do.
  var mirrors: [Presenter] = []

  init(_ lead: Presenter, on screen: Screen? = nil) {
    self.lead = lead
    self.screen = screen
  }

  /// The stage that answers.
  var stage: Stage { lead.stage }

  var views: [Presenter] { [lead] + mirrors }
}
