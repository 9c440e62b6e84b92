/// The job that the machine is in. Each job may have a scene of its own.
///
/// The raw value is its name in requests, and that of its scene.
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

  /// The job for people; a scene shows it by its control `mode`.
  /// - Parameter locale: a language tag such as `de-AT`; a language without words here gets the
  ///   English ones.
  func title(in locale: String) -> String {
    let titles = titles
    switch Language(of: locale) {
    case .english: return titles.english
    case .german: return titles.german
    case .spanish: return titles.spanish
    case .french: return titles.french
    }
  }

  private typealias Titles = (english: String, german: String, spanish: String, french: String)

  private var titles: Titles {
    switch self {
    case .bootUp: ("Starting up", "Wird gestartet", "Iniciando", "Démarrage en cours")
    case .shutdown, .halt:
      ("Shutting down", "Wird heruntergefahren", "Apagando", "Arrêt en cours")
    case .reboot, .kexec:
      ("Restarting", "Wird neu gestartet", "Reiniciando", "Redémarrage en cours")
    case .updates:
      (
        "Installing updates", "Aktualisierungen werden installiert", "Instalando actualizaciones",
        "Installation des mises à jour"
      )
    case .systemUpgrade:
      (
        "Upgrading the system", "Das System wird aktualisiert", "Actualizando el sistema",
        "Mise à niveau du système"
      )
    case .firmwareUpgrade:
      (
        "Updating the firmware", "Die Firmware wird aktualisiert", "Actualizando el firmware",
        "Mise à jour du micrologiciel"
      )
    case .systemReset:
      (
        "Resetting the system", "Das System wird zurückgesetzt", "Restableciendo el sistema",
        "Réinitialisation du système"
      )
    }
  }
}
