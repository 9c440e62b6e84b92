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

  init?(_ name: String) {
    for mode in Self.allCases where mode.name == name {
      self = mode
      return
    }
    return nil
  }
}
