/// Drives outputs: a device with its screens, or memory instead of one.
///
/// The caller waits for the descriptors and calls `handleEvents` when one is readable, and `rescan`
/// when the kernel reports changes or a display is to be searched again.
public class Backend {
  /// For people: `drm`, `fbdev`, `headless`.
  public let name: String
  /// The outputs to draw on, the most important first.
  public internal(set) var outputs: [Output] = []
  /// The descriptor that reports presented frames, if there is one.
  public internal(set) var eventDescriptor: Int32?

  /// A descriptor with which the next process can continue from this one, if there is one.
  public var inheritance: Int32? { nil }

  /// Counts how often `inheritance` has become another descriptor.
  public internal(set) var inheritanceCount = 0

  /// False if another program gets the screens only when the device is closed: then neither
  /// `suspend` nor `close` can leave the screens to it.
  public var canBeLeft: Bool { true }

  /// True if another program has a device whose screens could be among `outputs`. No event reports
  /// that the program has left it, so `openTaken` has to be called now and then.
  public internal(set) var hasTakenDevice = false

  init(name: String) { self.name = name }

  /// Handles the events of the display.
  /// - Throws: an error that means that the device is gone.
  public func handleEvents() throws(OutputError) {}

  /// Scans the connected displays again, and changes `outputs`: an output that stays is the same
  /// object, perhaps with another mode.
  /// - Throws: an error that means that the device is gone.
  public func rescan() throws(OutputError) {}

  /// Tries again for the devices that another program has, and adds their screens to `outputs`.
  public func openTaken() {}

  /// Closes the devices that are gone.
  /// - Returns: false if no other one has an output, or none is gone.
  public func dropLost() -> Bool { false }

  /// Ends with the process.
  /// - Parameter retention: the limit of the pictures that stay on the screens until another
  ///   program draws; nil to remove them.
  public func close(retaining retention: Retention?) -> RetainedPicture { .none }

  /// Ends with the process, and leaves everything as it is to the process that has `inheritance`.
  public func leave() {}

  /// Leaves the screens to other programs: nothing is drawn until `resume`.
  public func suspend() {}

  /// Takes the screens back. They need a whole frame each.
  /// - Throws: if they are not available yet.
  public func resume() throws(OutputError) {}
}
