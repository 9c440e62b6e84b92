import Geometry
import Testing

@testable import Stage

/// The table of layouts: what can be typed with each, and the places of the keys on panels.
@Suite struct KeyboardLayoutTests {
  /// The alphabets that the layouts claim.
  static let alphabets: [(tag: String, letters: String)] = [
    ("en", "abcdefghijklmnopqrstuvwxyz"), ("de", "abcdefghijklmnopqrstuvwxyzäöüß"),
    ("fr", "abcdefghijklmnopqrstuvwxyzéèêàâçùûîô"), ("es", "abcdefghijklmnopqrstuvwxyzáéíóúüñ"),
    ("ru", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
  ]
  static let panels: [(width: Double, height: Double, scale: Double)] = [
    (240, 240, 1), (320, 240, 1), (800, 480, 1), (600, 1024, 1), (1280, 720, 1), (1920, 1080, 1),
    (3840, 2160, 1), (1920, 1080, 2), (720, 1280, 1.5),
  ]

  private func characters(_ state: KeyboardState) -> Set<Unicode.Scalar> {
    Set(state.rows.joined().compactMap { KeyboardState.character(of: $0.key) })
  }

  /// All characters that can be typed from the layer of letters with the keyboard's keys.
  private func reachable(_ layout: Int) -> Set<Unicode.Scalar> {
    var result: Set<Unicode.Scalar> = []
    var known: [KeyboardState] = []
    var open = [KeyboardState(layout: layout)]
    while let state = open.popLast() {
      if known.contains(state) { continue }
      known.append(state)
      result.formUnion(characters(state))
      for slot in state.rows.joined() {
        var next = state
        next.handle(slot.key)
        open.append(next)
      }
    }
    return result
  }

  @Test(arguments: alphabets)
  func `each layout has its alphabet, in both cases`(tag: String, letters: String) throws {
    let layout = try #require(KeyboardLayout.all.firstIndex { $0.tag == tag })
    let small = characters(KeyboardState(layout: layout))
    let great = characters(KeyboardState(layout: layout, shift: .once))
    for scalar in letters.unicodeScalars {
      #expect(small.contains(scalar), "\(scalar)")
      // The capital of ß is ẞ, which Unicode's own mapping does not give.
      let capital = scalar == "ß" ? "ẞ" : String(Character(scalar)).uppercased()
      #expect(great.contains(try #require(capital.unicodeScalars.first)), "\(capital)")
    }
  }

  @Test func `every layout has the digits above its letters`() throws {
    for layout in KeyboardLayout.all.indices {
      for shift in [KeyboardState.Shift.off, .once, .locked] {
        let row = try #require(KeyboardState(layout: layout, shift: shift).rows.first)
        let characters = row.compactMap { KeyboardState.character(of: $0.key) }
        #expect(
          characters == Array("1234567890".unicodeScalars), "\(KeyboardLayout.all[layout].tag)")
      }
    }
  }

  @Test func `all of ASCII can be typed in every layout`() {
    #expect(Self.alphabets.map { $0.tag } == KeyboardLayout.all.map { $0.tag })
    for layout in KeyboardLayout.all.indices {
      let characters = reachable(layout)
      for value in UInt8(0x20)..<0x7F where !KeyboardLayout.all[layout].letters.contains("й") {
        #expect(characters.contains(Unicode.Scalar(value)), "\(Unicode.Scalar(value))")
      }
      for sign in "0123456789!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~€".unicodeScalars {
        #expect(characters.contains(sign), "\(sign) of \(KeyboardLayout.all[layout].tag)")
      }
    }
  }

  @Test func `every page has the keys to continue`() {
    for layout in KeyboardLayout.all.indices {
      for page in [KeyboardPage.letters, .symbols, .accents, .digits] {
        let keys = KeyboardState(layout: layout, page: page).rows.joined().map { $0.key }
        #expect(keys.contains(.backspace) && keys.contains(.enter) && keys.contains(.hide))
        #expect(page == .digits || keys.contains(.space) && keys.contains(.layout))
        #expect(page == .letters || keys.contains(.page(.letters)))
        let slots = KeyboardState(layout: layout, page: page).rows.joined()
        #expect(slots.allSatisfy { $0.width >= 1 })
      }
    }
  }

  @Test(arguments: panels)
  func `keys lie side by side on whole pixels, and can be hit`(
    width: Double, height: Double, scale: Double
  ) {
    for layout in KeyboardLayout.all.indices {
      for page in [KeyboardPage.letters, .symbols, .accents, .digits] {
        let rows = KeyboardState(layout: layout, page: page).rows
        let geometry = KeyboardGeometry(
          rows, on: Size(width: width / scale, height: height / scale), scale: scale)
        #expect(geometry.cells.count == rows.joined().count)
        let board = Rect(origin: .zero, size: geometry.board.size)
        #expect(geometry.board.maxY == height / scale && geometry.board.minX >= 0)
        #expect(geometry.board.size.height <= height / scale * 0.62)
        for (index, cell) in geometry.cells.enumerated() {
          #expect(board.contains(cell.origin) && cell.maxX <= board.maxX && cell.maxY <= board.maxY)
          for edge in [cell.minX, cell.maxX] {
            #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
          }
          for other in geometry.cells[..<index] {
            let isApart =
              other.maxX <= cell.minX + 1e-9 || cell.maxX <= other.minX + 1e-9
              || other.maxY <= cell.minY + 1e-9 || cell.maxY <= other.minY + 1e-9
            #expect(isApart)
          }
          let middle = Point(
            x: geometry.board.minX + cell.midX, y: geometry.board.minY + cell.midY)
          #expect(geometry.slot(at: middle) == index)
          // 48 pixels are 9 mm of a panel of 7 inches with 800 × 480.
          if width == 800 { #expect(cell.size.height >= 48 && cell.size.width >= 48) }
          if width == 3840 { #expect(cell.size.height <= 200) }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("de-AT", "de"), ("DE", "de"), ("fr_FR.UTF-8", "fr"), ("ru", "ru"), ("", nil), ("zz", nil),
      ("US", nil), ("es", "es"), ("deu", nil), ("DE/US", "de"), ("US/DE", nil),
    ] as [(String, String?)])
  func `a locale or a keymap finds its layout`(tag: String, layout: String?) {
    #expect(KeyboardLayout.index(for: tag).map { KeyboardLayout.all[$0].tag } == layout)
  }
}
