import System

/// The descriptors of one call, by the indices that its parameters use. Unused ones are closed.
final class DescriptorList {
  private final class Slot {
    var descriptor: FileDescriptor?
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = consume descriptor }

    deinit { descriptor.take()?.closeElsewhere() }
  }

  private var slots: [Slot] = []

  func append(_ descriptor: consuming FileDescriptor) { slots.append(Slot(descriptor)) }

  /// Takes the descriptor of an index, once; nil if there is none.
  func take(_ index: Int64) -> FileDescriptor? {
    guard index >= 0, index < slots.count else { return nil }
    return slots[Int(index)].descriptor.take()
  }
}
