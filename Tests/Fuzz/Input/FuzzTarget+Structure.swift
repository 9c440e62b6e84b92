import TestSupport
import Wire

extension FuzzTarget.Structure {
  /// Changes an input so that it stays of its kind, mostly; nil where that cannot be done.
  func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    switch self {
    case .none: return nil
    case .json: return JSONMutator.mutate(bytes, &random)
    // Imports have both.
    case .markup: return MarkupMutator.mutate(bytes, &random) ?? JSONMutator.mutate(bytes, &random)
    case .messages:
      guard random.chance(0.3) else { return JSONMutator.mutate(bytes, &random) }
      return bytes + Self.call(&random).encoded()
    case .scene:
      guard random.chance(0.02) else { return JSONMutator.mutate(bytes, &random) }
      var generator = SceneGenerator(
        seed: random.next(), vocabulary: random.chance(0.7) ? .full : .first)
      return Array(generator.scene().utf8)
    }
  }

  private static func call(_ random: inout SeededGenerator) -> Call {
    let bytes = (0..<128).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var source = ByteSource(bytes)
    return MessageTarget.generator.call(&source)
  }
}
