import JSON
import TestSupport
import Testing

extension SeededGenerator {
  mutating func string() -> String {
    let alphabet: [UnicodeScalar] = [
      "a", "Z", "0", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\t", "\u{7F}", "é", "\u{301}", "€",
      "😀", "\u{10FFFF}", "\u{FEFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<20, using: &self) {
      text.unicodeScalars.append(alphabet.randomElement(using: &self) ?? "x")
    }
    return text
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(.random(using: &self))
    case 2: return .integer(Int64(bitPattern: next()) >> Int64.random(in: 0..<64, using: &self))
    case 3:
      let double = Double(bitPattern: next())
      return .number(double.isFinite ? double : 0.5)
    case 4: return .number(Double(Int.random(in: -1000...1000, using: &self)) / 8)
    case 5: return .string(string())
    case 6:
      return .array((0..<Int.random(in: 0..<5, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<20, using: &self) {
        object[string()] = value(depth: depth - 1)
      }
      return .object(object)
    }
  }
}

func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

func error(_ bytes: [UInt8], _ dialect: JSONDialect = .strict) -> JSONError? {
  do {
    _ = try JSONNode(parsing: bytes, dialect: dialect, limits: .message)
    return nil
  } catch {
    return error
  }
}

func error(_ text: String, _ dialect: JSONDialect = .strict) -> JSONError? {
  error(Array(text.utf8), dialect)
}

@Suite struct JSONValueTests {
  @Test func `decoding what was encoded gives the same value`() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let value = generator.value(depth: 4)
      #expect(try JSONValue(parsing: value.encoded()) == value, "seed \(seed)")
      var pretty = JSONWriter(indentation: 2)
      pretty.value(value)
      #expect(try JSONValue(parsing: pretty.bytes) == value, "seed \(seed), pretty")
      #expect(try JSONNode(parsing: pretty.bytes).value == value, "seed \(seed), node")
    }
  }

  @Test(arguments: [
    ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("-0.0", .number(-0.0)), ("1.0", .number(1)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("1000000000000000000", .integer(1_000_000_000_000_000_000)),
    ("5.000000000000000000000e-01", .number(0.5)), ("1e3", .number(1000)),
    ("1E+2", .number(100)), ("0.1", .number(0.1)), ("123456789.125", .number(123456789.125)),
    ("2.2250738585072011e-308", .number(Double.leastNormalMagnitude.nextDown)),
    ("1.7976931348623157e308", .number(1.7976931348623157e308)), ("1e-400", .number(0)),
    ("9007199254740993.0", .number(9_007_199_254_740_992)), ("0e999999999999", .number(0)),
    ("0.00000000000000000000000000001", .number(1e-29)),
    ("100000000000000000000000", .number(1e23)), ("8.41e21", .number(8.41e21)),
  ])
  func `numbers are read exactly`(text: String, value: JSONValue) throws {
    let read = try parse(text)
    #expect(read == value)
    if let double = read.doubleValue, let expected = value.doubleValue {
      #expect(double.bitPattern == expected.bitPattern)
    }
  }

  @Test func `random decimals equal the standard library's reading`() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<20_000 {
      var text = "\(Int.random(in: -99...99, using: &generator))."
      let most = round.isMultiple(of: 100) ? 1000 : 25
      for _ in 0..<Int.random(in: 1...most, using: &generator) {
        text += "\(Int.random(in: 0...9, using: &generator))"
      }
      if Bool.random(using: &generator) {
        let most = Bool.random(using: &generator) ? 30 : 340
        text += "e\(Int.random(in: -most...min(most, 306), using: &generator))"
      }
      #expect(try parse(text).doubleValue?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `halfway between two doubles is the even one, and a little above the upper`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      // An odd number of 54 bits, doubled again and again: least significant digit first.
      var digits = String(UInt64.random(in: 1 << 53..<1 << 54, using: &generator) | 1)
        .utf8.reversed().map { Int($0) - 48 }
      for _ in 0..<Int.random(in: 0...960, using: &generator) {
        var carry = 0
        for index in digits.indices {
          carry += digits[index] * 2
          digits[index] = carry % 10
          carry /= 10
        }
        if carry > 0 { digits.append(carry) }
      }
      let whole = digits.reversed().map(String.init).joined()
      for text in ["\(whole).0", "\(whole).\(String(repeating: "0", count: 900))1"] {
        #expect(try parse(text).doubleValue?.bitPattern == Double(text)?.bitPattern, "\(text)")
      }
    }
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t""#, "é😀\"\\/\u{8}\u{C}\n\r\t"), (#""""#, ""),
    (#""\u0000""#, "\u{0}"), ("\"é€😀\u{7F}\"", "é€😀\u{7F}"),
  ])
  func `escapes are undone`(text: String, value: String) throws {
    #expect(try parse(text) == .string(value))
  }

  @Test func `numbers convert to each other where no digit is lost`() throws {
    #expect(try parse("1.0").integerValue == 1)
    #expect(try parse("1e3").integerValue == 1000)
    #expect(try parse("1.5").integerValue == nil)
    #expect(try parse("1e300").integerValue == nil)
    #expect(try parse("3").doubleValue == 3)
  }

  @Test func `the writer never emits what JSON cannot say`() {
    let value: JSONValue = [.number(.nan), .number(.infinity), .number(-.infinity)]
    #expect(String(decoding: value.encoded(), as: UTF8.self) == "[null,null,null]")
  }

  @Test func `values are written as compact and pretty text`() {
    let value: JSONValue = ["a": [1, 2.5, true, nil], "b": [:], "c": [], "d\n": "\u{1}"]
    #expect(
      String(decoding: value.encoded(), as: UTF8.self)
        == #"{"a":[1,2.5,true,null],"b":{},"c":[],"d\n":"\u0001"}"#)
    var pretty = JSONWriter(indentation: 2)
    pretty.value(["a": [1], "b": [:]])
    #expect(
      String(decoding: pretty.bytes, as: UTF8.self)
        == "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}")
  }

  @Test func `several messages share one buffer`() {
    var writer = JSONWriter()
    writer.value(["a": 1])
    writer.terminate(with: 0)
    writer.value(["b": 2])
    #expect(writer.bytes == Array("{\"a\":1}\0{\"b\":2}".utf8))
  }
}
