import JSON
import Testing
import Wire

/// The rules of a Varlink server that a message by itself can keep or break.
@Suite struct CallTests {
  private static func parse(_ text: String) throws(ProtocolError) -> Call {
    try Call(parsing: Array(text.utf8).span)
  }

  @Test func `rule 1: white space outside the object is accepted`() throws {
    #expect(try Self.parse(" \r\n\t{\"method\":\"a.B\"} \n").method == "a.B")
  }

  @Test func `a call has few values, and a reply may have many`() throws {
    let most = JSONLimits.call.nodeCount
    func text(_ count: Int, _ head: String) -> [UInt8] {
      let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
      return Array("{\(head)\"parameters\":{\(members)}}".utf8)
    }
    // Beside the members: the message, the method and the parameters.
    let method = "\"method\":\"a.B\","
    #expect(try Call(parsing: text(most - 3, method).span).parameters["k4092"] == 0)
    let error = #expect(throws: ProtocolError.self) {
      try Call(parsing: text(most - 2, method).span)
    }
    #expect(error?.reason.contains("at most \(most) values") == true)
    #expect(try Reply(parsing: text(60_000, "").span).parameters["k59999"] == 0)
  }

  @Test func `rule 1: no white space outside the object is emitted`() {
    let bytes = Call("a.B", parameters: ["x": [1, 2], "y": ["z": nil]], mode: .more).encoded()
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"method\":\"a.B\",\"parameters\":{\"x\":[1,2],\"y\":{\"z\":null}},\"more\":true}\0")
  }

  @Test(
    "rule 2: an invalid message breaks the connection",
    arguments: [
      ("", "bad JSON"), ("{", "bad JSON"), ("{\"method\":\"a.B\"} x", "bad JSON"),
      ("{'method':'a.B'}", "bad JSON"), ("{\"method\":\"a.B\",}", "bad JSON"),
      ("[]", "an array"), ("\"a.B\"", "a string"), ("17", "a number"), ("null", "null"),
      ("{}", "'method' is missing"), ("{\"method\":1}", "'method' is a number"),
      ("{\"method\":null}", "'method' is null"),
      ("{\"method\":\"a.B\",\"more\":1}", "'more' is a number"),
      ("{\"method\":\"a.B\",\"oneway\":\"true\"}", "'oneway' is a string"),
      ("{\"method\":\"a.B\",\"upgrade\":null}", "'upgrade' is null"),
      ("{\"method\":\"a.B\",\"extra\":1}", "unknown key 'extra'"),
      ("{\"method\":\"a.B\",\"more\":true,\"oneway\":true}", "more than one"),
      ("{\"method\":\"a.B\",\"upgrade\":true,\"oneway\":true}", "more than one"),
      ("{\"method\":\"a.B\",\"parameters\":[]}", "'parameters' is an array"),
      ("{\"method\":\"a.B\",\"parameters\":\"x\"}", "'parameters' is a string"),
      ("\u{FEFF}{\"method\":\"a.B\"}", "byte order mark"),
      ("{\"method\":\"a.B\",\"method\":\"a.C\"}", "bad JSON"),
      ("{\"method\":\"a.B\",\"parameters\":{\"x\":1,\"x\":2}}", "bad JSON"),
    ])
  func breaks(_ text: String, _ reason: String) {
    let error = #expect(throws: ProtocolError.self) { try Self.parse(text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "rule 2: invalid UTF-8 breaks the connection",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ])
  func invalidUTF8(_ bad: [UInt8]) {
    let bytes = Array("{\"method\":\"a.".utf8) + bad + Array("\"}".utf8)
    #expect(throws: ProtocolError.self) { try Call(parsing: bytes.span) }
  }

  @Test func `rule 2: a vendor's key is ignored`() throws {
    let call = try Self.parse("{\"method\":\"a.B\",\"com.example.trace\":{\"x\":[1]}}")
    #expect(call == Call("a.B"))
  }

  @Test func `rule 2: one flag may be true and the others false`() throws {
    let text = "{\"method\":\"a.B\",\"more\":false,\"oneway\":true,\"upgrade\":false}"
    #expect(try Self.parse(text).mode == .oneway)
  }

  @Test func `rule 3: absent, null and empty parameters are the same`() throws {
    let bare = try Self.parse("{\"method\":\"a.B\"}")
    #expect(try Self.parse("{\"method\":\"a.B\",\"parameters\":null}") == bare)
    #expect(try Self.parse("{\"method\":\"a.B\",\"parameters\":{}}") == bare)
    #expect(bare.encoded() == Array("{\"method\":\"a.B\"}\0".utf8))
    #expect(Reply().encoded() == Array("{}\0".utf8))
  }

  @Test func `rule 4: a reply says continues only when more follow, and never with an error`()
    throws
  {
    #expect(Reply(["x": 1]).encoded() == Array("{\"parameters\":{\"x\":1}}\0".utf8))
    #expect(
      Reply(["x": 1], continues: true).encoded()
        == Array("{\"parameters\":{\"x\":1},\"continues\":true}\0".utf8))
    #expect(
      Reply(.permissionDenied).encoded()
        == Array("{\"error\":\"org.varlink.service.PermissionDenied\"}\0".utf8))
    let both = Array("{\"error\":\"a.E\",\"continues\":true}".utf8)
    #expect(throws: ProtocolError.self) { try Reply(parsing: both.span) }
  }

  @Test func `rule 6: numbers may have exponents and integers have 64 bits`() throws {
    let text = """
      {"method":"a.B","parameters":{"c":5.000000000000000000000e-01,"go":1,
      "big":-9223372036854775808,"max":9223372036854775807,"e":1e3}}
      """
    let fields = Fields(try Self.parse(text).parameters)
    #expect(try fields.float("c") == 0.5)
    #expect(try fields.float("go") == 1)
    #expect(try fields.integer("big") == .min)
    #expect(try fields.integer("max") == .max)
    #expect(try fields.integer("e") == 1000)
  }

  @Test func `rule 6: no infinity is emitted`() {
    let reply = Reply(["x": .number(.infinity), "y": .number(.nan)])
    #expect(reply.encoded() == Array("{\"parameters\":{\"x\":null,\"y\":null}}\0".utf8))
  }

  @Test func `rule 6: a number out of range breaks the connection`() {
    #expect(throws: ProtocolError.self) {
      try Self.parse("{\"method\":\"a.B\",\"parameters\":{\"x\":1e999}}")
    }
  }

  @Test func `the interface ends at the last dot`() {
    #expect(Call("io.example.thing.Do").methodParts == ("io.example.thing", "Do"))
    #expect(Call("Do").methodParts == (nil, "Do"))
    #expect(Call("a.").methodParts == ("a", ""))
  }

  @Test(
    "decoding of encoding is the identity",
    arguments: [Call.Mode.one, .more, .oneway, .upgrade])
  func roundTrip(_ mode: Call.Mode) throws {
    let call = Call("a.b.C", parameters: ["x": 0.1, "y": "\u{1F600}\\\"\n", "z": []], mode: mode)
    let bytes = call.encoded()
    #expect(try Call(parsing: bytes.span.extracting(0..<bytes.count - 1)) == call)
  }

  @Test func `a reply's decoding of encoding is the identity`() throws {
    for reply in [
      Reply(), Reply(["x": 1], continues: true), Reply(.invalidParameter("x", "it is missing")),
      Reply(.noSuchControl("y")),
    ] {
      let bytes = reply.encoded()
      #expect(try Reply(parsing: bytes.span.extracting(0..<bytes.count - 1)) == reply)
    }
  }
}
