import Wire

/// The methods of an interface file with the types of their parameters.
struct InterfaceGrammar: Sendable {
  indirect enum FieldType: Equatable, Sendable {
    case bool, int, float, string
    case optional(FieldType), list(FieldType), map(FieldType)
    /// A type that the file declares.
    case named(String)
  }

  struct Field: Equatable, Sendable {
    var name: String
    var type: FieldType
  }

  struct Method: Equatable, Sendable {
    var name: String
    var parameters: [Field]
  }

  enum Declaration: Equatable, Sendable {
    case enumeration([String])
    case structure([Field])
  }

  private(set) var interface = ""
  private(set) var methods: [Method] = []
  private(set) var types: [String: Declaration] = [:]

  /// The interface of the display.
  static let display = InterfaceGrammar(DisplayInterface.description)

  init(_ text: String) {
    var words = InterfaceWords(text)
    while let word = words.next() {
      switch word {
      case "interface": interface = words.next() ?? ""
      case "type": if let name = words.next() { types[name] = Self.declaration(&words) }
      case "method":
        guard let name = words.next(), case .structure(let fields) = Self.declaration(&words)
        else { break }
        methods.append(Method(name: name, parameters: fields))
        // Its reply; the arrow before it is no word.
        _ = Self.declaration(&words)
      case "error":
        _ = words.next()
        _ = Self.declaration(&words)
      default: break
      }
    }
  }

  /// The fields or names in parentheses.
  private static func declaration(_ words: inout InterfaceWords) -> Declaration {
    var names: [String] = []
    var fields: [Field] = []
    _ = words.next()
    while let name = words.next(), name != ")" {
      switch words.next() {
      case ":":
        fields.append(Field(name: name, type: type(&words)))
        if words.next() == ")" { return .structure(fields) }
      case ",": names.append(name)
      default: return .enumeration(names + [name])
      }
    }
    return .structure(fields)
  }

  private static func type(_ words: inout InterfaceWords) -> FieldType {
    switch words.next() ?? "" {
    case "?": .optional(type(&words))
    case "[]": .list(type(&words))
    case "[string]": .map(type(&words))
    case "bool": .bool
    case "int": .int
    case "float": .float
    case "string": .string
    case let name: .named(name)
    }
  }
}

/// The words and signs of an interface file, without its comments.
private struct InterfaceWords {
  private let words: [String]
  private var position = 0

  init(_ text: String) {
    var words: [String] = []
    for line in text.split(separator: "\n") {
      let code = line.prefix { $0 != "#" }
      var word = ""
      for character in code {
        if character.isLetter || character.isNumber || "_.[]".contains(character) {
          word.append(character)
          if word == "[]" || word == "[string]" {
            words.append(word)
            word = ""
          }
          continue
        }
        if !word.isEmpty { words.append(word) }
        word = ""
        if "(),:?".contains(character) { words.append(String(character)) }
      }
      if !word.isEmpty { words.append(word) }
    }
    self.words = words
  }

  mutating func next() -> String? {
    guard position < words.count else { return nil }
    defer { position += 1 }
    return words[position]
  }
}
