/// How far a boot is, as programs tell it that take part in it.
enum BootEvent: Equatable {
  /// A unit has become active, by its name.
  case unit(String)
  /// Nothing goes on until `resumed`: a person is asked.
  case paused, resumed
  /// The root file system can be written to.
  case rootIsWritable
  /// Another job has begun.
  case mode(BootMode)
  /// The boot, or what was done in its place, is over.
  case ended
}
