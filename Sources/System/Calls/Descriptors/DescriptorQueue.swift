/// Descriptors that came with messages, in order; the ones that are not taken are closed, which
/// waits for no other process.
public struct DescriptorQueue: ~Copyable {
  var numbers: [Int32] = []

  public init() {}

  deinit { for number in numbers { DescriptorCloser.shared.close(number) } }

  public var count: Int { numbers.count }

  /// Takes the oldest descriptor.
  public mutating func takeFirst() -> FileDescriptor? {
    numbers.isEmpty ? nil : FileDescriptor(owning: numbers.removeFirst())
  }

  /// Closes all.
  public mutating func removeAll() {
    for number in numbers { DescriptorCloser.shared.close(number) }
    numbers.removeAll()
  }
}
