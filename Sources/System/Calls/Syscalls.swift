import CLinux

/// The system calls on files, memory files, sockets, timers and signals. Each retries when a signal
/// interrupts it, turns a failure into a `SystemError`, and fails when a test requests it. Requests
/// to devices are made by the `…Calls` class of their target, such as `DRMCalls`.
///
/// Calls on descriptors that would block return nil.
enum Syscalls {
  // MARK: Files

  static func open(_ path: String, flags: Int32, mode: UInt32) throws(SystemError) -> Int32 {
    try refuseNUL(in: path, .open)
    return Int32(
      try perform(.open, path) {
        unsafe path.withCString { unsafe firstlight_open($0, flags, mode) }
      })
  }

  /// Closes without retrying: on Linux the descriptor is gone even when a signal interrupts.
  static func close(_ descriptor: Int32, path: String? = nil) throws(SystemError) {
    let injected = injectedFault(.close)
    let result = firstlight_close(descriptor)
    let code = injected != 0 ? injected : Int32(-result)
    if code > 0, code != EINTR { throw SystemError(.close, path: path, code: code) }
  }

  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, path: String? = nil
  ) throws(SystemError) -> Int? {
    try unlessBlocked(.read, path) {
      unsafe firstlight_read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Reads from an offset of a file, in bytes from the beginning.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer, path: String?
  ) throws(SystemError) -> Int {
    try perform(.read, path) {
      unsafe firstlight_pread(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
    }
  }

  static func write(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, path: String? = nil
  ) throws(SystemError) -> Int? {
    try unlessBlocked(.write, path) {
      unsafe firstlight_write(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Sends on a socket whose calls may block, without waiting.
  static func sendAtOnce(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int? {
    try unlessBlocked(.send, nil) {
      unsafe firstlight_send_at_once(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Writes at an offset of a file, in bytes from the beginning.
  static func write(
    _ descriptor: Int32, at offset: Int, _ buffer: UnsafeRawBufferPointer, path: String?
  ) throws(SystemError) -> Int {
    try perform(.write, path) {
      unsafe firstlight_pwrite(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
    }
  }

  /// Releases the space of a part of a file, which then reads as zeros.
  static func release(_ descriptor: Int32, _ range: Range<Int>) throws(SystemError) {
    _ = try perform(.truncate) {
      firstlight_punch(descriptor, Int64(range.lowerBound), Int64(range.count))
    }
  }

  static func seek(_ descriptor: Int32, to offset: Int) throws(SystemError) {
    _ = try perform(.seek) { firstlight_lseek(descriptor, Int64(offset), SEEK_SET) }
  }

  /// Waits until what was written to a file, or entered in a directory, is on the disk.
  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.synchronize) { firstlight_fsync(descriptor) }
  }

  static func truncate(_ descriptor: Int32, to size: Int) throws(SystemError) {
    _ = try perform(.truncate) { firstlight_ftruncate(descriptor, Int64(size)) }
  }

  static func status(of descriptor: Int32, path: String? = nil) throws(SystemError) -> FileStatus {
    var status = firstlight_status()
    _ = try perform(.status, path) { unsafe firstlight_fstat(descriptor, &status) }
    return FileStatus(status)
  }

  static func status(
    atPath path: String, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try refuseNUL(in: path, .status)
    var status = firstlight_status()
    _ = try perform(.status, path) {
      unsafe path.withCString {
        followingLinks
          ? unsafe firstlight_stat($0, &status) : unsafe firstlight_lstat($0, &status)
      }
    }
    return FileStatus(status)
  }

  static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
    _ = try perform(.makeDirectory, path) {
      unsafe path.withCString { unsafe firstlight_mkdir($0, mode) }
    }
  }

  static func makePipe(_ path: String, mode: UInt32) throws(SystemError) {
    _ = try perform(.makePipe, path) {
      unsafe path.withCString { unsafe firstlight_mkfifo($0, mode) }
    }
  }

  static func changeMode(_ descriptor: Int32, to mode: UInt32) throws(SystemError) {
    _ = try perform(.changeMode) { firstlight_fchmod(descriptor, mode) }
  }

  static func changeMode(_ path: String, to mode: UInt32) throws(SystemError) {
    _ = try perform(.changeMode, path) {
      unsafe path.withCString { unsafe firstlight_chmod($0, mode) }
    }
  }

  static func changeOwner(_ path: String, to user: UInt32) throws(SystemError) {
    try refuseNUL(in: path, .changeOwner)
    _ = try perform(.changeOwner, path) {
      unsafe path.withCString { unsafe firstlight_change_owner($0, user) }
    }
  }

  static func unlink(_ path: String) throws(SystemError) {
    _ = try perform(.unlink, path) { unsafe path.withCString { unsafe firstlight_unlink($0) } }
  }

  /// The treatment of an existing file at the new name.
  enum Renaming { case replacing, onlyIfNew, exchanging }

  static func rename(
    _ path: String, to newPath: String, _ renaming: Renaming = .replacing
  ) throws(SystemError) {
    _ = try perform(.rename, newPath) {
      unsafe path.withCString { from in
        unsafe newPath.withCString { to in
          switch renaming {
          case .replacing: unsafe firstlight_rename(from, to)
          case .onlyIfNew: unsafe firstlight_rename_new(from, to)
          case .exchanging: unsafe firstlight_rename_exchange(from, to)
          }
        }
      }
    }
  }

  static func setCloseOnExec(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.setDescriptorFlags) { firstlight_set_close_on_exec(descriptor) }
  }

  static func setNonblocking(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.setDescriptorFlags) { firstlight_set_nonblocking(descriptor) }
  }

  /// True if a descriptor is open for writing.
  static func isWritable(_ descriptor: Int32) throws(SystemError) -> Bool {
    try perform(.setDescriptorFlags) { firstlight_is_writable(descriptor) } != 0
  }

  /// - Returns: false if another process has the lock.
  static func lock(_ descriptor: Int32) throws(SystemError) -> Bool {
    try unlessBlocked(.lock, nil) { firstlight_lock(descriptor) } != nil
  }

  /// Maps a file's first bytes for reading; pages that cannot be read are zeros. The caller unmaps
  /// them.
  static func map(
    _ descriptor: Int32, size: Int, path: String
  ) throws(SystemError) -> UnsafeRawPointer? {
    var bytes: UnsafeRawPointer?
    _ = try perform(.map, path) {
      unsafe firstlight_mapping_watch(mappings) { number, info, context in
        unsafe firstlight_mapping_fault(mappings, number, info, context)
      }
    }
    _ = try perform(.map, path) { unsafe firstlight_map(mappings, descriptor, size, &bytes) }
    return unsafe bytes
  }

  /// Memory with a copy of a file's bytes from an offset on, and zeros for those that it does not
  /// have. The caller unmaps it.
  static func copy(
    _ descriptor: Int32, at start: Int, size: Int, path: String
  ) throws(SystemError) -> UnsafeRawPointer? {
    var memory: UnsafeMutableRawPointer?
    _ = try perform(.map, path) { unsafe firstlight_map_memory(size, &memory) }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: memory, count: size)
    do throws(SystemError) {
      var offset = 0
      while offset < size {
        let count = try unsafe read(
          descriptor, at: start + offset, into: .init(rebasing: bytes[offset...]), path: path)
        if count == 0 { break }
        offset += count
      }
    } catch {
      if let memory = unsafe memory { unsafe unmap(memory, size: size) }
      throw error
    }
    return UnsafeRawPointer(memory)
  }

  static func unmap(_ bytes: UnsafeRawPointer, size: Int) {
    unsafe firstlight_unmap(mappings, bytes, size)
  }

  static func listDirectory(_ path: String) throws(SystemError) -> [DirectoryEntry] {
    try refuseNUL(in: path, .listDirectory)
    var directory: UnsafeMutableRawPointer?
    _ = try perform(.listDirectory, path) {
      unsafe path.withCString { unsafe firstlight_opendir($0, &directory) }
    }
    var entries: [DirectoryEntry] = []
    var kind = firstlight_entry_unknown
    while let name = unsafe firstlight_readdir(directory, &kind) {
      unsafe entries.append(
        DirectoryEntry(
          name: String(cString: name),
          kind: kind == firstlight_entry_folder
            ? .folder : kind == firstlight_entry_file ? .file : .unknown))
    }
    unsafe firstlight_closedir(directory)
    return entries
  }

  static func watchModes(in path: String) throws(SystemError) -> Int32 {
    try refuseNUL(in: path, .watchModes)
    return Int32(
      try perform(.watchModes, path) {
        unsafe path.withCString { unsafe firstlight_watch_modes($0) }
      })
  }

  static func watchNames(of path: String) throws(SystemError) -> Int32 {
    try refuseNUL(in: path, .watchNames)
    return Int32(
      try perform(.watchNames, path) {
        unsafe path.withCString { unsafe firstlight_watch_names($0) }
      })
  }

  // MARK: Memory files

  static func createMemoryFile(named name: String) throws(SystemError) -> Int32 {
    Int32(
      try perform(.createMemoryFile) {
        unsafe name.withCString { unsafe firstlight_memfd_create($0) }
      })
  }

  static func seal(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.seal) { firstlight_seal(descriptor) }
  }

  /// Seals only the size.
  static func sealSize(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.seal) { firstlight_seal_size(descriptor) }
  }

  static func seals(_ descriptor: Int32) throws(SystemError) -> Int {
    try perform(.seal) { firstlight_seals(descriptor) }
  }

  // MARK: The program

  /// A file in memory with the process's name, from which a program may be executed.
  static func createMemoryProgram() throws(SystemError) -> Int32 {
    Int32(try perform(.createMemoryFile) { firstlight_memory_program_create() })
  }

  /// Copies bytes from the one file's position to the other's.
  /// - Returns: their number, 0 at the end of the file.
  static func copy(from: Int32, to: Int32, count: Int) throws(SystemError) -> Int {
    try perform(.write) { firstlight_copy(from, to, count) }
  }

  /// Becomes the program in an open file. Returns by an error alone.
  static func execute(_ descriptor: Int32, arguments: [String]) throws(SystemError) {
    var words = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    _ = try perform(.execute) { unsafe firstlight_execute(descriptor, words) }
  }

  // MARK: Clock, timer, signals

  static func monotonicMicroseconds() throws(SystemError) -> Int64 {
    Int64(try perform(.readClock) { firstlight_monotonic_microseconds() })
  }

  static func threadMicroseconds() throws(SystemError) -> Int64 {
    Int64(try perform(.readClock) { firstlight_thread_microseconds() })
  }

  static func createTimer() throws(SystemError) -> Int32 {
    Int32(try perform(.createTimer) { firstlight_timerfd_create() })
  }

  static func setTimer(
    _ descriptor: Int32, microseconds: Int64, isAbsolute: Bool
  ) throws(SystemError) {
    _ = try perform(.setTimer) {
      firstlight_timerfd_set(descriptor, microseconds, isAbsolute ? 1 : 0)
    }
  }

  /// The number of expirations of a timer since the last call.
  static func readExpirations(_ descriptor: Int32) throws(SystemError) -> UInt64? {
    var expirations: UInt64 = 0
    let count = try unlessBlocked(.read, nil) {
      unsafe firstlight_read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    }
    return count == nil ? nil : expirations
  }

  static func createSignalDescriptor(mask: UInt64) throws(SystemError) -> Int32 {
    Int32(try perform(.createSignalDescriptor) { firstlight_signalfd(mask) })
  }

  static func readSignal(_ descriptor: Int32) throws(SystemError) -> Int? {
    try unlessBlocked(.read, nil) { firstlight_read_signal(descriptor) }
  }

  static func createEvent() throws(SystemError) -> Int32 {
    Int32(try perform(.createSignalDescriptor) { firstlight_eventfd() })
  }

  /// Installs a handler for the signals that end the process, and for the alarm.
  static func handleSignals(
    by handler: @convention(c) (Int32) -> Void
  ) throws(SystemError) {
    _ = try perform(.createSignalDescriptor) { firstlight_handle_signals(handler) }
  }

  static func setAlarm(every microseconds: Int64) throws(SystemError) {
    _ = try perform(.setTimer) { firstlight_alarm(Int(microseconds), 1) }
  }

  static func setManager(
    _ path: String, of loop: UnsafeMutablePointer<firstlight_supervision>
  ) throws(SystemError) {
    _ = try perform(.connect, path) {
      unsafe path.withCString { unsafe firstlight_set_manager(loop, $0, path.utf8.count) }
    }
  }

  /// Makes a crash of this process write the clock into a file, as eight bytes.
  static func markCrashes(in descriptor: Int32, at offset: Int) throws(SystemError) {
    _ = try perform(.handleCrashes) {
      unsafe firstlight_mark_crashes(mappings, descriptor, Int64(offset))
    }
  }

  static func ignoreSignal(_ number: Int32) throws(SystemError) {
    _ = try perform(.ignoreSignal) { firstlight_ignore_signal(number) }
  }

  // MARK: epoll

  static func createEpoll() throws(SystemError) -> Int32 {
    Int32(try perform(.createEpoll) { firstlight_epoll_create() })
  }

  static func changeEpoll(
    _ epoll: Int32, operation: Int32, descriptor: Int32, events: UInt32, token: UInt64
  ) throws(SystemError) {
    _ = try perform(.changeEpoll) {
      firstlight_epoll_ctl(epoll, operation, descriptor, events, token)
    }
  }

  /// `ready` has space for `firstlight_ready_capacity` elements.
  static func waitForEvents(
    _ epoll: Int32, into ready: inout [firstlight_ready], milliseconds: Int32
  ) throws(SystemError) -> Int {
    let wait = LimitedWait(milliseconds)
    return try perform(.waitForEvents) {
      unsafe firstlight_epoll_wait(epoll, &ready, wait.milliseconds)
    }
  }

  static func kill(_ process: Int32) throws(SystemError) {
    _ = try perform(.endProcess) { firstlight_kill(process) }
  }

  /// - Returns: false after the time limit.
  static func waitForInput(_ descriptor: Int32, milliseconds: Int32) throws(SystemError) -> Bool {
    let wait = LimitedWait(milliseconds)
    return try perform(.waitForEvents) {
      firstlight_wait_for_input(descriptor, wait.milliseconds)
    } > 0
  }

  static func waitForRoom(_ descriptor: Int32) throws(SystemError) {
    _ = try perform(.waitForEvents) { firstlight_wait_for_room(descriptor) }
  }

  // MARK: Device events of the kernel

  /// - Parameter bufferSize: the most bytes of waiting messages.
  static func createUeventSocket(bufferSize: Int32) throws(SystemError) -> Int32 {
    Int32(try perform(.listenForDevices) { firstlight_uevent_socket(bufferSize) })
  }

  /// - Parameter port: is set to the sender's netlink port, 0 for the kernel.
  static func receiveUevent(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, port: inout UInt32
  ) throws(SystemError) -> Int? {
    try unlessBlocked(.receive, nil) {
      unsafe firstlight_receive_uevent(descriptor, buffer.baseAddress, buffer.count, &port)
    }
  }

  // MARK: One place for interruptions and faults

  /// Makes a call until no signal interrupts it. `call` returns a negated errno on failure.
  @inline(__always)
  static func perform(
    _ operation: SystemCall, _ path: String? = nil, _ call: () -> Int
  ) throws(SystemError) -> Int {
    while true {
      let injected = injectedFault(operation)
      let result = injected == 0 ? call() : -Int(injected)
      if result >= 0 { return result }
      if result != -Int(EINTR) {
        throw SystemError(operation, path: path, code: Int32(-result))
      }
    }
  }

  /// The kernel would end a path at a NUL, and use another file.
  static func refuseNUL(in path: String, _ operation: SystemCall) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw SystemError(operation, path: path, code: EINVAL) }
  }

  /// Like `perform`, with nil for a call that would block.
  @inline(__always)
  static func unlessBlocked(
    _ operation: SystemCall, _ path: String?, _ call: () -> Int
  ) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try perform(operation, path, call)
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
  }

  /// The errno with which a test makes the call fail, or 0. It costs one load of a thread-local
  /// variable outside of tests. Never inlined, since each module would get a variable of its own;
  /// the Embedded build, which has no tests, copies it all the same.
  @inline(never)
  private static func injectedFault(_ operation: SystemCall) -> Int32 {
    let slot = unsafe firstlight_fault_slot()
    guard let slot = unsafe slot, unsafe slot.pointee.call == operation.rawValue else { return 0 }
    if unsafe slot.pointee.after > 0 {
      unsafe slot.pointee.after -= 1
      return 0
    }
    unsafe slot.pointee.count -= 1
    if unsafe slot.pointee.count <= 0 { unsafe slot.pointee.call = 0 }
    return unsafe slot.pointee.code
  }

  @inline(never)
  static func setFault(_ fault: SystemFault?) {
    guard let slot = unsafe firstlight_fault_slot() else { return }
    unsafe slot.pointee = firstlight_fault(
      call: fault?.call.rawValue ?? 0, code: fault?.code ?? 0,
      after: Int32(fault?.after ?? 0), count: Int32(fault?.count ?? 0))
  }
}

/// The places where files are mapped, for the handler of faults: one for the process.
nonisolated(unsafe) private let mappings: UnsafeMutableRawPointer = {
  guard let mappings = unsafe firstlight_mappings_create() else {
    preconditionFailure("out of memory")
  }
  return unsafe mappings
}()
