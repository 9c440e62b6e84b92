/// The job that the machine is in. Each job may have a scene of its own.
enum BootMode: Equatable, CaseIterable {
  case bootUp, shutdown, reboot, kexec, halt, updates, systemUpgrade, firmwareUpgrade, systemReset

  /// Its name in requests, and that of its scene.
  var name: String {
    switch self {
    case .bootUp: "boot-up"
    case .shutdown: "shutdown"
    case .reboot: "reboot"
    case .kexec: "kexec"
    case .halt: "halt"
    case .updates: "updates"
    case .systemUpgrade: "system-upgrade"
    case .firmwareUpgrade: "firmware-upgrade"
    case .systemReset: "system-reset"
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

  /// The job for people; a scene shows it by its control `mode`.
  var title: String {
    switch self {
    case .bootUp: "Starting up"
    case .shutdown, .halt: "Shutting down"
    case .reboot, .kexec: "Restarting"
    case .updates: "Installing updates"
    case .systemUpgrade: "Upgrading the system"
    case .firmwareUpgrade: "Updating the firmware"
    case .systemReset: "Resetting the system"
    }
  }

  /// - Parameter name: of a request, or of systemd's target.
  init?(_ name: String) {
    if name == "poweroff" {
      self = .shutdown
      return
    }
    for mode in Self.allCases where mode.name == name {
      self = mode
      return
    }
    return nil
  }
}
