import Raster
import Testing

@testable import Lottie

/// Values that a file leaves open under names.
@Suite struct SlotTests {
  private let box = Sketch.shapes(
    """
    {"ty": "rc", "p": {"k": [20, 20]}, "s": {"k": [40, 40], "sid": "extent"}, "r": {"k": 0}},
    {"ty": "fl", "c": {"sid": "accent"}, "o": {"k": 100}}
    """)

  private let slots = """
    "slots": {"accent": {"p": {"a": 0, "k": [1, 0.5, 0, 1]}}, "extent": {"p": {"a": 0, "k": [20, 20]}},
              "unused": {"p": {"a": 0, "k": 1}}},
    """

  private func file(
    _ layers: String, _ slots: String, _ settings: [(String, String)] = []
  ) throws -> LottieFile {
    let text = """
      {"v": "5", "fr": 10, "ip": 0, "op": 100, "w": 40, "h": 40, \(slots) "layers": [\(layers)]}
      """
    return try LottieFile(
      parsing: Array(text.utf8),
      slots: settings.map { LottieSlotSetting(name: $0.0, value: $0.1) })
  }

  @Test func `a property has the value of its slot, in place of its own`() throws {
    let picture = try LottieCanvas(box, more: slots).picture()
    #expect(picture.pixel(20, 20) == 0xFFFF_8000)
    #expect(picture.area == 400)
  }

  @Test func `values that are set take the place of the file's`() throws {
    let canvas = LottieCanvas(
      try file(box, slots, [("accent", "#00f"), ("extent", "[10, 40]")]))
    #expect(canvas.picture().pixel(20, 20) == 0xFF00_00FF)
    #expect(canvas.picture().area == 400)
    #expect(canvas.picture().pixel(20, 2) == 0xFF00_00FF)
    #expect(canvas.file.slots.map { $0.name } == ["accent", "extent", "unused"])
    #expect(canvas.file.slots[0].value == .color(.init(red: 0, green: 0, blue: 1)))
    #expect(canvas.file.slots[1].value == .other)
  }

  @Test(arguments: [
    ("title", "#FFFFFF", "there is no slot 'title'; its slots are accent, extent, unused"),
    ("accent", "red", "'red' is not a value of the slot 'accent', which is a colour as #RRGGBB"),
    ("accent", "#12", "'#12' is not a value of the slot 'accent', which is a colour as #RRGGBB"),
    (
      "extent", "wide",
      "'wide' is not a value of the slot 'extent', which is a number, or a list of numbers in brackets"
    ),
  ])
  func `an invalid setting is an error with its reason`(name: String, value: String, reason: String)
    throws
  {
    #expect(throws: LottieError.slot(reason)) { try file(box, slots, [(name, value)]) }
  }

  @Test func `a value for an unused slot has a warning`() throws {
    #expect(
      try file(box, slots, [("unused", "wide")]).warnings.filter { $0.contains("slot") } == [
        "the value for the slot 'unused' has no effect: nothing uses the slot"
      ])
    #expect(try file(box, slots, [("accent", "#00f")]).warnings.allSatisfy { !$0.contains("slot") })
  }

  @Test func `a file without slots refuses settings`() throws {
    #expect(throws: LottieError.self) { try file(box, "", [("accent", "#FFFFFF")]) }
    #expect(try file(box, "").slots.isEmpty)
  }

  @Test func `a text has its slot's words in all its documents`() throws {
    let layer = """
      {"ty": 5, "ip": 0, "op": 100, "st": 0, "ks": {}, "t": {"d": {"sid": "title"}, "a": []}}
      """
    let own = """
      "slots": {"title": {"p": {"k": [
        {"t": 0, "s": {"t": "Hello", "f": "Sans", "s": 10}}, {"t": 5, "s": {"t": "there", "f": "Sans", "s": 10}}]}}},
      """
    let plain = try file(layer, own)
    #expect(plain.slots == [LottieSlot(name: "title", value: .text("Hello"))])
    let set = try file(layer, own, [("title", "Guten Tag")])
    guard case .text(let content) = set.composition.layers[0].content else {
      Issue.record("no text")
      return
    }
    #expect(content.model.documents.map { $0.1.text } == ["Guten Tag", "Guten Tag"])
    #expect(content.model.documents.map { $0.0 } == [0, 5])
  }

  @Test func `a slot of many values is taken a bounded number of times`() throws {
    let keys = (0..<2000).map { "{\"t\": \($0), \"s\": [1, 0, 0, 1]}" }.joined(separator: ",")
    let many = "\"slots\": {\"accent\": {\"p\": {\"a\": 1, \"k\": [\(keys)]}}},"
    let fill = "{\"ty\": \"fl\", \"c\": {\"sid\": \"accent\"}, \"o\": {\"k\": 100}}"
    let file = try file(
      Sketch.shapes([String](repeating: fill, count: 500).joined(separator: ",")), many)
    #expect(file.warnings == ["the values of slots are too many, and not all are taken"])
  }

  @Test func `a layer keeps the name of the slot that has its colour`() throws {
    let layers = try file(box, slots).layers(from: 0, duration: 1)
    #expect(layers[0].slots.map { $0.name } == ["accent"])
    #expect(layers[0].values.contains { $0.key == .fillColor })
  }
}
