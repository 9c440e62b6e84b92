/// The daemon from its arguments to its exit status, for the `main` of `firstlightd`.
///
/// The function is C's, since Embedded Swift has no `CommandLine`. `argumentValues` has
/// `argumentCount` strings that end with a zero byte, the program's name first; they are read and
/// not kept.
@c(firstlight_daemon)
public func runDaemon(
  _ argumentCount: Int32, _ argumentValues: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  var arguments: [String] = []
  for index in 0..<Int(argumentCount) {
    if let argument = unsafe argumentValues[index] {
      unsafe arguments.append(String(cString: argument))
    }
  }
  return Daemon.main(arguments)
}
