/// Questions to the person at the screen.
extension Stage {
  /// Shows a question with the next frame, or none for nil: in the scene's prompt, or if it has
  /// none in the usual one above the scene. Control sequences of terminals are removed from the
  /// message.
  public func show(prompt state: PromptState?) {
    if state != nil, prompt == nil { addUsualPrompt() }
    var state = state
    if let message = state?.message { state?.message = message.withoutControlSequences }
    if case .choices(let choices, let chosen)? = state?.entry {
      state?.entry = .choices(choices.map { $0.withoutControlSequences }, chosen: chosen)
    }
    prompt?.set(state)
    mayHaveToAnnounce = true
    updateKeyboard()
  }

  /// The question that is shown with the next frame.
  public var shownPrompt: PromptState? { prompt?.state }
}
