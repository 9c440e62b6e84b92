/// What drives outputs: a device with its screens, or a stand-in.
///
/// The caller waits for the descriptors and calls `handleEvents` when one is readable, and `rescan`
/// when the kernel tells of changes or a display is to be looked for again.
public class Backend {
  /// For people: `drm`, `fbdev`, `headless`.
  public let name: String
  /// What there is to draw on now, the most important first.
  public internal(set) var outputs: [Output] = []
  /// The descriptor that tells of frames that came to be shown, if there is one.
  public internal(set) var eventDescriptor: Int32?

  /// A descriptor with which the next process can go on where this one is, if there is such a one.
  public var inheritance: Int32? { nil }

  init(name: String) { self.name = name }

  /// Takes in what the display tells.
  /// - Throws: what means that the device is gone.
  public func handleEvents() throws(OutputError) {}

  /// Looks again at what is connected, and changes `outputs`: an output that stays is the same
  /// object, with another mode perhaps.
  /// - Throws: what means that the device is gone.
  public func rescan() throws(OutputError) {}

  /// Ends with the process.
  /// - Parameter retention: how the screens keep their pictures until another program draws; nil where
  ///   they are not to.
  public func close(retaining retention: Retention?) -> RetainedPicture { .none }

  /// Leaves the screens to others: nothing is drawn until `resume`.
  public func suspend() {}

  /// Takes the screens back. They need a whole frame each.
  /// - Throws: when they are not to be had yet.
  public func resume() throws(OutputError) {}
}

/// A backend of one output that needs no device.
public final class HeadlessBackend: Backend {
  public init(_ output: HeadlessOutput) {
    super.init(name: "headless")
    outputs = [output]
  }
}
