import JSON

/// Values as the format writes them: wrong kinds count as absent.
extension JSONCursor {
  /// The elements of an array, nil for other values.
  var array: [JSONCursor]? { elements.map { Array($0) } }

  /// Larger numbers count as this one, so that squares and products stay finite.
  private static let largest = 1e12

  private var single: Double? { double.map { min(max($0, -Self.largest), Self.largest) } }

  /// A number, or the first of a list.
  var number: Double? { single ?? elements?.first?.number }

  /// Flags are booleans or numbers.
  var flag: Bool { bool ?? ((double ?? 0) != 0) }

  /// A number without its fraction, within ±2³¹.
  var integer: Int? { number.map { Int(min(max($0, -2_147_483_648), 2_147_483_647)) } }

  /// The number of a layer, also as a text.
  var layerNumber: Int? { integer ?? text.flatMap { Int32($0) }.map { Int($0) } }

  /// Up to four numbers; missing ones are 0.
  var numbers: Numbers? {
    if let single { return Numbers(single, 0, 0, 0) }
    guard var list = elements, let first = list.next()?.number else { return nil }
    func next() -> Double { list.next()?.number ?? 0 }
    return Numbers(first, next(), next(), next())
  }
}
