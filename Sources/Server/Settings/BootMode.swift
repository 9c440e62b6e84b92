import Stage

/// The job that the machine is in. Each job may have a scene of its own.
///
/// The raw value is the job's name in requests, and the name of its scene.
enum BootMode: String, CaseIterable {
  case bootUp = "boot-up"
  case shutdown, reboot, kexec, halt, updates
  case systemUpgrade = "system-upgrade"
  case firmwareUpgrade = "firmware-upgrade"
  case systemReset = "system-reset"

  /// Fails for an unknown name.
  ///
  /// - Parameter name: of a request, or of systemd's target.
  init?(_ name: String) {
    self.init(rawValue: name == "poweroff" ? BootMode.shutdown.rawValue : name)
  }

  var name: String { rawValue }

  /// True for the jobs in which the running system ends.
  var endsSystem: Bool {
    switch self {
    case .shutdown, .reboot, .kexec, .halt: true
    case .bootUp, .updates, .systemUpgrade, .firmwareUpgrade, .systemReset: false
    }
  }

  /// The names of the scenes that may be shown, the best one first.
  var scenes: [String] {
    switch self {
    case .bootUp, .shutdown: [name]
    case .reboot, .kexec, .halt: [name, BootMode.shutdown.name]
    case .updates, .systemUpgrade, .firmwareUpgrade, .systemReset: [name, "install"]
    }
  }
}

extension BootWords {
  /// The job for people; a scene shows it by its control `mode`.
  func title(of mode: BootMode) -> String {
    switch mode {
    case .bootUp: bootUp
    case .shutdown, .halt: shutdown
    case .reboot, .kexec: reboot
    case .updates: updates
    case .systemUpgrade: upgrade
    case .firmwareUpgrade: firmware
    case .systemReset: reset
    }
  }
}
