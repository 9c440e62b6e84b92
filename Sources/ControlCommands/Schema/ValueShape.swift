import Scene

/// All forms in which one value may be written.
struct ValueShape {
  /// Words to choose from, in the order in which the reader names them.
  var words: [String] = []
  /// True if properties of a layer's parts are taken.
  var takesPartProperties = false
  var takesStrings = false
  var takesFlags = false
  var number: ClosedRange<Double>?
  var integer: ClosedRange<Int>?
  var takesColors = false
  var takesSteps = false
  /// True if lengths may be negative; nil without lengths.
  var negativeLengths: Bool?
  /// The number of elements of arrays.
  var count: ClosedRange<Int>?
  /// The shape of the elements, or none.
  var elements: [ValueShape] = []
  /// The shape of the values of an object whose keys are names, or none.
  var namedValues: [ValueShape] = []
  /// Names of definitions of objects.
  var objects: [String] = []
  /// Names of shapes that several keys share.
  var references: [String] = []

  var isEmpty: Bool {
    words.isEmpty && !takesPartProperties && !takesStrings && !takesFlags && number == nil
      && integer == nil
      && !takesColors && !takesSteps && negativeLengths == nil && count == nil
      && namedValues.isEmpty
      && objects.isEmpty && references.isEmpty
  }

  mutating func formUnion(_ other: ValueShape) {
    words.appendNew(other.words)
    takesPartProperties = takesPartProperties || other.takesPartProperties
    takesStrings = takesStrings || other.takesStrings
    takesFlags = takesFlags || other.takesFlags
    number = Self.hull(number, other.number)
    integer = Self.hull(integer, other.integer)
    takesColors = takesColors || other.takesColors
    takesSteps = takesSteps || other.takesSteps
    if let negative = other.negativeLengths {
      negativeLengths = negative || negativeLengths ?? false
    }
    count = Self.hull(count, other.count)
    elements = Self.union(elements, other.elements)
    namedValues = Self.union(namedValues, other.namedValues)
    objects.appendNew(other.objects)
    references.appendNew(other.references)
  }

  mutating func add(_ form: ValueForm) {
    var other = ValueShape()
    switch form {
    case .string: other.takesStrings = true
    case .flag: other.takesFlags = true
    case .number(let range): other.number = range
    case .integer(let range): other.integer = range
    case .word(let words): other.words = words
    case .partProperty: other.takesPartProperties = true
    case .color: other.takesColors = true
    case .steps: other.takesSteps = true
    case .length(let allowsNegative): other.negativeLengths = allowsNegative
    case .array(let count), .oneOrMore(let count): other.count = count
    case .named(let name): other.references = [name]
    }
    formUnion(other)
  }

  private static func hull<Bound>(
    _ a: ClosedRange<Bound>?, _ b: ClosedRange<Bound>?
  ) -> ClosedRange<Bound>? {
    guard let a, let b else { return a ?? b }
    return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }

  private static func union(_ a: [ValueShape], _ b: [ValueShape]) -> [ValueShape] {
    guard var result = a.first, let other = b.first else { return a + b }
    result.formUnion(other)
    return [result]
  }
}

extension [String] {
  mutating func appendNew(_ others: [String]) {
    for other in others where !contains(other) { append(other) }
  }
}
