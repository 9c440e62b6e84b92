/// The cost of a whole scene, once it is read.
extension SceneReader {
  /// Rejects a scene that exceeds the limits of `SceneBudget`, and limits its text controls.
  func checkBudget(of scene: inout SceneDescription) {
    let budget = SceneBudget(scene)
    if let excess = budget.excess {
      error(.limit, at: excess.offset, excess.message, expected: excess.expected)
      return
    }
    for index in scene.controls.indices {
      switch scene.controls[index].content {
      case .text(var text):
        text.byteLimit = min(text.byteLimit, budget.longestText(of: text.drives))
        scene.controls[index].content = .text(text)
      case .field(var field):
        field.byteLimit = budget.longestText(of: [field.entry])
        scene.controls[index].content = .field(field)
      default: continue
      }
    }
    if var prompt = scene.prompt {
      prompt.byteLimit = budget.longestText(of: prompt.textLayers)
      scene.prompt = prompt
    }
  }
}

extension PromptDescription {
  /// Layers that show its texts.
  var textLayers: [Int] { message + entry + keyboardLayout + queue + choices }
}
