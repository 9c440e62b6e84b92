import System
import Wire

/// The descriptors of one call, by the indices that its parameters use. Unused ones are closed.
final class DescriptorList {
  private final class Slot {
    var descriptor: ForeignDescriptor?
    init(_ descriptor: consuming ForeignDescriptor) { self.descriptor = consume descriptor }
  }

  private var slots: [Slot] = []
  /// True if descriptors of the call could not be received.
  private let hasLost: Bool

  init(hasLost: Bool = false) { self.hasLost = hasLost }

  func append(_ descriptor: consuming ForeignDescriptor) { slots.append(Slot(descriptor)) }

  /// Takes the descriptor of an index, once.
  /// - Throws: `invalidParameter` if there is none, `systemFailed` if it could not be received.
  func take(_ index: Int64) throws(CallError) -> ForeignDescriptor {
    if index >= 0, index < slots.count, let descriptor = slots[Int(index)].descriptor.take() {
      return descriptor
    }
    if hasLost {
      throw .systemFailed(
        "receive",
        reason: "too many descriptors of this user wait for file systems that do not answer, or "
          + "the daemon has too many files open; send it again when those are closed")
    }
    throw .invalidParameter("fileDescriptor", "no descriptor of this index came with the call")
  }
}
