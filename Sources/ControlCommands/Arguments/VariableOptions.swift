import ArgumentParser
import Lottie
import Scene

/// Values for the variables of a scene that is read here.
struct VariableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give a variable of the scene, or a slot of a Lottie file, another value; may be repeated.",
      valueName: "name=value"),
    transform: Self.assignment)
  var setVariable: [VariableAssignment] = []

  var all: [VariableAssignment] { setVariable }

  /// The values for the slots of a Lottie file.
  var slots: [LottieSlotSetting] {
    setVariable.map { LottieSlotSetting(name: $0.name, value: $0.value) }
  }

  private static func assignment(_ text: String) throws -> VariableAssignment {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("'\(text)' sets nothing; write NAME=VALUE")
    }
    return VariableAssignment(
      name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}
