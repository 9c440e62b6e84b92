import Testing

@testable import Scene

@Suite struct PhasePlanTests {
  @Test func `phases take shares of the whole by their weights`() {
    let plan = PhasePlan(weights: [3, 1])
    #expect(plan.value(of: 0.5, in: 0) == 0.375)
    #expect(plan.value(of: 1, in: 0) == 0.75)
    #expect(plan.value(of: 0, in: 1) == 0.75)
    #expect(plan.value(of: 1, in: 1) == 1)
    #expect([0, 1].map { plan.part(of: $0) } == [0...0.75, 0.75...1])
    #expect([0, 0.7, 0.75, 1].map { plan.phase(at: $0) } == [0, 0, 1, 1])
  }

  @Test func `only the end of the last phase is the end`() {
    let plan = PhasePlan(weights: [1, 1e-30])
    #expect(plan.value(of: 1.0.nextDown, in: 1) < 1)
    #expect(plan.value(of: 1, in: 1) == 1)
  }

  @Test func `phases may be names alone, of equal weights`() throws {
    func phases(_ list: String) throws -> [PhaseDescription] {
      let text = """
        { "layers": [{ "kind": "progress", "style": "line", "name": "bar" }],
          "controls": { "job": { "kind": "progress", "drives": "bar", "phases": \(list) } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      return try #require(scene.controls[0].content.progress).phases
    }
    let found = try phases("[\"copy\", { \"name\": \"check\", \"weight\": 2 }]")
    #expect(
      found == [
        PhaseDescription(name: "copy", weight: 1, label: "copy"),
        PhaseDescription(name: "check", weight: 2, label: "check"),
      ])
    #expect(throws: SceneError.self) { try phases("[\"copy\", \"copy\"]") }
    #expect(throws: SceneError.self) { try phases("[\"copy\", \"\"]") }
  }
}
