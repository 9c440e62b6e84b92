import CodeUnits
import JSON
import Layers

/// The phases of a progress control, as an object (`{ "download": 3, "unpack": 1 }`) or as an array
/// of names and of objects with a name.
extension SceneReader {
  func phases(_ node: JSONNode) -> [PhaseDescription] {
    note(node, .named("phases"))
    var phases: [PhaseDescription] = []
    switch node.content {
    case .object(let members):
      guard isFewEnough(members.count, node) else { return [] }
      for member in members where !isFull {
        guard isName(member.key, at: member.keyOffset, of: "a phase") else { continue }
        if let phase = phase(named: member.key, member.value) { phases.append(phase) }
      }
    case .array(let elements):
      guard isFewEnough(elements.count, node) else { return [] }
      for element in elements where !isFull {
        guard let phase = phase(element) else { continue }
        guard !phases.contains(where: { $0.name.isIdentical(to: phase.name) }) else {
          error(
            .conflict, at: element.offset,
            "two phases are called \"" + ObjectReader.shortened(phase.name) + "\"",
            expected: "a name of its own for each phase")
          continue
        }
        phases.append(phase)
      }
    default:
      wrongType(
        node, "phases", expected: "an object of names and weights, or an array of phases")
    }
    return phases
  }

  private func isFewEnough(_ count: Int, _ node: JSONNode) -> Bool {
    guard (1...SceneLimits.phases).contains(count) else {
      error(
        .limit, at: node.offset, "\(count) phases", expected: "1 to \(SceneLimits.phases)")
      return false
    }
    return true
  }

  /// A weight, or an object with a weight and a label.
  private func phase(named name: String, _ node: JSONNode) -> PhaseDescription? {
    if case .object = node.content {
      guard var reader = ObjectReader(self, node, key: name, owner: "a phase") else { return nil }
      let phase = phase(named: name, &reader)
      reader.finish()
      return phase
    }
    guard let weight = number(node, name, in: Self.phaseWeights) else { return nil }
    return PhaseDescription(name: name, weight: weight, label: name)
  }

  /// A name, or an object with one.
  private func phase(_ node: JSONNode) -> PhaseDescription? {
    if case .string(let name) = node.content {
      note(node, .string)
      guard isName(name, at: node.offset, of: "a phase") else { return nil }
      return PhaseDescription(name: name, weight: 1, label: name)
    }
    guard var reader = ObjectReader(self, node, key: "phases", owner: "a phase") else {
      return nil
    }
    let name = reader.require("name", expected: "the name that requests call it by")
    let phase = name.flatMap { node -> PhaseDescription? in
      guard let name = string(node, "name"), isName(name, at: node.offset, of: "a phase")
      else { return nil }
      return self.phase(named: name, &reader)
    }
    if phase == nil {
      _ = reader.take("weight")
      _ = reader.take("label")
    }
    reader.finish()
    return phase
  }

  private func phase(named name: String, _ reader: inout ObjectReader) -> PhaseDescription {
    PhaseDescription(
      name: name, weight: reader.number("weight", in: Self.phaseWeights) ?? 1,
      label: self.label(&reader) ?? name)
  }

  /// True for a text with the label of the phase.
  func showsPhase(_ content: LayerDescription.Content) -> Bool {
    guard case .text(let text) = content else { return false }
    let runs = text.runs.map { $0.string } + [text.string, text.unknown ?? ""]
    let forms = runs.flatMap { run in localizations.map { $0.text(run) } + [run] }
    return forms.contains { TextTemplate($0).hasPhase }
  }

  /// Keeps the characters of the phases' labels that no font of the text that shows them has.
  func noteMissingCharacters(
    inPhases node: JSONNode, shownBy content: LayerDescription.Content
  ) {
    var phases: [JSONNode] = []
    switch node.content {
    case .object(let members): phases = members.map { $0.value }
    case .array(let elements): phases = elements
    default: break
    }
    for phase in phases {
      guard case .object(let members) = phase.content,
        let label = members.first(where: { $0.key.isIdentical(to: "label") })?.value,
        case .string(let text) = label.content
      else { continue }
      noteMissingCharacters(in: forms(of: text, at: label), shownBy: content, at: label.offset)
    }
  }

  private static var phaseWeights: ClosedRange<Double> { 0.001...1e6 }
}
