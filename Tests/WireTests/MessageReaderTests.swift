import JSON
import TestSupport
import Testing
import Wire

@Suite struct MessageReaderTests {
  private static let stream: [UInt8] = [
    Call("a.b.C", parameters: ["x": 1]).encoded(),
    Call("a.b.D", mode: .oneway).encoded(),
    Array(" \n{\"method\":\"a.b.Ünïcode\",\"parameters\":null}\t\0".utf8),
    Call("a.b.E", parameters: ["text": "NUL \u{0} inside"], mode: .more).encoded(),
  ].flatMap { $0 }

  private static func calls(
    in reader: inout MessageReader
  ) throws(ProtocolError) -> [Call] {
    var calls: [Call] = []
    while let call = try reader.nextCall() { calls.append(call) }
    return calls
  }

  @Test func `a merged read gives every message in order`() throws {
    var reader = MessageReader()
    reader.append(Self.stream.span)
    let calls = try Self.calls(in: &reader)
    #expect(calls.map { $0.method } == ["a.b.C", "a.b.D", "a.b.Ünïcode", "a.b.E"])
    #expect(calls[3].parameters["text"] == "NUL \u{0} inside")
    #expect(reader.isEmpty)
  }

  @Test func `a read split at any byte gives the same messages`() throws {
    var whole = MessageReader()
    whole.append(Self.stream.span)
    let expected = try Self.calls(in: &whole)
    for split in 0...Self.stream.count {
      var reader = MessageReader()
      reader.append(Self.stream.span.extracting(0..<split))
      var calls = try Self.calls(in: &reader)
      reader.append(Self.stream.span.extracting(split..<Self.stream.count))
      calls += try Self.calls(in: &reader)
      #expect(calls == expected, "split at \(split)")
    }
  }

  @Test func `a message that is looked at stays the next one`() throws {
    var reader = MessageReader()
    reader.append(Self.stream.span)
    for method in ["a.b.C", "a.b.D"] {
      try reader.checkNextCall()
      try reader.checkNextCall()
      let call = try reader.nextCall()
      #expect(call?.method == method)
    }
    var broken = MessageReader()
    broken.append(Array("{]".utf8).span)
    try broken.checkNextCall()
    broken.append([0].span)
    #expect(throws: ProtocolError.self) { try broken.checkNextCall() }
    let isThere = broken.hasMessage()
    #expect(isThere)
  }

  @Test func `a message byte by byte is a message`() throws {
    var reader = MessageReader()
    var calls: [Call] = []
    for byte in Self.stream {
      reader.append([byte].span)
      calls += try Self.calls(in: &reader)
    }
    #expect(calls.count == 4)
  }

  @Test func `a message at the limit passes and one above it does not`() throws {
    let call = Call("a.b.C").encoded()
    var exact = MessageReader(byteLimit: call.count - 1)
    exact.append(call.span)
    let accepted = try exact.nextCall()
    #expect(accepted != nil)
    var tight = MessageReader(byteLimit: call.count - 2)
    tight.append(call.span)
    #expect(throws: ProtocolError.self) { try tight.nextCall() }
  }

  @Test func `an unfinished message above the limit fails without its end`() throws {
    var reader = MessageReader(byteLimit: 10)
    reader.append(Array("\"0123456789".utf8).span)
    let isOver = reader.hasMessage()
    #expect(isOver)
    #expect(throws: ProtocolError.self) { try reader.nextCall() }
  }

  @Test func `an empty message is a mistake`() {
    var reader = MessageReader()
    reader.append([UInt8(0)].span)
    #expect(throws: ProtocolError.self) { try reader.nextCall() }
  }

  @Test func `descriptors belong to the last message of their read`() throws {
    var reader = MessageReader()
    let first = Call("a.b.First").encoded()
    let second = Call("a.b.Second").encoded()
    reader.append((first + second).span, descriptorCount: 2)
    reader.append(first.span)
    let calls = try Self.calls(in: &reader)
    #expect(calls.map { $0.descriptorCount } == [0, 2, 0])
  }

  @Test func `descriptors of an unfinished message wait for its end`() throws {
    var reader = MessageReader()
    let first = Call("a.b.First").encoded()
    let second = Call("a.b.Second").encoded()
    reader.append(first.span)
    reader.append(second.span.extracting(0..<5), descriptorCount: 1)
    let before = try Self.calls(in: &reader)
    #expect(before.map { $0.descriptorCount } == [0])
    reader.append(second.span.extracting(5..<second.count))
    let after = try Self.calls(in: &reader)
    #expect(after.map { $0.descriptorCount } == [1])
  }

  @Test(arguments: [0, 1])
  func `too many waiting descriptors are a mistake, also if some were not taken`(losses: Int) {
    var reader = MessageReader()
    for _ in 0...MessageReader.descriptorLimit {
      reader.append([UInt8(ascii: " ")].span, descriptorCount: 1 - losses, lossCount: losses)
    }
    // A message with an error has to be reported as waiting, too.
    let hasMessage = reader.hasMessage()
    #expect(hasMessage)
    #expect(throws: ProtocolError.self) { try reader.nextCall() }
  }

  @Test(arguments: 1...40) func `arbitrary bytes never trap`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("{}[]\",:\\truefalsnmhod.0123-+eE \u{0}\u{0}ü\n".utf8)
    for _ in 0..<200 {
      var reader = MessageReader(byteLimit: 64)
      var replies = MessageReader(byteLimit: 64)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let isNoise = Bool.random(using: &generator)
        let bytes: [UInt8] = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          isNoise
            ? UInt8.random(in: 0...255, using: &generator)
            : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
        let descriptors = Int.random(in: 0...2, using: &generator)
        reader.append(bytes.span, descriptorCount: descriptors)
        replies.append(bytes.span, descriptorCount: descriptors)
        while (try? reader.nextCall()) != nil {}
        while (try? replies.nextReply()) != nil {}
        #expect(reader.byteCount >= 0, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...40) func `a call survives any change of its bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = Self.stream
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      var reader = MessageReader()
      reader.append(bytes.span)
      var count = 0
      while (try? reader.nextCall()) != nil { count += 1 }
      #expect(count <= bytes.filter { $0 == 0 }.count, "seed \(seed)")
    }
  }
}
