import Stage
import Testing

/// States of as many changes as a control may have.
@Suite struct ManyChangesTests {
  @Test func `each of a thousand changes reaches its layer, and is undone`() throws {
    // The two states together change each layer three times in the mean; a control has at most
    // 1,000 changes.
    let count = 332
    let layers = (0..<count).map { index in
      "{ \"kind\": \"text\", \"name\": \"t\(index)\", \"string\": \"rest\", "
        + "\"frame\": [0, 0, 9, 9], \"fontSize\": 8 }"
    }
    func changes(_ indices: some Sequence<Int>, _ opacity: Double, _ text: String) -> String {
      indices.map { index in
        "{ \"layer\": \"t\(index)\", \"key\": \"opacity\", \"to\": \(opacity), \"duration\": 0 }, "
          + "{ \"layer\": \"t\(index)\", \"text\": \"\(text) \(index)\" }"
      }.joined(separator: ", ")
    }
    let player = try SteppedStage(
      """
      { "layers": [\(layers.joined(separator: ", "))],
        "controls": { "view": { "kind": "state", "states": {
          "none": {},
          "all": { "leave": { "duration": 0 }, "changes": [\(changes(0..<count, 0.25, "all"))] },
          "even": { "leave": { "duration": 0 },
            "changes": [\(changes(stride(from: 0, to: count, by: 2), 0.5, "even"))] } } } } }
      """)
    func check(_ state: String, _ expected: (Int) -> (opacity: Double, text: String)) throws {
      let shown = try player.stage.layers(depth: 1).filter { $0.text != nil }
      #expect(shown.count == count, "\(state)")
      for (index, layer) in shown.enumerated() {
        let (opacity, text) = expected(index)
        #expect(layer.opacity == opacity && layer.text == text, "\(state), \(index)")
      }
    }
    var time = 0.0
    func set(_ state: String) throws {
      try player.stage.setState("view", to: state)
      player.run(from: time, to: time + 0.1)
      time += 0.1
    }
    player.show(at: 0)
    try check("none") { _ in (1, "rest") }
    try set("all")
    try check("all") { (0.25, "all \($0)") }
    try set("even")
    try check("even") { $0 % 2 == 0 ? (0.5, "even \($0)") : (1, "rest") }
    try set("all")
    try check("all") { (0.25, "all \($0)") }
    try set("none")
    try check("none") { _ in (1, "rest") }
  }
}
