/// A value that most owners do not have. It is stored in memory of its own, so that an owner
/// without one holds only a null pointer.
@propertyWrapper @frozen public struct Rare<Value> {
  @usableFromInline
  @frozen
  indirect enum Storage {
    case none
    case some(Value)
  }

  @usableFromInline var storage: Storage

  @inlinable public init(wrappedValue: Value?) {
    storage = wrappedValue.map { .some($0) } ?? .none
  }

  @inlinable public var wrappedValue: Value? {
    get { if case .some(let value) = storage { value } else { nil } }
    set { storage = newValue.map { .some($0) } ?? .none }
  }
}

extension Rare: Equatable where Value: Equatable {
  @inlinable public static func == (a: Rare, b: Rare) -> Bool { a.wrappedValue == b.wrappedValue }
}
