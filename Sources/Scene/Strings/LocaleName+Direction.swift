extension LocaleName {
  /// Languages that are written from right to left unless the tag names another script: those whose
  /// `characterOrder` CLDR gives as `right-to-left`, with their former codes, and some that it has
  /// no data for.
  private static let languages = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo",
    "pnb", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  private static let scripts = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"]

  /// True if its lines run from right to left.
  var isRightToLeft: Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: true)
    guard let language = parts.first else { return false }
    // Scripts are the only parts of four letters.
    let script = parts.dropFirst().first { part in
      part.count == 4 && part.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
    if let script { return Self.scripts.contains { $0.utf8.elementsEqual(script) } }
    return Self.languages.contains { $0.utf8.elementsEqual(language) }
  }
}
