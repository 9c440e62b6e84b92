import Testing

@testable import JSON

@Suite struct JSONTapeTests {
  /// So many members, the one in the middle with a value of its own, and further ones behind them.
  private static func object(
    _ count: Int, _ prefix: String, middle: String = "0", _ further: String = ""
  ) -> String {
    let members = (0..<count).map { index in
      "\"\(prefix)\(index)\": \(index == count / 2 ? middle : "\(index).5")"
    }
    return "{" + members.joined(separator: ", ") + further + "}"
  }

  private func reading<Result>(_ text: String, _ body: (JSONCursor) -> Result) throws -> Result {
    let tape = try JSONTape(parsing: Array(text.utf8))
    return withExtendedLifetime(tape) { body(tape.root) }
  }

  @Test(arguments: [
    "null", "true", "-0.25", #""a text""#, #""\u0061\n""#, "[]", "{}", "[[], {}, 1]",
    #"{"a": 1.5, "abcdefg": [true, false], "abcdefgh": {"": null}, "\u0078": "y"}"#,
    #"{"a": {"b": {"c": [1.25, {"d": "\\"}]}}, "e": 2.5}"#, "/* c */ [1.5, 2.5,] // d",
    JSONTapeTests.object(48, "k"), JSONTapeTests.object(49, "aLongKey"),
    JSONTapeTests.object(100, "k", middle: JSONTapeTests.object(70, "k")),
    #"{"aTextOfMoreThanEightBytes": "and \u00e4nother one \"in\" quotes"}"#,
    #"["12345678", "1234567"]"#,
  ])
  func `a tape has the same values as nodes`(text: String) throws {
    let value = try JSONNode(parsing: Array(text.utf8)).value
    // Whole numbers are told apart there.
    func plain(_ value: JSONValue) -> JSONValue {
      switch value {
      case .integer(let number): return .number(Double(number))
      case .array(let elements): return .array(elements.map(plain))
      case .object(var object):
        for member in object.members { object[member.key] = plain(member.value) }
        return .object(object)
      default: return value
      }
    }
    #expect(try reading(text) { $0.value } == plain(value))
  }

  @Test func `members are found by short and long keys, and with escapes`() throws {
    let text =
      #"{"k": 1, "ks": 2, "abcdefg": 3, "abcdefgh": 4, "abcdefgi": 5, "\u006dasksPropertie\u0073": 6}"#
    try reading(text) { root in
      #expect(root.member("k")?.double == 1)
      #expect(root.member("ks")?.double == 2)
      #expect(root.member("abcdefg")?.double == 3)
      #expect(root.member("abcdefgh")?.double == 4)
      #expect(root.member("abcdefgi")?.double == 5)
      #expect(root.member("masksProperties")?.double == 6)
      #expect(root.member("abcdefgj") == nil)
      #expect(root.member("") == nil)
      #expect(root.nodeCount == 7)
    }
  }

  @Test(arguments: [
    #"{"a": 1, "b": 2, "a": 3}"#, #"{"abcdefgh": 1, "\u0061bcdefgh": 2}"#,
    #"{"abcdefgh": 1, "abcdefgi": 2, "abcdefgh": 3}"#,
    #"{"\u0061bcdefgh": 1, "abcdefgi": 2, "\u0061bcdefgi": 3}"#,
    "{" + (0..<100).map { #""k\#($0)": 0"# }.joined(separator: ",") + #", "k7": 1}"#,
    JSONTapeTests.object(100, "k", middle: JSONTapeTests.object(70, "k"), #", "k99": 1"#),
    JSONTapeTests.object(100, "aKey", middle: JSONTapeTests.object(70, "k", #", "k1": 1"#)),
    "[1, 2", #"{"a": 1} 2"#, #"["\x"]"#, "",
  ])
  func `a tape reports the same errors as nodes`(text: String) throws {
    let bytes = Array(text.utf8)
    let error = #expect(throws: JSONError.self) { try JSONTape(parsing: bytes) }
    #expect(throws: try #require(error)) { try JSONNode(parsing: bytes) }
  }

  @Test func `the last of repeated keys counts where they are allowed`() throws {
    for (text, count, places) in [
      (#"{"a": 1, "b": 2, "a": 3}"#, 2, [17]),
      (#"{"b": 2, "\u0061": 1, "a": 4, "a": 3}"#, 2, [22, 30]),
      (JSONTapeTests.object(100, "k", #", "a": 1, "a": 2, "a": 3"#), 101, nil),
      ("{" + String(repeating: #""a": 1, "#, count: 100_000) + #""a": 3}"#, 1, nil),
    ] as [(String, Int, [Int]?)] {
      let tape = try JSONTape(parsing: Array(text.utf8), allowsRepeatedKeys: true)
      withExtendedLifetime(tape) {
        #expect(tape.root.member("a")?.double == 3)
        #expect(tape.root.members.count == count)
        #expect(tape.repeatedKeys == places ?? tape.repeatedKeys)
        #expect((1...10).contains(tape.repeatedKeys.count))
      }
    }
  }

  @Test func `an object's members come before those that it is laid over`() throws {
    let tape = try JSONTape(parsing: Array(#"{"own": {"a": 1, "b": 2}, "other": {"b": 3}}"#.utf8))
    let own = try #require(tape.root.member("own"))
    tape.lay(try #require(tape.root.member("other")), over: own)
    #expect(own.member("a")?.double == 1)
    #expect(own.member("b")?.double == 3)
    tape.lay(try #require(tape.keep(["a": 4.5])), over: own)
    #expect(own.member("a")?.double == 4.5)
    #expect(own.member("b")?.double == 2)
    withExtendedLifetime(tape) {}
  }
}
