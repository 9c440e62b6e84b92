/// The cost of a whole scene, once it is read.
extension SceneReader {
  /// Rejects a scene that exceeds the limits of `SceneBudget`, and limits the texts that clients
  /// give.
  func checkBudget(of scene: inout SceneDescription) {
    var limit = TextControlDescription.longestText
    if SceneBudget(scene, messageBytes: limit).excess != nil {
      if let excess = SceneBudget(scene).excess { return report(excess) }
      guard let shorter = Self.longestMessage(of: scene) else {
        if let excess = SceneBudget(scene, messageBytes: Self.messageLengths[0]).excess {
          report(excess)
        }
        return
      }
      limit = shorter
    }
    for index in scene.controls.indices {
      switch scene.controls[index].content {
      case .text(var text):
        text.byteLimit = min(text.byteLimit, limit)
        scene.controls[index].content = .text(text)
      case .field(var field):
        field.byteLimit = limit
        scene.controls[index].content = .field(field)
      default: continue
      }
    }
    scene.prompt?.byteLimit = limit
  }

  private func report(_ excess: SceneBudget.Excess) {
    error(.limit, at: excess.offset, excess.message, expected: excess.expected)
  }

  /// The limits that are tried below the usual one: a scene without space for the shortest is
  /// refused.
  private static var messageLengths: [Int] {
    [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072]
  }

  /// The most bytes of each text that clients give, so that all of them together are within the
  /// limits; nil if even short ones are not.
  private static func longestMessage(of scene: SceneDescription) -> Int? {
    let lengths = messageLengths
    // The first `low` fit, and those from `high` on do not.
    var (low, high) = (0, lengths.count)
    while low < high {
      let middle = (low + high) / 2
      if SceneBudget(scene, messageBytes: lengths[middle]).excess == nil {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > 0 ? lengths[low - 1] : nil
  }
}

extension PromptDescription {
  /// Layers that show its texts.
  var textLayers: [Int] { message + entry + keyboardLayout + queue + choices }
}
