import Testing

@testable import ControlCommands

/// Characters that the fonts of an image lack.
@Suite struct ImageFontsTests {
  typealias Item = ImageDiagnosisTests.Item

  /// The report on the fonts of an image with a scene and settings, and with a font of Western
  /// characters.
  private func check(
    _ scene: String? = nil, settings: String = "", _ items: [Item] = []
  ) throws -> Diagnosis.Check {
    var all = ImageDiagnosisTests.whole.filter { !$0.path.contains("scene") } + items
    if let scene { all.append(.text("etc/firstlight/scene.jsonc", scene)) }
    all.append(.text("etc/firstlight/firstlight.conf", settings))
    let image = try InitramfsImage(bytes: ImageDiagnosisTests.archive(all))
    return try #require(ImageDiagnosis(image).checks.first { $0.name == "fonts" })
  }

  private static let texts = """
    { "strings": { "en": { "a": "Start" }, "ru": { "a": "Старт" } },
      "layers": [{ "kind": "text", "string": "@a" }] }
    """

  @Test func `a prompt in a language that the fonts cannot write is a fault`() throws {
    let check = try check(settings: "locale = ru")
    #expect(check.outcome == .fault)
    // Though a font of this machine has them.
    #expect(check.message.contains("(U+04"), "\(check.message)")
    #expect(check.message.hasSuffix("which texts or prompts in the locale ru show"))
    #expect(try self.check(settings: "locale = fr").outcome == .good)
  }

  @Test func `a text in the locale that is shown is a fault, and one in another locale is not`()
    throws
  {
    #expect(try check(Self.texts, settings: "locale = ru_RU.UTF-8").outcome == .fault)
    let other = try check(Self.texts)
    #expect(other.outcome == .note)
    #expect(other.message.hasSuffix("for texts in other locales: ru"), "\(other.message)")
    let only = #"{ "layers": [{ "kind": "text", "string": "Старт" }] }"#
    #expect(try check(only).message.hasPrefix("no font has \"С\" (U+0421), "))
  }

  @Test func `texts of a variant count`() throws {
    let scene = """
      { "layers": [], "variants": [ { "when": { "orientation": "portrait" },
        "layers": [{ "kind": "text", "string": "Старт" }] } ] }
      """
    #expect(try check(scene).outcome == .fault)
  }

  @Test(arguments: ["cryptroot/crypttab", "etc/crypttab"])
  func `the names of encrypted disks are shown by prompts`(path: String) throws {
    func check(_ name: String) throws -> Diagnosis.Check {
      try self.check(nil, [.text(path, "# Диск none\n\(name)\tUUID=1 none luks\n")])
    }
    #expect(try check("größe").outcome == .good)
    #expect(try check("Диск").message.contains("\"Д\" (U+0414)"))
  }

  @Test func `words of the daemon that no font can write are English ones`() throws {
    let check = try check(settings: "locale = ja")
    #expect(check.outcome == .note)
    #expect(check.message.hasPrefix("the daemon's own words are English ones: no font has "))
  }

  @Test func `a file that is no font does not count`() throws {
    let items = ImageDiagnosisTests.whole.filter { !$0.path.contains("fonts/") }
    let image = try InitramfsImage(
      bytes: ImageDiagnosisTests.archive(items + [.text("etc/firstlight/fonts/a.ttf")]))
    let check = ImageDiagnosis(image).checks.first { $0.name == "fonts" }
    #expect(check?.outcome == .fault)
    #expect(
      check?.message == "etc/firstlight/fonts/a.ttf cannot be used, and there is no other font")
  }

  @Test func `the fonts of a packed scene are enough`() throws {
    var pack = TarWriter()
    pack.add("scene.jsonc", Array(Self.texts.utf8))
    pack.add("fonts/DejaVuSans.ttf", ImageDiagnosisTests.font)
    pack.finish()
    let items =
      ImageDiagnosisTests.whole.filter { !$0.path.contains("fonts/") && !$0.path.contains("scene") }
      + [Item(path: "etc/firstlight/scene.jsonc", content: pack.bytes)]
    let image = try InitramfsImage(bytes: ImageDiagnosisTests.archive(items))
    let check = ImageDiagnosis(image).checks.first { $0.name == "fonts" }
    #expect(check?.outcome == .note, "\(check?.message ?? "")")
    #expect(check?.message.hasSuffix("for texts in other locales: ru") ?? false)
  }
}
