/// Descriptors that came with messages, in order. Descriptors that are not taken are closed,
/// without waiting for another process.
public struct DescriptorQueue: ~Copyable {
  var numbers: [Int32] = []
  let owner: DescriptorOwner
  /// True if the last message with descriptors lost some of them: too many descriptors of the owner
  /// wait to be closed, or too many are open.
  public internal(set) var hasLost = false
  /// The number of reads that lost descriptors.
  public internal(set) var losses = 0

  /// - Parameter owner: the user who sends them.
  public init(of owner: DescriptorOwner = .trusted) { self.owner = owner }

  deinit { for number in numbers { DescriptorCloser.shared.close(number, of: owner) } }

  public var count: Int { numbers.count }

  /// Takes the oldest descriptor.
  public mutating func takeFirst() -> ForeignDescriptor? {
    numbers.isEmpty ? nil : ForeignDescriptor(owning: numbers.removeFirst(), of: owner)
  }

  /// Closes all.
  public mutating func removeAll() {
    for number in numbers { DescriptorCloser.shared.close(number, of: owner) }
    numbers.removeAll()
  }
}
