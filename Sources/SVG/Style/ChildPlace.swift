/// The place of an element among those around it: `:nth-child(2n+1)` and its like (Selectors level
/// 4, section 13).
struct ChildPlace: Equatable {
  /// Places are `step` · n + `offset` for n of 0, 1, 2, …; the first place is 1.
  private var step = 0
  private var offset = 1
  private var isFromEnd = false
  /// True if only elements of the same name count.
  private var isOfType = false

  private static let largest = 1_000_000

  /// `:first-child` and others without brackets; nil for other names.
  static func named(_ name: String) -> [ChildPlace]? {
    let isOfType = name.hasSuffix("-of-type")
    let first = ChildPlace(isOfType: isOfType)
    let last = ChildPlace(isFromEnd: true, isOfType: isOfType)
    switch name {
    case "first-child", "first-of-type": return [first]
    case "last-child", "last-of-type": return [last]
    case "only-child", "only-of-type": return [first, last]
    default: return nil
    }
  }

  private init(isFromEnd: Bool = false, isOfType: Bool = false) {
    self.isFromEnd = isFromEnd
    self.isOfType = isOfType
  }

  /// Nil for other functions, and where the text in the brackets is wrong.
  init?(function name: String, _ text: String) {
    guard ["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"].contains(name) else {
      return nil
    }
    isFromEnd = name.hasPrefix("nth-last")
    isOfType = name.hasSuffix("type")
    let text = text.lowercased().filter { !$0.isWhitespace }
    let range = -ChildPlace.largest...ChildPlace.largest
    guard let numbers = ChildPlace.numbers(text), range.contains(numbers.step),
      range.contains(numbers.offset)
    else { return nil }
    (step, offset) = numbers
  }

  private static func numbers(_ text: String) -> (step: Int, offset: Int)? {
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    guard let letter = text.firstIndex(of: "n") else { return Int(text).map { (0, $0) } }
    let step = ["": 1, "+": 1, "-": -1][text[..<letter]] ?? Int(text[..<letter])
    let rest = text[text.index(after: letter)...]
    let offset = rest.isEmpty ? 0 : Int(rest)
    guard let step, let offset else { return nil }
    return (step, offset)
  }

  func isMet(by place: Int, in document: SVGDocument) -> Bool {
    let node = document[place]
    let index = isOfType ? node.typeIndex : node.index
    // The root has a place, too: the only one (Selectors level 4, section 13).
    let siblingCount = node.parent >= 0 ? document[node.parent].children.count : 1
    let count = isOfType ? node.typeCount : siblingCount
    let number = (isFromEnd ? count - index : index + 1) - offset
    return step == 0 ? number == 0 : number % step == 0 && number / step >= 0
  }
}
