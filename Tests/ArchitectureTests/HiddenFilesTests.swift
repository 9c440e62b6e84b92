import Testing

/// The display's unit hides `/proc`, except for the files that `KernelText.ofProc` finds elsewhere.
@Suite struct HiddenFilesTests {
  /// Sources that name a file of `/proc` all the same: they do without it, or run in no such unit.
  private static let others: Set<String> = [
    "Sources/Server/Program/Predecessor.swift",
    "Sources/System/Calls/Process/ProgramInMemory.swift",
    "Sources/System/Files/KernelText.swift", "Sources/System/Files/NamedPipe.swift",
    "Sources/System/Sockets/UserNamespace.swift",
  ]

  @Test func `no further source of the daemon reads a file of proc`() throws {
    let sources = try ArchitectureTests.sources(below: "Sources").filter { source in
      !["ControlCommands", "SVG", "firstlight", "plymouth"].contains {
        source.path.hasPrefix("Sources/\($0)/")
      }
    }
    let readers = Set(sources.filter { $0.lines.contains { $0.contains("\"/proc") } }.map(\.path))
    #expect(readers == Self.others, "show the file in the unit, and read it by KernelText.ofProc")
  }
}
