import ArgumentParser
import JSON

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Explain why nothing is on the screen, and what to try.",
    discussion: """
      Looks for each cause in turn: devices, the right to open them, monitors, other programs, the \
      daemon, what it shows on, the console and the kernel's command line. Devices are looked at \
      and not used. With --initramfs it looks into the image of an initial RAM file system instead, \
      for what that lacks to show a picture. The exit status is 0 when all is well, and 1 otherwise.
      """)

  @Option(
    help: ArgumentHelp(
      "Check an image, compressed or not, in place of this machine.", valueName: "image"),
    completion: .file())
  var initramfs: String?

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let checks =
      try initramfs.map { try ImageDiagnosis(InitramfsImage(path: $0)).checks }
      ?? Diagnosis(.read(daemon)).checks
    if output.json {
      Console.print(checks.json)
    } else {
      for line in checks.lines { Console.print(line) }
    }
    if !checks.isGood { throw ClientError(.refused, "") }
  }
}

extension [Diagnosis.Check] {
  var isGood: Bool { allSatisfy { $0.outcome != .fault } }

  /// A line for each check, with a suggestion under it.
  var lines: [String] {
    var lines: [String] = []
    for check in self {
      let outcome = check.outcome.rawValue
      let mark = outcome + String(repeating: " ", count: 7 - outcome.count)
      lines.append("\(mark)\(check.name): \(check.message.oneLine)")
      if check.outcome != .good, let hint = check.hint {
        lines.append("       try: " + hint.oneLine)
      }
    }
    return lines
  }

  var json: JSONValue {
    var object = JSONObject()
    object["good"] = .bool(isGood)
    object["checks"] = .array(
      map { check in
        var fields = JSONObject()
        fields["name"] = .string(check.name)
        fields["outcome"] = .string(check.outcome.rawValue)
        fields["message"] = .string(check.message)
        fields["hint"] = check.hint.map { .string($0) }
        return .object(fields)
      })
    return .object(object)
  }
}
