public import System

/// A display's device that the former process had open, and that the service manager has kept,
/// together with the picture on the screen and the right to change it.
public final class InheritedDevice {
  private var descriptor: FileDescriptor?
  private let status: FileStatus

  /// - Returns: nil for a descriptor that is not a device.
  public init?(_ descriptor: consuming FileDescriptor) {
    guard let status = try? descriptor.status(), status.kind == .characterDevice else { return nil }
    self.status = status
    self.descriptor = consume descriptor
  }

  /// The descriptor, once, if it is the one of this node.
  func take(ifOf path: String) -> FileDescriptor? {
    guard let node = try? FileStatus.of(path), node.isSameFile(as: status) else { return nil }
    return descriptor.take()
  }

  /// Closes the device, if it was not taken.
  public func close() { _ = descriptor.take() }
}
