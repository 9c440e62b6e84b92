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
  /// - Parameter locale: a language tag such as `de-AT`; a language without words here gets the
  ///   English ones.
  func title(in locale: String) -> String {
    let language = locale.utf8.lazy.map { $0 | 0x20 }.prefix { 0x61...0x7A ~= $0 }
    switch String(decoding: Array(language), as: UTF8.self) {
    case "de": return germanTitle
    case "es": return spanishTitle
    case "fr": return frenchTitle
    default: return englishTitle
    }
  }

  private var englishTitle: String {
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

  private var germanTitle: String {
    switch self {
    case .bootUp: "Wird gestartet"
    case .shutdown, .halt: "Wird heruntergefahren"
    case .reboot, .kexec: "Wird neu gestartet"
    case .updates: "Aktualisierungen werden installiert"
    case .systemUpgrade: "Das System wird aktualisiert"
    case .firmwareUpgrade: "Die Firmware wird aktualisiert"
    case .systemReset: "Das System wird zurückgesetzt"
    }
  }

  private var spanishTitle: String {
    switch self {
    case .bootUp: "Iniciando"
    case .shutdown, .halt: "Apagando"
    case .reboot, .kexec: "Reiniciando"
    case .updates: "Instalando actualizaciones"
    case .systemUpgrade: "Actualizando el sistema"
    case .firmwareUpgrade: "Actualizando el firmware"
    case .systemReset: "Restableciendo el sistema"
    }
  }

  private var frenchTitle: String {
    switch self {
    case .bootUp: "Démarrage en cours"
    case .shutdown, .halt: "Arrêt en cours"
    case .reboot, .kexec: "Redémarrage en cours"
    case .updates: "Installation des mises à jour"
    case .systemUpgrade: "Mise à niveau du système"
    case .firmwareUpgrade: "Mise à jour du micrologiciel"
    case .systemReset: "Réinitialisation du système"
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
