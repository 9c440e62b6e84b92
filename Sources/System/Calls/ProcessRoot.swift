import CLinux

/// Takes another directory for the root of the process, with its working directory there: for a process
/// that outlives the file system it was started from.
public func changeRoot(to path: String) throws(SystemError) {
  try Syscalls.changeRoot(to: path)
}
