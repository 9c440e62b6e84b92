extension String {
  /// The longest beginning of at most so many bytes of UTF-8 that ends between two characters; if
  /// not even the first one fits, between two of its scalars.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let bound = utf8.index(startIndex, offsetBy: limit)
    var end = startIndex
    while end < bound {
      let next = index(after: end)
      if next > bound { break }
      end = next
    }
    if end == startIndex {
      let scalars = unicodeScalars
      while end < bound {
        let next = scalars.index(after: end)
        if next > bound { break }
        end = next
      }
    }
    return String(self[..<end])
  }
}
