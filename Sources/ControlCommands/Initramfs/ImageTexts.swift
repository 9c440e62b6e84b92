import Scene
import Stage
import Text

/// The texts that a daemon shows, by its scene and over that, and the characters among them that no
/// font has.
struct ImageTexts {
  /// The locale in which the scene is shown; empty for texts of no language.
  let locale: String
  /// The characters of texts in that locale that no font has.
  private(set) var missing = MissingCharacters(scalars: [])
  /// The characters of the daemon's words in that locale that no font has, for which the words are
  /// English ones; nil for none.
  private(set) var unwritten: MissingCharacters?
  /// The characters of texts in other locales; nil for none.
  private(set) var missingElsewhere: MissingCharacters?
  private let fonts: [FontStack]

  /// False if no text can be drawn.
  var hasFont: Bool { fonts.contains { $0.primary != nil } }

  /// - Parameters:
  ///   - scene: nil for the one that is built in.
  ///   - asked: the language tag of the daemon's settings; empty for the scene's own.
  ///   - names: names that prompts show.
  ///   - fontDirectories: where fonts are searched.
  init(scene: Scene?, asked: String, names: [String], fontDirectories: [String]) {
    // The built-in scene has no texts of its own.
    let prompt = (scene ?? Scene.builtInBoot).usualPrompt(fontDirectories: fontDirectories)
    locale = scene.map { Self.locale(of: $0, asked: asked) } ?? asked
    fonts = (scene?.fonts ?? []) + (prompt?.fonts ?? [])
    guard hasFont else { return }
    take(scene?.missingCharacters ?? [], shown: locale)
    if let prompt {
      let locale = Self.locale(of: prompt, asked: locale)
      take(prompt.missingCharacters.filter { Self.isShown($0, in: locale) }, shown: locale)
    }
    let wanted = BootWords(for: locale) { _ in true }
    let words = BootWords(for: locale) { scalars(missingIn: $0).isEmpty }
    if words.all != wanted.all {
      unwritten = MissingCharacters(scalars: scalars(missingIn: wanted.all.joined()))
    }
    // Most programs ask in English.
    let ascii = String(String.UnicodeScalarView((0x21...0x7E).compactMap { Unicode.Scalar($0) }))
    add(scalars(missingIn: ([ascii, PromptDescription.usualBullet] + words.all + names).joined()))
  }

  private static func locale(of scene: Scene, asked: String) -> String {
    guard let usual = scene.locales.first else { return asked }
    return asked.isEmpty ? usual : SceneLocales.nearest(to: asked, among: scene.locales) ?? usual
  }

  private static func isShown(_ missing: MissingCharacters, in locale: String) -> Bool {
    missing.locales.isEmpty || missing.locales.contains(locale)
  }

  private mutating func take(_ found: [MissingCharacters], shown locale: String) {
    for found in found {
      if Self.isShown(found, in: locale) {
        add(found.scalars)
        continue
      }
      var others = missingElsewhere ?? MissingCharacters(scalars: [])
      others.scalars += found.scalars.filter { !others.scalars.contains($0) }
      others.locales += found.locales.filter { !others.locales.contains($0) }
      missingElsewhere = others
    }
  }

  private mutating func add(_ scalars: [Unicode.Scalar]) {
    missing.scalars += scalars.filter { !missing.scalars.contains($0) }
  }

  /// The characters of a text that one of the stacks of fonts lacks.
  private func scalars(missingIn text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for stack in fonts where stack.primary != nil {
      for scalar in stack.missingCharacters(in: text, limit: MissingCharacters.mostNamed + 1)
      where !result.contains(scalar) { result.append(scalar) }
    }
    return result
  }
}
