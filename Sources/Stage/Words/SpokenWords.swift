/// The words of a language for people who cannot see the screen. A further language is a further
/// case of `words(for:)`.
struct SpokenWords {
  /// A time that is left, around its number.
  struct Time {
    var before: String
    /// The unit of 2 to 20, 22 to 30 and so on.
    var after: String
    /// The form of 21, 31 and so on, but not of 11; nil for the same.
    var afterOne: String?

    init(_ before: String, _ after: String, afterOne: String? = nil) {
      (self.before, self.after, self.afterOne) = (before, after, afterOne)
    }

    func text(_ count: Int) -> String {
      let isOne = count % 10 == 1 && count % 100 != 11
      return "\(before)\(count)\(isOne ? afterOne ?? after : after)"
    }
  }

  /// The keys of the keyboard on the screen that type no character.
  struct Keys {
    var keyboard, space, shift, locked, backspace, enter, layout: String
    var letters, symbols, accents, digits, hide, up, down: String
  }

  var inProgress: String
  var on: String
  var off: String
  /// The value of a field that conceals its text.
  var secret: String
  var fewSeconds: String
  var seconds: Time
  var oneMinute: String
  var minutes: Time
  var oneHour: String
  var hours: Time
  var days: Time
  var longTime: String
  var keys: Keys

  /// - Parameter locale: a language tag such as `de-AT`.
  /// - Returns: nil for a language without words here.
  static func words(for locale: String) -> SpokenWords? {
    let language = locale.utf8.lazy.map { $0 | 0x20 }.prefix { 0x61...0x7A ~= $0 }
    switch String(decoding: Array(language), as: UTF8.self) {
    case "de": return german
    case "en": return english
    case "es": return spanish
    case "fr": return french
    case "ru": return russian
    default: return nil
    }
  }

  static var english: SpokenWords {
    SpokenWords(
      inProgress: "in progress", on: "on", off: "off", secret: "concealed text",
      fewSeconds: "a few seconds left", seconds: Time("about ", " seconds left"),
      oneMinute: "about a minute left", minutes: Time("about ", " minutes left"),
      oneHour: "about an hour left", hours: Time("about ", " hours left"),
      days: Time("about ", " days left"), longTime: "a long time left",
      keys: Keys(
        keyboard: "Keyboard", space: "Space", shift: "Shift", locked: "locked",
        backspace: "Backspace", enter: "Enter", layout: "Next layout", letters: "Letters",
        symbols: "Symbols", accents: "Accented letters", digits: "Digits",
        hide: "Hide the keyboard", up: "Up", down: "Down"))
  }

  private static var german: SpokenWords {
    SpokenWords(
      inProgress: "läuft", on: "ein", off: "aus", secret: "verborgener Text",
      fewSeconds: "noch ein paar Sekunden", seconds: Time("noch etwa ", " Sekunden"),
      oneMinute: "noch etwa eine Minute", minutes: Time("noch etwa ", " Minuten"),
      oneHour: "noch etwa eine Stunde", hours: Time("noch etwa ", " Stunden"),
      days: Time("noch etwa ", " Tage"), longTime: "noch lange",
      keys: Keys(
        keyboard: "Tastatur", space: "Leerzeichen", shift: "Umschalttaste", locked: "festgestellt",
        backspace: "Rücktaste", enter: "Eingabetaste", layout: "Nächste Tastaturbelegung",
        letters: "Buchstaben", symbols: "Sonderzeichen", accents: "Buchstaben mit Akzent",
        digits: "Ziffern", hide: "Tastatur ausblenden", up: "Nach oben", down: "Nach unten"))
  }

  private static var spanish: SpokenWords {
    SpokenWords(
      inProgress: "en curso", on: "activado", off: "desactivado",
      secret: "texto oculto",
      fewSeconds: "quedan unos segundos", seconds: Time("quedan unos ", " segundos"),
      oneMinute: "queda cerca de un minuto", minutes: Time("quedan unos ", " minutos"),
      oneHour: "queda cerca de una hora", hours: Time("quedan unas ", " horas"),
      days: Time("quedan unos ", " días"), longTime: "queda mucho tiempo",
      keys: Keys(
        keyboard: "Teclado", space: "Espacio", shift: "Mayúsculas", locked: "bloqueado",
        backspace: "Retroceso", enter: "Intro", layout: "Siguiente distribución",
        letters: "Letras", symbols: "Símbolos", accents: "Letras acentuadas", digits: "Dígitos",
        hide: "Ocultar el teclado", up: "Arriba", down: "Abajo"))
  }

  private static var french: SpokenWords {
    SpokenWords(
      inProgress: "en cours", on: "activé", off: "désactivé", secret: "texte masqué",
      fewSeconds: "encore quelques secondes", seconds: Time("encore environ ", " secondes"),
      oneMinute: "encore environ une minute", minutes: Time("encore environ ", " minutes"),
      oneHour: "encore environ une heure", hours: Time("encore environ ", " heures"),
      days: Time("encore environ ", " jours"), longTime: "encore longtemps",
      keys: Keys(
        keyboard: "Clavier", space: "Espace", shift: "Majuscule", locked: "verrouillée",
        backspace: "Retour arrière", enter: "Entrée", layout: "Disposition suivante",
        letters: "Lettres", symbols: "Symboles", accents: "Lettres accentuées",
        digits: "Chiffres", hide: "Masquer le clavier", up: "Haut", down: "Bas"))
  }

  private static var russian: SpokenWords {
    SpokenWords(
      inProgress: "выполняется", on: "включено", off: "выключено",
      secret: "скрытый текст",
      fewSeconds: "осталось несколько секунд", seconds: Time("осталось около ", " секунд"),
      oneMinute: "осталось около минуты",
      minutes: Time("осталось около ", " минут", afterOne: " минуты"),
      oneHour: "осталось около часа",
      hours: Time("осталось около ", " часов", afterOne: " часа"),
      days: Time("осталось около ", " дней", afterOne: " дня"), longTime: "осталось много времени",
      keys: Keys(
        keyboard: "Клавиатура", space: "Пробел", shift: "Верхний регистр", locked: "закреплён",
        backspace: "Удалить", enter: "Ввод", layout: "Следующая раскладка", letters: "Буквы",
        symbols: "Символы", accents: "Буквы со знаками", digits: "Цифры",
        hide: "Скрыть клавиатуру", up: "Вверх", down: "Вниз"))
  }
}
