import Foundation
import System
import Testing

@testable import Input

/// The meanings of keys.
@Suite struct KeymapTests {
  /// The characters of a keymap for keys with some modifiers; ESC is shown as `E`.
  private func text(
    _ keymap: Keymap, _ codes: [UInt16], _ modifiers: KeyModifiers = [], hasCapsLock: Bool = false,
    isRepeated: Bool = false
  ) throws -> String {
    let bytes = try SecretBytes()
    var deadKey = DeadKey()
    for code in codes {
      keymap.write(
        KeyPress(code: code, modifiers: modifiers, isRepeated: isRepeated),
        hasCapsLock: hasCapsLock, after: &deadKey, to: bytes)
    }
    let text = bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    return String(decoding: text, as: UTF8.self).replacing("\u{1B}", with: "E")
  }

  @Test func `the usual layout is that of the United States`() throws {
    let usual = Keymap()
    #expect(try text(usual, Array(2...13)) == "1234567890-=")
    #expect(try text(usual, Array(16...27)) == "qwertyuiop[]")
    #expect(try text(usual, Array(30...41) + [43]) == "asdfghjkl;'`\\")
    #expect(try text(usual, Array(44...53) + [57]) == "zxcvbnm,./ ")
    #expect(try text(usual, Array(2...13), .shift) == "!@#$%^&*()_+")
    #expect(try text(usual, Array(30...41) + [43], .shift) == "ASDFGHJKL:\"~|")
    #expect(try text(usual, [71, 72, 73, 79, 80, 81, 82]) == "7891230")
    #expect(try text(usual, [30, 30], .altGr) == "")
  }

  @Test func `a key with one character has it with Shift and AltGr, too`() throws {
    let usual = Keymap()
    for modifiers: KeyModifiers in [.shift, .altGr, [.shift, .altGr]] {
      #expect(try text(usual, [57, 71, 83, 98, 55], modifiers) == " 7./*")
      #expect(try text(usual, [57, 71], modifiers, hasCapsLock: true) == " 7")
    }
  }

  @Test func `caps lock is for letters`() throws {
    let usual = Keymap()
    #expect(try text(usual, [30, 2, 51, 26], hasCapsLock: true) == "A1,[")
    #expect(try text(usual, [30, 2, 51, 26], .shift, hasCapsLock: true) == "a!<{")
    let other = try Keymap("30 öфβē? ÖФΒĒ/")
    #expect(try text(other, [30, 31, 32, 33, 34], hasCapsLock: true) == "ÖФΒĒ?")
  }

  @Test func `keys without a character are those of a terminal`() throws {
    let usual = Keymap()
    #expect(try text(usual, [28, 96, 352, 353]) == "\n\n\n\n")
    #expect(try text(usual, [1, 158, 174, 223]) == "EEEE")
    #expect(try text(usual, [103, 108, 106, 105]) == "E[AE[BE[CE[D")
    #expect(try text(usual, [103, 28], .shift) == "E[A\n")
    #expect(try text(usual, [15, 14, 407]) == "\t\u{7F}\t")
    #expect(try text(usual, [15, 14], .shift) == "E[Z\u{7F}")
    #expect(try text(usual, [412]) == "E[Z")
    #expect(try text(usual, [102, 107, 111]) == "E[1~E[4~E[3~")
    #expect(try text(usual, [111], .shift) == "E[3~")
    #expect(try text(usual, [42, 58, 59, 110, 116, 0, 700]) == "")
  }

  @Test func `Ctrl gives control characters, and Alt nothing`() throws {
    let usual = Keymap()
    #expect(try text(usual, [46, 32, 22, 17], .control) == "\u{3}\u{4}\u{15}\u{17}")
    #expect(try text(usual, [46, 2], .alt) == "")
    #expect(try text(usual, [2, 51], .control) == "")
  }

  @Test func `a key that presses or leaves acts once, however long it is held`() throws {
    #expect(try text(Keymap(), [28, 1, 352, 158], isRepeated: true) == "")
    #expect(try text(Keymap(), [30, 14, 103, 15], isRepeated: true) == "a\u{7F}E[A\t")
  }

  @Test func `a text replaces rows of keys`() throws {
    let german = try Keymap(
      """
      # German, in part
      12 ß␀ ?␀ \\␀
      \t21 z Z

      44 y Y
      59 ⎋⏎
      16 q Q @
      """)
    #expect(try text(german, [21, 44, 12, 16, 30]) == "zyßqa")
    #expect(try text(german, [21, 44, 12, 16], .shift) == "ZY?Q")
    #expect(try text(german, [12, 16, 21], .altGr) == "\\@")
    #expect(try text(german, [13]) == "")
    #expect(try text(german, [59, 60]) == "E\n")
  }

