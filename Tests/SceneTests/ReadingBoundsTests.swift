import Foundation
import Scene
import Testing

/// Files that are made to be slow to read or to take much memory: each is refused at its limit, and
/// the rest of the file is not read.
@Suite struct ReadingBoundsTests {
  private func refusal(of text: String) -> SceneError? {
    do throws(SceneError) {
      _ = try SceneLoader.load(
        bytes: Array(text.utf8), name: "s", directory: DiagnosticsTests.directory)
      return nil
    } catch {
      return error
    }
  }

  private func object(_ count: Int, _ member: (Int) -> String) -> String {
    "{" + (0..<count).map(member).joined(separator: ",") + "}"
  }

  @Test func `an object or an array of very many items is given up at the limit`() throws {
    let colors = object(50_000) { "\"c\($0)\":\"c\($0 + 1)\"" }
    let layers = "[" + Array(repeating: "{}", count: 1_000_000).joined(separator: ",") + "]"
    let keys = object(200_000) { "\"k\($0)\":1" }
    for (text, last) in [
      ("{\"colors\":\(colors),\"layers\":[]}", "\"c16384\""),
      ("{\"layers\":\(layers)}", nil), ("{\"layers\":[\(keys)]}", "\"k16384\""),
      (keys, "\"k16384\""),
    ] {
      let error = try #require(refusal(of: text))
      #expect(error.diagnostics.map(\.code) == [.limit])
      let place = error.diagnostics[0].offset
      if let last {
        let bytes = Array(text.utf8)[place..<place + last.utf8.count]
        #expect(String(decoding: bytes, as: UTF8.self) == last)
      } else {
        #expect(place == "{\"layers\":[".utf8.count + 3 * 16_384)
      }
    }
  }

  @Test func `keys that nobody asks for are counted before each is asked for`() throws {
    let error = try #require(refusal(of: "{\"layers\":[\(object(257) { "\"k\($0)\":1" })]}"))
    #expect(error.diagnostics.first?.code == .limit)
    #expect(error.diagnostics.first?.message == "257 keys in a layer")
    #expect(codes("{\"layers\":[\(object(256) { "\"k\($0)\":1" })]}").contains(.limit) == false)
  }

  @Test func `definitions are limited by kind`() {
    func text(_ key: String, _ count: Int, _ value: String) -> String {
      "{\"\(key)\":\(object(count) { "\"c\($0)\":\(value)" }),\"layers\":[]}"
    }
    #expect(codes(text("colors", 10_000, "\"#000000\"")) == [])
    #expect(codes(text("colors", 10_001, "\"#000000\"")) == [.limit])
    #expect(codes(text("styles", 10_000, "{}")) == [])
    #expect(codes(text("styles", 10_001, "{}")) == [.limit])
    #expect(codes(text("progressStyles", 256, "{\"layers\":[]}")) == [])
    #expect(codes(text("progressStyles", 257, "{\"layers\":[]}")) == [.limit])
  }

  @Test func `the name in a hint is searched among the first names only`() throws {
    let colors = object(300) { "\"colour \($0 + 100)\":\"#000000\"" }
    func hint(_ name: String) -> String? {
      refusal(of: "{\"colors\":\(colors),\"background\":\"\(name)\",\"layers\":[]}")?
        .diagnostics.first { $0.severity == .error }?.hint
    }
    #expect(hint("color 355") == "did you mean \"colour 355\"?")
    #expect(hint("colour_399") != "did you mean \"colour 399\"?")
    let layers = (0..<300).map { "{\"name\":\"layer\($0 + 100)\",\"kind\":\"progress\"}" }
      .joined(separator: ",")
    func nearest(_ name: String) -> String? {
      refusal(
        of: """
          {"layers":[\(layers)],"controls":{"c":{"kind":"progress","drives":"\(name)"}}}
          """)?.diagnostics.first { $0.severity == .error }?.hint
    }
    #expect(nearest("lyer355") == "did you mean \"layer355\"?")
    #expect(nearest("lyer399") != "did you mean \"layer399\"?")
  }

  @Test func `values of all kinds count together`() {
    func points(_ count: Int) -> String {
      "[" + Array(repeating: "[0,0]", count: count).joined(separator: ",") + "]"
    }
    // A polygon of 9,000 points is 27,004 values, including those around it.
    let path = "{\"polygon\":\(points(9_000))}"
    let polygon = "{\"kind\":\"shape\",\"fillColor\":\"#000000\",\"path\":\(path)}"
    func scene(_ count: Int) -> String {
      "{\"layers\":[" + Array(repeating: polygon, count: count).joined(separator: ",") + "]}"
    }
    #expect(codes(scene(22)) == [])
    #expect(codes(scene(24)) == [.limit])
  }

  @Test func `a column counts characters near the line's start and code points far from it`() throws
  {
    func column(_ before: String) throws -> Int {
      let text = "/*" + before + "*/ {\"layers\":[],\"x\":1}"
      return try #require(refusal(of: text)?.diagnostics.first).column
    }
    let family = "👨‍👩‍👧"
    #expect(try column("") == 19)
    #expect(try column("é") == 20)
    #expect(try column(family) == 20)
    #expect(try column(String(repeating: "x", count: 5_000) + family) == 5_000 + 19 + 5)
    // Counting the columns of megabytes would take a second for each diagnostic.
    let many = String(repeating: family, count: 150_000)
    #expect(try column(many) > 700_000)
  }

  @Test func `a diagnostic shows a part of a line of megabytes`() throws {
    let name = String(repeating: "é", count: 1_000_000)
    let text = "{\"layers\":[],\"name\":\"\(name)\",\"x\":1}"
    let error = try #require(refusal(of: text))
    let lines = error.rendered.split(separator: "\n")
    #expect(lines.contains { $0.contains("…") && $0.contains("\"x\":1}") && $0.count < 120 })
  }
}
