import Stage
import Testing
import Wire

@Suite struct ControlKindTests {
  @Test func `the protocol's names of kinds are those of stages and saved values`() {
    #expect(
      ControlKind.allCases.map { $0.rawValue }
        == DisplayInterface.ControlKind.allCases.map { $0.name })
  }
}
