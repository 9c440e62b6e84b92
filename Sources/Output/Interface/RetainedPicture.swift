/// The limits of pictures that are left on the screens for the next program to draw over.
public struct Retention: Sendable {
  /// The longest time of the pictures, if there is a console to return to: the machine could not be
  /// used with a hidden console and no program in its place.
  public var seconds: Int
  /// The number of the link to the console's guard, if the console was taken.
  public var console: Int32?
  /// The process that the screen is for; nil for none. If there is a console, the pictures end with
  /// the process.
  public var successor: Int32?

  public init(seconds: Int, console: Int32? = nil, successor: Int32? = nil) {
    self.seconds = seconds
    self.console = console
    self.successor = successor
  }
}

/// The way in which a picture stays on the screen when its daemon is gone.
public enum RetainedPicture: Equatable, Sendable {
  /// No picture stays.
  case none
  /// In the device's memory.
  case byMemory
  /// By a process, which also restores the console.
  case byProcess
}
