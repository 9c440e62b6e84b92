import System

/// The sockets of a start: those that the service manager passed, or that the settings name.
struct StartupSockets {
  let configuration: Configuration
  let manager: ServiceManager
  let log: Log

  /// The listeners for clients: those that the service manager passed, or else the one of the path.
  func listeners() throws(StartupError) -> [Listener] {
    let passed = manager.descriptors.filter { isForClients($0) }
    let listeners = passed.compactMap { listener(passed: $0) }
    if !listeners.isEmpty { return listeners }
    do throws(StartupError) {
      return [try ownListener()]
    } catch {
      if passed.isEmpty { throw error }
      // The service manager may be listening on this path, or there is no path. A picture without
      // clients is better than none.
      log.error("no client can connect: " + error.message)
      return []
    }
  }

  /// The listener of the path.
  private func ownListener() throws(StartupError) -> Listener {
    let path = try socketPath()
    do throws(ListenError) {
      return Listener(try UnixListener.listen(on: path, creatingBelow: Self.runtimeDirectories))
    } catch {
      throw StartupError(.unavailable, error.description)
    }
  }

  /// A socket that the service manager passed; nil, after a message, for any other descriptor.
  private func listener(passed: ServiceManager.PassedDescriptor) -> Listener? {
    do throws(ListenError) {
      return Listener(try UnixListener(activated: FileDescriptor(owning: passed.number)))
    } catch {
      log.error(error.description)
      return nil
    }
  }

  /// The directories for sockets, which are empty after a start of the machine.
  static var runtimeDirectories: [String] {
    let given = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"].compactMap {
      ProcessEnvironment.value(of: $0)
    }
    return ["/run", "/var/run"] + given.flatMap { $0.split(separator: ":").map { String($0) } }
  }

  /// The listener for plymouth's protocol: a socket of the service manager, or a requested one; nil
  /// for none.
  func plymouthListener() throws(StartupError) -> Listener? {
    if let passed = manager.descriptors.first(where: { $0.name == PlymouthServer.descriptorName }) {
      return listener(passed: passed)
    }
    guard configuration.servesPlymouth else { return nil }
    do throws(SystemError) {
      return Listener(try UnixListener.listen(onName: PlymouthServer.address))
    } catch {
      let fault = "--plymouth: " + error.description + "; another boot display has the name"
      // The picture of a shutdown comes last, and needs no client.
      guard configuration.mode?.endsSystem ?? false else { throw StartupError(.unavailable, fault) }
      log.warning(fault + ", and this one is shown without the protocol")
      return nil
    }
  }

  /// The listener for the daemon that is to continue in place of this one. Without it, that daemon
  /// starts from the beginning.
  func successorListener() -> Listener? {
    guard let path = configuration.successorPath else { return nil }
    do throws(ListenError) {
      return Listener(
        try UnixListener.listen(
          on: path, mode: 0o600, creatingBelow: Self.runtimeDirectories))
    } catch {
      log.error("--successor: " + error.description(option: "--successor"))
      return nil
    }
  }

  /// The FIFO for psplash's messages: the one of the service manager, or a requested one. Nil if
  /// there is none, and, after a message, if it cannot be made or read.
  func psplashPipe() -> NamedPipe? {
    if let passed = manager.descriptors.first(where: { $0.name == PsplashServer.descriptorName }) {
      do throws(SystemError) {
        return try NamedPipe(activated: FileDescriptor(owning: passed.number))
      } catch {
        log.warning(
          "the service manager's psplash is not read: " + error.description
            + "; it has to be a FIFO, as ListenFIFO= of a socket unit makes it")
        return nil
      }
    }
    guard let path = configuration.psplashPath else { return nil }
    do throws(SystemError) {
      return try NamedPipe(path, mode: 0o660)
    } catch {
      log.warning(
        "--psplash: " + error.description
          + "; remove what is there, and run 'mkfifo' before the first program writes to it")
      return nil
    }
  }

  private func isForClients(_ descriptor: ServiceManager.PassedDescriptor) -> Bool {
    !StateKeeper.isKept(descriptor) && descriptor.name != PlymouthServer.descriptorName
      && descriptor.name != PsplashServer.descriptorName
  }

  /// The path to listen on.
  private func socketPath() throws(StartupError) -> String {
    guard
      let path = configuration.socketPath
        ?? Configuration.defaultSocketPath(
          userIdentifier: ProcessEnvironment.userIdentifier,
          variable: ProcessEnvironment.value(of:))
    else {
      throw StartupError(
        .usage,
        "XDG_RUNTIME_DIR is not set, so there is no usual place for the socket; choose one with "
          + "--socket")
    }
    return path
  }
}
