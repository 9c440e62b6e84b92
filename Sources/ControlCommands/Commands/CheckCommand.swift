import ArgumentParser

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with scene files, without a daemon.",
    discussion: """
      firstlight check scenes/*.jsonc
      generate-scene | firstlight check --format json -

      The exit status is that of the first file with a mistake: 1, or 66 if it cannot be read.
      """)

  @Argument(
    help: "The scenes' files, or - for standard input.",
    completion: .file(extensions: ["jsonc", "json"]))
  var scenes: [String]

  @Option(help: "text: lines with carets. json: an object a file. sarif: one log for editors.")
  var format = CheckFormat.text

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws {
    if scenes.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read once")
    }
    if json, format == .sarif { throw ValidationError("--json excludes --format sarif") }
  }

  func run() throws {
    var files: [CheckedFile] = []
    for scene in scenes { files.append(try CheckedFile(scene)) }
    (json ? .json : format).print(files)
    let failures = files.compactMap(\.failure)
    // Each failure but the last is a line of its own; the last one ends the program.
    for failure in failures.dropLast() { Console.complain(failure) }
    guard let last = failures.last else { return }
    throw ClientError(failures[0].status, last.message, hint: last.hint)
  }
}
