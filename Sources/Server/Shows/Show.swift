import Stage

/// One scene in play and its views: a stage for each output that shows it. All of them do the same.
final class Show {
  /// The screen with this as its own scene; nil for the main scene, which all other screens show.
  let screen: Screen?
  /// The view that answers requests and reports events. It always exists: without its output it
  /// continues in memory.
  let lead: Presenter
  /// Views on further outputs, which follow the lead.
  var mirrors: [Presenter] = []

  init(_ lead: Presenter, on screen: Screen? = nil) {
    self.lead = lead
    self.screen = screen
  }

  /// The stage that answers.
  var stage: Stage { lead.stage }

  var views: [Presenter] { [lead] + mirrors }
}