  @Test func `the layout of a country is found by its label`() throws {
    #expect(Keymap(layout: "XX").label == "US" && Keymap(layout: "").label == "US")
    #expect(Keymap(layout: "AT").label == "AT")
    let letters = Array<UInt16>(16...25) + Array(30...38) + Array(44...50)
    #expect(
      try text(Keymap(layout: "DE"), letters + [39, 40, 26, 12]) == "qwertzuiopasdfghjklyxcvbnmöäüß"
    )
    #expect(
      try text(Keymap(layout: "FR"), letters + [39, 3, 40]) == "azertyuiopqsdfghjklwxcvbn,méù")
    #expect(try text(Keymap(layout: "ES"), letters + [39, 43]) == "qwertyuiopasdfghjklzxcvbnmñç")
    #expect(try text(Keymap(layout: "DE"), [16, 18, 86, 50, 8], .altGr) == "@€|µ{")
    #expect(try text(Keymap(layout: "FR"), [3, 11, 18], .altGr) == "~@€")
    #expect(try text(Keymap(layout: "ES"), [3, 18, 26, 27, 40, 43], .altGr) == "@€[]{}")
    #expect(try text(Keymap(layout: "FR"), Array(2...11), .shift) == "1234567890")
  }

  /// Keys 13 and 41 of the German layout, 26 of the French, 40 of the Spanish.
  @Test(arguments: [
    ("DE", [13, 18] as [UInt16], "é"), ("DE", [41, 30, 30], "âa"), ("DE", [13, 57], "'"),
    ("DE", [41, 41], ""), ("DE", [41, 41, 30], "â"), ("DE", [13, 13, 57], "'"),
    ("DE", [13, 44], "ý"), ("DE", [13, 45], "'x"),
    ("DE", [41, 13, 18], "^é"), ("DE", [41, 13, 57], "^'"), ("DE", [41, 13, 41, 30], "^'â"),
    ("DE", [13, 14, 18], "e"), ("DE", [30, 13, 14, 14], "a\u{7F}"), ("DE", [41, 28, 18], "^\ne"),
    ("DE", [41, 15, 18], "^\te"), ("DE", [41, 1, 18], "Ee"), ("DE", [41, 105, 18], "E[De"),
    ("DE", [13, 42, 18], "é"),
    ("FR", [26, 18], "ê"), ("ES", [40, 30], "á"), ("ES", [40, 12], "'"),
    ("ES", [40, 40, 12], "'"), ("ES", [26, 24], "ò"), ("US", [13, 18], "=e"),
  ])
  func `an accent waits for its letter`(layout: String, codes: [UInt16], result: String) throws {
    let written = try text(Keymap(layout: layout), codes)
    #expect(written.utf8.elementsEqual(result.utf8), "\(written)")
  }

  /// The label of a layout, and the text of its keys 21, 13 and 30: "z", "y" or neither identifies
  /// the letters, and an accent on the last one shows a dead key.
  @Test(
    arguments: [
      (.console("de"), "DE zá"), (.console("de-latin1"), "DE zá"),
      (.console("de-latin1-nodeadkeys"), "DE z'a"), (.console("de-nodeadkeys"), "DE z´a"),
      (.graphical(layout: "de", variant: "nodeadkeys"), "DE z´a"),
      (.graphical(layout: "de,us", variant: ",intl"), "DE zá"),
      (.graphical(layout: "de,us", variant: "nodeadkeys,"), "DE z´a"),
      (.graphical(layout: "at", variant: ""), "AT zá"),
      (.graphical(layout: "us", variant: ""), "US y=a"),
      (.console("us"), "US y=a"), (.console("fr-latin1"), "FR y=q"),
      (.console("fr-latin9"), "FR y=q"),
      (.console("fr-pc"), "FR y=q"), (.graphical(layout: "fr", variant: "oss"), "FR y=q"),
      (.console("es"), "ES y¡a"),
    ] as [(KeymapName, String)])
  func `a layout is found by its whole name`(name: KeymapName, expected: String) throws {
    let keymap = try #require(Keymap(name))
    let written = keymap.label + " " + (try text(keymap, [21, 13, 30]))
    #expect(written.utf8.elementsEqual(expected.utf8), "\(written)")
  }

  @Test(
    arguments: [
      .console("fr_CH"), .console("fr_CH-latin1"), .console("fr-bepo"), .console("de-neo"),
      .console("es-dvorak"), .console("us-acentos"), .console(""), .console("DE"),
      .graphical(layout: "de", variant: "neo"), .graphical(layout: "fr", variant: "bepo,"),
      .graphical(layout: "ch", variant: ""), .graphical(layout: "us", variant: "dvorak"),
      .graphical(layout: "de-latin1", variant: ""),
    ] as [KeymapName])
  func `a layout of another name is not taken for one that begins alike`(name: KeymapName) {
    #expect(Keymap(name) == nil)
  }

  @Test func `without dead keys all accents are plain characters`() throws {
    let french = try #require(Keymap(.graphical(layout: "fr", variant: "nodeadkeys")))
    #expect(try text(french, [26, 26]) == "^^")
    #expect(try text(french, [26, 30], .shift) == "¨Q")
    let german = try #require(Keymap(.console("de-latin1-nodeadkeys")))
    #expect(try text(german, [13, 30], .shift) == "`A")
    #expect(try text(german, [41, 57]) == "^ ")
    #expect(try text(german, [6], .altGr) == "½")
  }

  @Test func `the tilde waits in the console's German keymap alone`() throws {
    let console = try #require(Keymap(.console("de-latin1")))
    #expect(try text(console, [27, 57], .altGr) == "~")
    #expect(try text(console, [27], .altGr) == "" && text(console, [27]) == "+")
    #expect(try text(Keymap(layout: "DE"), [27], .altGr) == "~")
    let signs = try #require(Keymap(.console("de-latin1-nodeadkeys")))
    #expect(try text(signs, [27], .altGr) == "~")
  }

  @Test func `an accent does not change with caps lock, is not repeated, and is none with Ctrl`()
    throws
  {
    let german = Keymap(layout: "DE")
    #expect(try text(german, [13, 18], hasCapsLock: true).utf8.elementsEqual("É".utf8))
    #expect(try text(german, [13, 18], .shift).utf8.elementsEqual("È".utf8))
    #expect(try text(german, [13, 13, 13], isRepeated: true) == "")
    #expect(try text(german, [13, 18], .control) == "\u{5}")
    #expect(try text(Keymap(layout: "FR"), [26, 57], .shift) == "\"")
    #expect(try text(german, [13, 57], .altGr) == ",")
    let own = try Keymap("30 \u{30C}\u{30A}")
    #expect(try text(own, [30, 46, 31, 22]).utf8.elementsEqual("čů".utf8))
  }

  @Test func `the keymap in the manual is valid`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let manual = try String(contentsOf: root.appending(path: "systemd/README.md"), encoding: .utf8)
    let rest = try #require(manual.components(separatedBy: "```\n# German").dropFirst().first)
    let german = try Keymap("# German" + (rest.components(separatedBy: "```").first ?? ""))
    #expect(try text(german, [38, 40, 21, 44]) == "läzy")
    #expect(try text(german, [8, 12, 86], .shift) == "/?>")
    #expect(try text(german, [16, 18, 86, 3], .altGr) == "@€|²")
    #expect(try text(german, [59, 60]) == "E\n")
  }

  @Test(arguments: [
    ("x", 1), ("16", 1), ("16 ab c", 1), ("\n\n-1 a", 3), ("0 a", 1), ("16 a b c d e", 1),
    ("# a\n767 ab", 2), ("99999999999999999999 a", 1),
    ("9223372036854775807 a", 1), ("-9223372036854775808 a", 1),
  ])
  func `the error for a mistake has its line`(text: String, line: Int) {
    #expect {
      _ = try Keymap(text)
    } throws: {
      ($0 as? KeymapError)?.line == line
    }
  }

  @Test func `keys are divided by whether a terminal has them`() {
    var keys = InputSet()
    let usual = Keymap()
    #expect(usual.parts(of: keys) == [])
    for code in [116, 59, 0x110, 0x14A] { keys.insert(code) }
    #expect(usual.parts(of: keys) == [])
    keys.insert(103)
    #expect(usual.parts(of: keys) == .consoleKeys)
    keys.insert(352)
    #expect(usual.parts(of: keys) == [.consoleKeys, .panelKeys])
    #expect(Keymap.part(of: 59) == .panelKeys && Keymap.part(of: 87) == .panelKeys)
    #expect(Keymap.part(of: 28) == .consoleKeys && Keymap.part(of: 127) == .consoleKeys)
  }
}

