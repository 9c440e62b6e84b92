/// A step of a boot, as the programs that take part in it report it.
enum BootEvent: Equatable {
  /// A unit has become active, by its name.
  case unit(String)
  /// The boot waits for a person's answer until `resumed`.
  case paused, resumed
  /// File systems are being checked, which no other boot can be measured by.
  case fileSystemCheck
  /// The root file system can be written to.
  case rootIsWritable
  /// Another job has begun.
  case mode(BootMode)
}
