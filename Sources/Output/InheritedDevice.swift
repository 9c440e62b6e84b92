public import System

/// A display's device that the process before this one had open, and which the service manager has
/// kept: with it, what is on the screen and the right to change it.
public final class InheritedDevice {
  private var descriptor: FileDescriptor?
  private let status: FileStatus

  /// - Returns: nil for what is no device.
  public init?(_ descriptor: consuming FileDescriptor) {
    guard let status = try? descriptor.status(), status.kind == .characterDevice else { return nil }
    self.status = status
    self.descriptor = consume descriptor
  }

  /// The descriptor, once, if it is that of a node.
  func take(ifOf path: String) -> FileDescriptor? {
    guard let node = try? FileStatus.of(path), node.isSameFile(as: status) else { return nil }
    return descriptor.take()
  }

  /// Gives the device up, if nobody has taken it.
  public func close() { _ = descriptor.take() }
}
