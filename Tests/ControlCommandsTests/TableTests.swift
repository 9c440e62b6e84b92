import JSON
import Testing

@testable import ControlCommands

struct TableTests {
  @Test func `columns are as wide as their widest cell`() {
    var table = Table(header: ["A", "LONG"])
    table.append(["wide", "x"])
    table.append(["é", ""])
    #expect(table.lines == ["A     LONG", "wide  x", "é"])
  }

  @Test func `numbers in cells have three decimals at most`() {
    #expect(JSONValue.number(0.129162).cell == "0.129")
    #expect(JSONValue.number(40).cell == "40")
    #expect(JSONValue.number(1e300).cell == "1e+300")
    #expect(JSONValue.null.cell == "-")
    #expect(JSONValue.array(["a", "b"]).cell == "a,b")
  }
}
