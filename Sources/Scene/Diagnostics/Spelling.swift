/// Finds the word that a misspelt one probably means.
package enum Spelling {
  /// The candidate nearest to a word, if it is near enough to be a slip: at most a third of the
  /// word's letters changed, added, dropped or swapped, without regard to case. Failing that, the
  /// only one that begins with the word.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates[...])
  }

  /// The nearest of some candidates, and the first of several that are equally near.
  static func nearest(to word: String, among candidates: ArraySlice<String>) -> String? {
    let letters = lowercased(word)
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    var best: String?
    var bestDistance = max(1, letters.count / 3) + 1
    for candidate in candidates {
      guard abs(candidate.utf8.count - letters.count) < bestDistance else { continue }
      let other = lowercased(candidate)
      // One common letter of two does not make words similar: `de` is no misspelling of `en`.
      if letters.count <= 2, other.count == letters.count, letters.sorted() != other.sorted() {
        continue
      }
      let distance = distance(letters, other)
      if distance < bestDistance {
        bestDistance = distance
        best = candidate
      }
    }
    return best ?? completion(of: letters, among: candidates)
  }

  /// The fewest letters of a word that may count as the beginning of another one.
  private static let leastBeginning = 3

  private static func completion(
    of letters: [UInt8], among candidates: ArraySlice<String>
  ) -> String? {
    guard letters.count >= leastBeginning else { return nil }
    let all = candidates.filter { lowercased($0).starts(with: letters) }
    return all.count == 1 ? all.first : nil
  }

  private static func lowercased(_ word: String) -> [UInt8] {
    word.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  /// The Damerau–Levenshtein distance in its restricted form (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard !a.isEmpty else { return b.count }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in 1...a.count {
      row[0] = i
      for j in b.indices {
        let substitution = last[j] + (a[i - 1] == b[j] ? 0 : 1)
        var value = min(substitution, last[j + 1] + 1, row[j] + 1)
        if i > 1, j > 0, a[i - 1] == b[j - 1], a[i - 2] == b[j] {
          value = min(value, beforeLast[j - 1] + 1)
        }
        row[j + 1] = value
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count]
  }
}
