import JSON
import Testing
import Wire

@Suite struct FieldsTests {
  private let fields = Fields([
    "text": "t", "whole": 3, "real": 0.5, "flag": true, "nothing": nil, "kind": "step",
    "list": ["a", "b"], "object": ["x": 1],
  ])

  private func parameter<Value>(_ body: () throws(CallError) -> Value) -> JSONValue? {
    do throws(CallError) {
      _ = try body()
      return nil
    } catch {
      return error.name == "org.varlink.service.InvalidParameter"
        ? error.parameters["parameter"] : nil
    }
  }

  @Test func `rule 3: absent and null are the same for a nullable field`() throws {
    #expect(try fields.nullableString("nothing") == nil)
    #expect(try fields.nullableString("absent") == nil)
    #expect(try Fields(["list": []]).nullableArray("list") == [])
  }

  @Test func `the log has the reason for which the error has no field`() {
    func reason<Value>(_ body: () throws(CallError) -> Value) -> String? {
      do throws(CallError) {
        _ = try body()
        return nil
      } catch {
        #expect(error.parameters.members.map { $0.key } == ["parameter"])
        return error.reason
      }
    }
    #expect(reason { () throws(CallError) in try fields.string("absent") } == "it is missing")
    #expect(
      reason { () throws(CallError) in try fields.string("whole") } == "a string is expected")
    #expect(
      reason { () throws(CallError) in try fields.allow("text") }
        == "the method has no such parameter")
    #expect(
      reason { () throws(CallError) in
        try fields.enumeration("text", DisplayInterface.ControlKind.self)
      }?.contains("progress, ") == true)
  }

  @Test func `rule 5: a missing field is named`() {
    #expect(parameter { () throws(CallError) in try fields.string("absent") } == "absent")
    #expect(parameter { () throws(CallError) in try fields.float("nothing") } == "nothing")
  }

  @Test func `rule 5: a mistyped field is named`() {
    #expect(parameter { () throws(CallError) in try fields.string("whole") } == "whole")
    #expect(parameter { () throws(CallError) in try fields.integer("real") } == "real")
    #expect(parameter { () throws(CallError) in try fields.integer("text") } == "text")
    #expect(parameter { () throws(CallError) in try fields.float("text") } == "text")
    #expect(parameter { () throws(CallError) in try fields.bool("whole") } == "whole")
    #expect(parameter { () throws(CallError) in try fields.array("object") } == "object")
    #expect(parameter { () throws(CallError) in try fields.object("list") } == "list")
    #expect(
      parameter { () throws(CallError) in
        try fields.enumeration("text", DisplayInterface.ClockKind.self)
      } == "text")
  }

  @Test func `rule 5: an unknown field is named`() throws {
    try Fields(["a": 1, "b": nil]).allow("a", "b", "c")
    #expect(
      parameter { () throws(CallError) in try Fields(["a": 1, "d": 1]).allow("a") } == "d")
  }

  @Test func `fields of a structure are named with their place`() {
    let outer = Fields(["layers": [["name": 1]]])
    #expect(
      parameter { () throws(CallError) in
        try outer.structures("layers") { inner throws(CallError) in try inner.string("name") }
      } == "layers.name")
  }

  @Test func `only texts may be longer than names`() throws {
    let long = String(repeating: "é", count: 5)
    let fields = Fields(
      ["name": .string(long), "names": [.string(long)], "inner": [["name": .string(long)]]],
      nameBytes: 9)
    #expect(parameter { () throws(CallError) in try fields.string("name") } == "name")
    #expect(parameter { () throws(CallError) in try fields.nullableString("name") } == "name")
    #expect(parameter { () throws(CallError) in try fields.strings("names") } == "names")
    #expect(
      parameter { () throws(CallError) in
        try fields.enumeration("name", DisplayInterface.ClockKind.self)
      } == "name")
    #expect(
      parameter { () throws(CallError) in
        try fields.structures("inner") { inner throws(CallError) in try inner.string("name") }
      } == "inner.name")
    #expect(try fields.text("name") == long)
    #expect(try Fields(["name": .string(long)], nameBytes: 10).string("name") == long)
    #expect(try Fields(["name": .string(long)]).string("name") == long)
  }

  @Test func `values of the right type are read`() throws {
    #expect(try fields.string("text") == "t")
    #expect(try fields.integer("whole") == 3)
    #expect(try fields.float("whole") == 3)
    #expect(try fields.float("real") == 0.5)
    #expect(try fields.bool("flag"))
    #expect(try fields.enumeration("kind", DisplayInterface.ClockKind.self) == .step)
    #expect(try fields.strings("list") == ["a", "b"])
  }
}
