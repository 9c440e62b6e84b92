/// How pictures are left on the screens for the next program to draw over.
public struct Retention: Sendable {
  /// How long they stay at most where there is a console to come back to: with it out of sight and no
  /// program in its place, nothing could be done at the machine.
  public var seconds: Int
  /// The number of the link to the console's guard, where the console was taken.
  public var console: Int32?

  public init(seconds: Int, console: Int32? = nil) {
    self.seconds = seconds
    self.console = console
  }
}

/// By which a picture stays on the screen when its daemon has gone.
public enum RetainedPicture: Equatable, Sendable {
  /// None stays.
  case none
  /// By the device's memory.
  case byMemory
  /// By a process, which also gives the console back.
  case byProcess
}
