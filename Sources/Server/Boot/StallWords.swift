/// The words on a boot that waits for a unit.
struct StallWords {
  private let language: Language

  /// - Parameter locale: a language tag such as `de-AT`.
  init(_ locale: String) { language = Language(of: locale) }

  /// - Parameters:
  ///   - unit: the unit's name for people.
  ///   - namesKey: true to name the key that shows the console's text.
  func text(on unit: String, namesKey: Bool) -> String {
    let (waiting, key) =
      switch language {
      case .english: ("Waiting for ", " – Esc shows details")
      case .german: ("Warten auf ", " – Esc zeigt Einzelheiten")
      case .spanish: ("Esperando a ", " – Esc muestra los detalles")
      case .french: ("En attente de ", " – Échap affiche les détails")
      }
    return waiting + unit + (namesKey ? key : "")
  }
}