/// The keys of one device.
@Suite struct KeyTrackerTests {
  @Test func `modifiers are those that are held`() {
    var tracker = KeyTracker()
    #expect(tracker.handle(.key(42, 1))?.modifiers == .shift)
    #expect(tracker.handle(.key(54, 1))?.modifiers == .shift)
    #expect(tracker.handle(.key(42, 0)) == nil)
    #expect(tracker.modifiers == .shift && tracker.hasKeyDown)
    #expect(tracker.handle(.key(100, 1))?.modifiers == [.shift, .altGr])
    for code: UInt16 in [54, 100] { #expect(tracker.handle(.key(code, 0)) == nil) }
    #expect(!tracker.hasKeyDown)
    _ = tracker.handle(.key(97, 1))
    #expect(tracker.handle(.key(56, 1))?.modifiers == [.control, .alt])
  }

  @Test func `a repetition is one of the key that went down last`() {
    var tracker = KeyTracker()
    #expect(tracker.handle(.key(30, 2)) == nil, "it was down before")
    #expect(tracker.handle(.key(30, 1))?.isRepeated == false)
    #expect(tracker.handle(.key(30, 2))?.isRepeated == true)
    _ = tracker.handle(.key(31, 1))
    #expect(tracker.handle(.key(30, 2)) == nil)
    tracker.resume(with: InputSet())
    #expect(tracker.handle(.key(31, 2)) == nil, "records were lost")
  }

  @Test func `records other than keys change nothing`() {
    var tracker = KeyTracker()
    for record in [
      InputEvent.relative(30, 1), .absolute(30, 1), .report(at: 1), .key(768, 1), .key(.max, 1),
    ] {
      #expect(tracker.handle(record) == nil)
    }
    #expect(!tracker.hasKeyDown)
  }
}
