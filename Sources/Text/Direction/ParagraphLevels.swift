/// The directions of a paragraph's characters, for texts whose characters are placed one by one.
public enum ParagraphLevels {
  /// The embedding level of each character, by Unicode's annex 9; odd for right to left.
  ///
  /// - Parameters:
  ///   - text: the characters in their logical order, with marks of embeddings and isolates.
  ///   - isRightToLeft: the paragraph's own direction.
  public static func levels(of text: [UInt32], isRightToLeft: Bool) -> [Int] {
    EmbeddingLevels(of: text, direction: isRightToLeft ? 1 : 0).levels.map { Int($0) }
  }
}
