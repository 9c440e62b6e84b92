import BootProgress
import Input
import Output
import System

/// The files of keys and devices that the settings name.
extension Configuration {
  /// Warns of files that are not there, or cannot be what the settings take them for. The daemon
  /// starts without them.
  func checkFiles(_ log: Log) {
    if let path = output.keyboardPath,
      let fault = Self.fault(ofKeyFile: path)
    {
      warn(log, .keyboard, fault + "; name a FIFO, as mkfifo makes it, or a terminal")
    }
    guard case .paths(let paths) = input else { return }
    for path in paths where Self.isMissing(path) {
      warn(
        log, .input,
        "nothing is at '" + path + "' yet; name a touch screen, a tablet, a mouse or a keyboard "
          + "below /dev/input, or a FIFO")
    }
  }

  private static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path) == nil
    } catch {
      return false
    }
  }

  /// Nil for a file that may give keys.
  private static func fault(ofKeyFile path: String) -> String? {
    let status: FileStatus?
    do throws(SystemError) {
      status = try FileStatus.of(path)
    } catch {
      return error.description
    }
    switch status?.kind {
    case nil: return "nothing is at '" + path + "', and no keys come"
    case .pipe?, .characterDevice?: return nil
    case let kind?: return "'" + path + "' is " + kind.description + ", and no keys come"
    }
  }

  private func warn(_ log: Log, _ option: DaemonOption, _ fault: String) {
    log.warning(UsageError(option.name + ": " + fault).message(from: source(of: option)))
  }

  /// The meanings of keys where the kernel has no keymap: those of a file, or of the layout that
  /// the machine's files name. Warns of a file that cannot be used.
  func keymap(_ log: Log) -> Keymap {
    let path = keymapPath ?? Configuration.usualKeymapPath
    let text: String
    do throws(ReadFileError) {
      text = String(decoding: try readFile(atPath: path, limit: 1 << 16), as: UTF8.self)
    } catch {
      if case .system(let cause) = error, cause.isNotFound, keymapPath == nil {
        return keymapOfMachine(log)
      }
      warn(log, .keymap, error.description)
      return Keymap()
    }
    do throws(KeymapError) {
      return try Keymap(text)
    } catch {
      log.warning(
        path + ":\(error.line): a keymap has " + error.expected
          + "; the layout is that of the United States")
      return Keymap()
    }
  }

  /// The times of former boots; nil, with a warning, for a file that cannot be used.
  func unitTimes(_ log: Log) -> UnitTimes? {
    guard let path = timesPath else { return nil }
    let text: [UInt8]
    do throws(ReadFileError) {
      text = try readFile(atPath: path, limit: UnitTimes.longestText)
    } catch {
      warn(log, .times, error.description)
      return nil
    }
    do throws(BootTextFault) {
      return try UnitTimes(decoding: text)
    } catch {
      warn(log, .times, "'" + path + "' is not used: " + error.message)
      return nil
    }
  }

  /// The layout that the machine's files name, or that of the United States.
  private func keymapOfMachine(_ log: Log) -> Keymap {
    guard let name = MachineKeymap.name() else { return Keymap() }
    if let keymap = Keymap(name) { return keymap }
    // Elsewhere the console has the keys, with a keymap of its own.
    if !VirtualTerminal.isSupported {
      log.warning(
        "the layout '" + name.description
          + "' is not available, and that of the United States is used; "
          + Configuration.usualKeymapPath + " may have its keys")
    }
    return Keymap()
  }
}
