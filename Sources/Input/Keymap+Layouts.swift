/// The layouts that need no file: those of the languages in which the keyboard on the screen has
/// accents, too.
extension Keymap {
  /// The layout of a country, as far as it differs from that of the United States; nil for one that
  /// is not here.
  /// - Parameter label: `DE`, `AT`, `FR` or `ES`.
  static func rows(ofLayout label: String) -> String? {
    switch label {
    case "DE", "AT": german
    case "FR": french
    case "ES": spanish
    default: nil
    }
  }

  private static var german: String {
    """
    2 1234567890ß\u{301} !"§$%&/()=?\u{300} ¹²³¼½¬{[]}\\\u{327}
    16 qwertzuiopü+ QWERTZUIOPÜ* @␀€␀␀␀␀␀␀␀␀~
    30 asdfghjklöä\u{302} ASDFGHJKLÖÄ°
    43 #yxcvbnm,.- 'YXCVBNM;:_
    50 m M µ
    86 < > |
    """
  }

  private static var french: String {
    """
    2 &é"'(-è_çà)= 1234567890°+ ␀~#{[|`\\^@]}
    16 azertyuiop\u{302}$ AZERTYUIOP\u{308}£ ␀␀€␀␀␀␀␀␀␀␀¤
    30 qsdfghjklmù² QSDFGHJKLM%~
    43 *wxcvbn,;:! µWXCVBN?./§
    86 < >
    """
  }

  private static var spanish: String {
    """
    2 1234567890'¡ !"·$%&/()=?¿ |@#~␀¬␀␀␀␀␀␀
    16 qwertyuiop\u{300}+ QWERTYUIOP\u{302}* ␀␀€␀␀␀␀␀␀␀[]
    30 asdfghjklñ\u{301}º ASDFGHJKLÑ\u{308}ª ␀␀␀␀␀␀␀␀␀␀{\\
    43 çzxcvbnm,.- ÇZXCVBNM;:_ }␀␀␀␀␀␀␀␀␀␀
    86 < >
    """
  }
}
