import CLinux

/// Makes a directory the root and the working directory of the process: for a process that outlives
/// the file system from which it was started.
public func changeRoot(to path: String) throws(SystemError) {
  try Syscalls.changeRoot(to: path)
}
