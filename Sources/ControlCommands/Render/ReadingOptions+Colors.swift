import Scene
import SVG

extension ReadingOptions {
  /// Reads with hints for all colours that CSS names; the reader itself knows only the usual ones.
  static var named: ReadingOptions {
    var options = ReadingOptions()
    options.colorOfWord = { word in
      guard word.utf8.count <= 32 else { return nil }
      let letters = word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
      return NamedColors.color(letters).map { number in
        let digits = String(number, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
      }
    }
    return options
  }
}
