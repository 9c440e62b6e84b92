import Server

/// The daemon's entry point. SwiftPM makes the symbol the program's `main`; a C function
/// receives the arguments in the Embedded build too, which has no `CommandLine`.
@c(firstlightd_main)
public func entryPoint(
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
