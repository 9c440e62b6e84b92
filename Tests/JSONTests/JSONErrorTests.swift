import JSON
import TestSupport
import Testing

@Suite struct JSONErrorTests {
  /// Text, offset, kind and message.
  @Test(arguments: [
    ("", 0, JSONError.Kind.unexpectedEnd, "expected a value, found the end of the text"),
    (" {", 2, .unexpectedEnd, "expected a key in quotes or '}', found the end of the text"),
    ("{a:1}", 1, .unexpected, "expected a key in quotes, found 'a'"),
    (#"{"a" 1}"#, 5, .unexpected, "expected ':' after the key, found '1'"),
    (#"{"a":1 "b":2}"#, 7, .unexpected, #"expected ',' or '}', found '"'"#),
    (#"{"a":1,}"#, 7, .unexpected, "expected a key in quotes, found '}'"),
    ("[1,]", 3, .unexpected, "expected a value, found ']'"),
    ("[1 2]", 3, .unexpected, "expected ',' or ']', found '2'"),
    ("[1}", 2, .unexpected, "expected ',' or ']', found '}'"),
    ("1 2", 2, .unexpected, "expected the end of the text, found '2'"),
    ("nul", 0, .unexpected, "expected a value, found 'nul'"),
    ("NaN", 0, .unexpected, "expected a value, found 'NaN'"),
    ("truex", 0, .unexpected, "expected a value, found 'truex'"),
    ("// c\n1", 0, .unexpected, "expected a value, found '/'"),
    ("01", 0, .invalidNumber, "expected a number without leading zeros, found '0'"),
    ("-", 1, .unexpectedEnd, "expected a digit after '-', found the end of the text"),
    ("1.x", 2, .invalidNumber, "expected a digit after '.', found 'x'"),
    ("1e+ ", 3, .invalidNumber, "expected a digit of the exponent, found ' '"),
    ("1e999", 0, .numberOutOfRange, "expected a number of at most 1.797e308, found a greater one"),
    (
      #"{"a":1,"b":2,"a":3}"#, 13, .duplicateKey,
      "expected each key once in an object, found 'a' again"
    ),
    (
      "\"a\nb\"", 2, .controlCharacter,
      "expected '\"' before the line's end, found the end of the line"
    ),
    (
      "\"\u{1}\"", 1, .controlCharacter,
      "expected an escape such as \\t or \\u0009, found the byte 0x01"
    ),
    ("[\u{0}]", 1, .controlCharacter, "expected a value, found the byte 0x00"),
    (
      #""\x""#, 1, .invalidEscape,
      #"expected one of \" \\ \/ \b \f \n \r \t \u, found '\' and 'x'"#
    ),
    (
      #""\ud800""#, 1, .invalidEscape,
      #"expected a pair of surrogates such as \uD83D\uDE00, found one alone"#
    ),
    (
      #""\udc00\ud800""#, 1, .invalidEscape,
      #"expected a pair of surrogates such as \uD83D\uDE00, found one alone"#
    ),
    (#""\u12g4""#, 1, .invalidEscape, #"expected four hexadecimal digits after '\u', found 'g'"#),
    ("\"abc", 0, .unexpectedEnd, "expected '\"' at the string's end, found the end of the text"),
    ("\u{FEFF}1", 0, .unexpected, "expected a value, found a byte order mark"),
    ("é", 0, .unexpected, "expected a value, found 'é'"),
  ])
  func `a mistake has its place and both sides`(
    text: String, offset: Int, kind: JSONError.Kind, message: String
  ) {
    let found = error(text)
    #expect(found?.offset == offset)
    #expect(found?.kind == kind)
    #expect(found?.message == message)
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF], [0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xC3, 0x28],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused at their first byte`(bad: [UInt8]) {
    let found = error(Array("\"ab".utf8) + bad + Array("\"".utf8))
    #expect(found?.kind == .invalidUTF8)
    #expect(found?.offset == 3)
    // ASCII is read eight bytes at a time.
    for before in 0...24 {
      for after in 0...9 {
        let bytes = ascii(before) + bad + ascii(after)
        let offset = firstInvalidUTF8(in: bytes.span)
        #expect(offset == before, "\(before) bytes before, \(after) after")
      }
    }
  }

  @Test func `valid UTF-8 between any number of ASCII bytes is taken`() {
    for before in 0...24 {
      for after in 0...9 {
        let bytes = ascii(before) + Array("é€\u{1F600}".utf8) + ascii(after)
        let offset = firstInvalidUTF8(in: bytes.span)
        #expect(offset == nil, "\(before) bytes before, \(after) after")
      }
    }
  }

  private func ascii(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "a"), count: count) }

  @Test func `the relaxed dialect takes comments, trailing commas and a mark`() throws {
    let text = "\u{FEFF}// head\n{ /* a */ \"a\": [1, 2, /* x */ ], // tail\n }\n// end"
    let node = try JSONNode(parsing: Array(text.utf8))
    #expect(node.value == ["a": [1, 2]])
    #expect(error("[1, // one\r2] // two\r", .relaxed) == nil)
    #expect(error("[1 /* x", .relaxed)?.kind == .unexpectedEnd)
    #expect(error("[1 / 2]", .relaxed)?.offset == 3)
    #expect(error("[,]", .relaxed)?.message == "expected a value, found ','")
    #expect(error("[1,,2]", .relaxed)?.offset == 3)
  }

  @Test func `keys are compared by their code units`() throws {
    // Equal to Unicode, and to String.
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}"
    let object = try #require(try parse(text).objectValue)
    #expect(object.members.map { $0.value } == [1, 2, 3, 4])
    #expect(object["e\u{301}"] == 2 && object["\u{212A}"] == 4)
    #expect(error("{\"\u{E9}\":1,\"\\u00E9\":2}")?.kind == .duplicateKey)
    let many = (0..<20).map { "\"\($0)\":0," }.joined()
    #expect(error("{" + many + text.dropFirst()) == nil)
    #expect(error("{" + many + "\"\u{E9}\":0," + text.dropFirst())?.kind == .duplicateKey)
  }

  @Test func `nodes have their line and column`() throws {
    let text = #"  { "name" : [ 12 , "é" ] }"#
    let bytes = Array(text.utf8)
    let node = try JSONNode(parsing: bytes)
    func slice(_ node: JSONNode) -> String {
      String(decoding: bytes[node.offset..<node.end], as: UTF8.self)
    }
    #expect(node.offset == 2)
    guard case .object(let members) = node.content, let member = members.first,
      case .array(let elements) = member.value.content
    else {
      Issue.record("not the tree that was written")
      return
    }
    #expect(member.keyOffset == 4)
    #expect(slice(member.value) == #"[ 12 , "é" ]"#)
    #expect(elements.map(slice) == ["12", #""é""#])
  }

  @Test func `the limits of depth and count hold`() {
    let limits = JSONLimits(byteCount: 40, depth: 3, nodeCount: 6)
    func kind(_ text: String) -> JSONError.Kind? {
      do {
        _ = try JSONValue(parsing: Array(text.utf8), limits: limits)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind("[[[]]]") == nil)
    #expect(kind("[[[[]]]]") == .limitExceeded)
    #expect(kind("[1,2,3,4,5]") == nil)
    #expect(kind("[1,2,3,4,5,6]") == .limitExceeded)
    #expect(kind(String(repeating: " ", count: 39) + "1") == nil)
    #expect(kind(String(repeating: " ", count: 40) + "1") == .limitExceeded)
    #expect(error(String(repeating: "[", count: 1_000_000))?.kind == .limitExceeded)
  }

  @Test func `items of an array and members of an object are limited one by one`() {
    let limits = JSONLimits(byteCount: 100, depth: 3, nodeCount: 50, itemCount: 3)
    func found(_ text: String) -> JSONError? {
      do throws(JSONError) {
        _ = try JSONNode(parsing: Array(text.utf8), limits: limits)
        return nil
      } catch {
        return error
      }
    }
    #expect(found("[[1,2,3],[1,2,3],[1,2,3]]") == nil)
    #expect(found(#"{"a":1,"b":[],"c":{}}"#) == nil)
    #expect(found("[1,2,3, 4x")?.kind == .limitExceeded)
    #expect(found("[1,2,3, 4x")?.offset == 8)
    #expect(found(#"[{"a":1,"b":2,"c":3,"d":x"#)?.kind == .limitExceeded)
    #expect(found(#"[{"a":1,"b":2,"c":3,"d":x"#)?.offset == 20)
  }

  @Test func `every prefix of a valid text fails cleanly`() {
    let text = #"{"a":[1.5e3,"\u00e9\ud83d\ude00é",null,true,{"b":false}],"c":{},"d":-12}"#
    let bytes = Array(text.utf8)
    #expect(error(bytes) == nil)
    for length in 0..<bytes.count {
      let found = error(Array(bytes[..<length]))
      #expect(found != nil, "prefix of \(length) bytes")
      #expect((found?.offset ?? -1) <= length)
    }
  }

  @Test func `arbitrary and mutated bytes never trap`() {
    let seedText = Array(
      #"{"a":[1.5e3,"\u00e9\ud83d\ude00é",null,true,{"b":false}],/*x*/"c":{},}//"#.utf8)
    for seed in 0..<20_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = seedText
      if seed % 4 == 0 {
        bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      for _ in 0..<Int.random(in: 1..<6, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
        }
      }
      for dialect in [JSONDialect.strict, .relaxed] {
        if let found = error(bytes, dialect) {
          #expect((0...bytes.count).contains(found.offset), "seed \(seed)")
        }
      }
    }
  }

  @Test func `many keys stay linear and duplicates among them are found`() throws {
    let keys = (0..<30_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(error("{\(keys)}") == nil)
    #expect(error("{\(keys),\"k5\":1}")?.kind == .duplicateKey)
  }
}
