/// A length that is calculated: `calc()`, `min()`, `max()` and `clamp()` (CSS Values level 4,
/// section 10).
indirect enum Calculation: Equatable {
  case length(LengthValue)
  case sum(Calculation, Calculation)
  case difference(Calculation, Calculation)
  case product(Calculation, Calculation)
  case quotient(Calculation, Calculation)
  case least([Calculation])
  case greatest([Calculation])

  /// Functions and brackets in one another.
  private static let depthLimit = 16
  /// Operands of a sum, a product or a function.
  private static let countLimit = 64
  private static let functions: Set<String> = ["calc", "min", "max", "clamp"]

  /// Nil, with nothing taken, where no calculation comes next.
  init?(_ scanner: inout TextScanner) {
    var ahead = scanner
    guard let value = Calculation.function(&ahead, depth: 0) else { return nil }
    scanner = ahead
    self = value
  }

  private static func function(_ scanner: inout TextScanner, depth: Int) -> Calculation? {
    let name = scanner.letters().lowercased()
    guard functions.contains(name), scanner.take("("), depth < depthLimit else { return nil }
    var arguments: [Calculation] = []
    repeat {
      guard arguments.count < countLimit, let argument = sum(&scanner, depth: depth + 1) else {
        return nil
      }
      arguments.append(argument)
    } while scanner.take(",")
    guard scanner.take(")") else { return nil }
    switch (name, arguments.count) {
    case ("calc", 1): return arguments[0]
    case ("min", _): return .least(arguments)
    case ("max", _): return .greatest(arguments)
    case ("clamp", 3): return .greatest([arguments[0], .least([arguments[1], arguments[2]])])
    default: return nil
    }
  }

  /// Operands with the white space around them, which `+` and `-` need on both sides.
  private static func sum(_ scanner: inout TextScanner, depth: Int) -> Calculation? {
    guard var result = product(&scanner, depth: depth) else { return nil }
    for _ in 0..<countLimit {
      let isBehindSpace = scanner.isBehindSpace
      let isSum = scanner.take("+")
      guard isSum || scanner.take("-") else { return result }
      guard isBehindSpace, scanner.next.isXMLSpace, let next = product(&scanner, depth: depth)
      else { return nil }
      result = isSum ? .sum(result, next) : .difference(result, next)
    }
    return nil
  }

  private static func product(_ scanner: inout TextScanner, depth: Int) -> Calculation? {
    guard var result = operand(&scanner, depth: depth) else { return nil }
    for _ in 0..<countLimit {
      let isProduct = scanner.take("*")
      guard isProduct || scanner.take("/") else { return result }
      guard let next = operand(&scanner, depth: depth) else { return nil }
      result = isProduct ? .product(result, next) : .quotient(result, next)
    }
    return nil
  }

  private static func operand(_ scanner: inout TextScanner, depth: Int) -> Calculation? {
    scanner.skipSpace()
    defer { scanner.skipSpace() }
    if scanner.take("(") {
      guard depth < depthLimit, let inside = sum(&scanner, depth: depth + 1), scanner.take(")")
      else { return nil }
      return inside
    }
    if scanner.next.isLetter { return function(&scanner, depth: depth) }
    return LengthValue(&scanner).map { .length($0) }
  }

  /// - Parameter resolve: a length in user units.
  func value(_ resolve: (LengthValue) -> Double) -> Double {
    switch self {
    case .length(let length): resolve(length)
    case .sum(let a, let b): a.value(resolve) + b.value(resolve)
    case .difference(let a, let b): a.value(resolve) - b.value(resolve)
    case .product(let a, let b): a.value(resolve) * b.value(resolve)
    case .quotient(let a, let b): a.value(resolve) / b.value(resolve)
    case .least(let list): list.reduce(.infinity) { min($0, $1.value(resolve)) }
    case .greatest(let list): list.reduce(-.infinity) { max($0, $1.value(resolve)) }
    }
  }
}
