import CLinux

/// The program in a file in memory, for a process that outlives the file system of its program.
///
/// A file system cannot be unmounted as long as a program runs from it, or has a file of it mapped.
public enum ProgramInMemory {
  /// True if this process runs from such a file.
  public static let isCurrent = name != nil

  /// Begins the program anew, from a copy in memory. The process, its arguments, its environment
  /// and its descriptors stay, except for those that are closed on exec; to be called before
  /// anything else is set up.
  ///
  /// Returns in a process that has already done this, and in a program with libraries, since the
  /// files of these would stay mapped.
  /// - Throws: the reason why the program stays as it is.
  public static func enter(_ arguments: [String]) throws(SystemError) {
    if let name {
      unsafe name.withCString { unsafe firstlight_set_process_name($0) }
    } else if firstlight_program_is_static() != 0, ProcessEnvironment.value(of: mark) == nil {
      let program = try copy()
      ProcessEnvironment.set(mark, to: "1")
      try Syscalls.execute(program.rawValue, arguments: arguments)
    }
  }

  /// The environment variable that marks a process which has begun anew, so that none does so
  /// twice.
  private static let mark = "FIRSTLIGHT_IN_MEMORY"

  /// A copy of the program that nothing can change any more.
  static func copy() throws(SystemError) -> FileDescriptor {
    let program = try FileDescriptor.open("/proc/self/exe", .read)
    var rest = try program.status().size
    let copy = FileDescriptor(owning: try Syscalls.createMemoryProgram())
    while rest > 0 {
      let count = try Syscalls.copy(from: program.rawValue, to: copy.rawValue, count: rest)
      // The file has become shorter.
      guard count > 0 else { throw SystemError(.read, path: "/proc/self/exe", code: EIO) }
      rest -= count
    }
    try Syscalls.seal(copy.rawValue)
    return copy
  }

  /// The name of the file in memory from which the program runs: the name of the process before it
  /// began anew. Nil if it runs from another file.
  private static var name: String? {
    unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: firstlight_process_name_size
    ) { buffer in
      guard let start = buffer.baseAddress, unsafe firstlight_memory_program(start) != 0 else {
        return nil
      }
      return unsafe String(cString: start)
    }
  }
}
