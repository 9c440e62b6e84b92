import CodeUnits
import JSON

/// The values of a scene's variables, and the texts that they are filled in.
struct VariableFilling {
  /// The values that were worked out, with those of other variables in them.
  var values: [ExactText: JSONNode.Content] = [:]
  /// Variables with a mistake.
  var wrong: Set<ExactText> = []
  /// Texts that stay without the value of a variable for a mistake, which is reported: they hide
  /// other mistakes there.
  var unfilled: [Range<Int>] = []
  /// True if a name in the text that is being filled in has no value for a mistake.
  var hasFailed = false
  /// The variables of the style being filled in, whose names stay until the style is used.
  var styleNames: Set<ExactText> = []
  /// Names of definitions with variables in them.
  var composedNames: Set<ComposedName> = []
  /// The name that was filled in last as a text; nil for a text that is no such name.
  var lastName: ComposedName?
  /// Composed names with one variable of the scene, by the places of their texts.
  var names: [Int: FilledName] = [:]
  /// Texts that begin with a misspelt variable, by their places.
  var misspelt: [Int: MisspeltVariable] = [:]
}
