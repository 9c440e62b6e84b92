import Foundation
import Output
import Raster
import Scene
import System
import TestSupport
import Testing

@testable import Server

/// Settings of files, of the kernel's command line and of the daemon's own.
@Suite struct SettingsTests {
  private static func reader(_ text: String) -> SettingsReader {
    var reader = SettingsReader()
    reader.read(Array(text.utf8), from: "/f")
    return reader
  }

  @Test func `a file has keys, comments, quotes and booleans`() throws {
    let reader = Self.reader(
      """
      # A comment

      scene = kiosk.jsonc
        scale=1.5\t# beside it
      socket = "/run/a # b"\r
      format =   RGB565
      plymouth = yes
      verbose = off
      screen = DP-1=menu
      screen = DP-2=#menu
      privileged-group = video
      """)
    #expect(reader.faults == [])
    let settings = try Settings(reader, [])
    let configuration = settings.configuration
    #expect(configuration.scene == "kiosk.jsonc")
    #expect(configuration.output.scale == 1.5)
    #expect(configuration.socketPath == "/run/a # b")
    #expect(configuration.output.format == .rgb565)
    #expect(configuration.servesPlymouth)
    #expect(!configuration.isVerbose)
    #expect(
      configuration.screens.map { $0.screen + "=" + $0.scene } == ["DP-1=menu", "DP-2=#menu"])
    #expect(configuration.privilegedGroup == "video")
    #expect(configuration.source(of: .privilegedGroup) == .file(path: "/f", line: 11))
    #expect(settings.used.first { $0.option == .scale }?.source == .file(path: "/f", line: 4))
  }

  /// If such values were repaired, they would name other files.
  @Test func `values that are not UTF-8 are refused everywhere`() throws {
    for key in ["socket", "scene", "locale", "psplash", "keymap", "set-variable"] {
      var reader = SettingsReader()
      reader.read(Array("\(key) = a=\u{E9}".utf8).dropLast() + [0x0A], from: "/f")
      #expect(reader.settings.isEmpty && reader.faults.count == 1, "\(key)")
    }
    for arguments in [["/a\u{FFFD}"], ["--socket=/\u{FFFD}"], ["--config", "\u{FFFD}"]] {
      #expect(throws: UsageError.self) { try Arguments(parsing: arguments) }
    }
  }

  @Test(arguments: [
    ("x", "/f:1: 'key = value' is expected"), ("\n\nscale", "/f:3: 'key = value' is expected"),
    ("scal = 2", "/f:1: unknown key 'scal'; did you mean 'scale'?"),
    ("--scale = 2", "/f:1: unknown key '--scale'; did you mean 'scale'?"),
    ("scale = 0", "/f:1: scale: '0' is not"), ("= 2", "/f:1: unknown key ''"),
    ("plymouth =", "/f:1: plymouth: '' is not yes or no"),
    ("plymouth = maybe", "/f:1: plymouth: 'maybe' is not yes or no"),
    ("threads = 99", "/f:1: threads: '99' is not a number from 1 to 16"),
    ("help = yes", "/f:1: unknown key 'help'"), ("print-config = yes", "/f:1: unknown key"),
    ("socket = /a\0b", "/f:1: socket: '/a\\x00b' has bytes that are not UTF-8, U+FFFD or NUL"),
    ("config = /a", "/f:1: unknown key 'config'"), ("scene =", "/f:1: the scene's name is empty"),
  ])
  func `a mistake is reported with its line, and the other lines count`(text: String, fault: String)
    throws
  {
    let reader = Self.reader(text + "\nclock = step\n")
    #expect(reader.faults.count == 1)
    #expect(reader.faults.first?.hasPrefix(fault) == true, "\(reader.faults)")
    let configuration = try Settings(reader, []).configuration
    #expect(configuration.faults == reader.faults)
    #expect(configuration.clock == .step)
  }

  @Test func `a byte order mark is no part of the first key`() {
    let reader = Self.reader("\u{FEFF}scale = 2\n\u{FEFF}scale = 3\n")
    #expect(reader.settings.map { $0.value } == ["2"])
    #expect(reader.faults.count == 1)
  }

  @Test func `the first of many mistakes are reported, with the number of the others`() {
    let reader = Self.reader(String(repeating: "x\n", count: 5000))
    #expect(reader.faults.count == SettingsReader.mostFaults + 1)
    #expect(reader.faults.last == "further mistakes: 4936")
    #expect(
      Self.reader(String(repeating: "x\n", count: SettingsReader.mostFaults)).faults.last
        == "/f:64: 'key = value' is expected")
  }

  @Test func `conflicts between settings are reported, too`() throws {
    let reader = Self.reader(
      """
      screen = DP-1=a
      screen = DP-1=b
      screen = HDMI-1=c
      input = touch=DP-9
      output = drm:DP-1
      """)
    #expect(reader.faults == [])
    let configuration = try Settings(reader, []).configuration
    #expect(configuration.screens.map { $0.scene } == ["a"])
    #expect(configuration.faults.count >= 2)
    #expect(configuration.faults.allSatisfy { $0.hasPrefix("/f:") }, "\(configuration.faults)")
    #expect(throws: UsageError.self) {
      try Arguments(parsing: ["--screen=HDMI-1=c"]) { _ in reader }
    }
  }

  @Test func `an impossible screen is reported with its line, and is ignored`()
    throws
  {
    let reader = Self.reader(
      """
      output = drm:DP-1
      screen = HDMI-A-1=a
      screen = DP-1=b
      input = /dev/input/event3
      input = touch=HDMI-A-2
      input = pen=DP-1
      """)
    let settings = try Settings(reader, [])
    let faults = settings.configuration.faults
    #expect(faults.count == 2)
    #expect(faults.first?.hasPrefix("/f:2: screen: 'HDMI-A-1'") == true, "\(faults)")
    #expect(faults.last?.hasPrefix("/f:5: input: the screen 'HDMI-A-2'") == true, "\(faults)")
    #expect(!settings.text.contains("HDMI") && settings.text.contains("pen=DP-1"))
    #expect(try Settings(Self.reader(settings.text), []).configuration.faults == [])
  }

  @Test func `a job's own scene comes before one that was set at a weaker place`() throws {
    func prefers(_ text: String, _ arguments: String...) throws -> Bool {
      var line = CommandLineReader()
      try line.read(arguments)
      return try Settings(Self.reader(text), line.settings).configuration.prefersSceneOfMode
    }
    #expect(try prefers("scene = kiosk", "--mode", "reboot"))
    #expect(try !prefers("scene = kiosk", "--mode", "reboot", "own"))
    #expect(try !prefers("scene = kiosk\nmode = updates"))
    #expect(try !prefers("mode = updates", "own"))
    #expect(try !prefers("", "--mode", "reboot"))
  }

  @Test func `a stronger place leaves the variables that it does not name`() throws {
    let reader = Self.reader(
      "set-variable = logo=/a.png\nset-variable = brand=#111111\nset-variable = brand=#222222\n")
    var line = CommandLineReader()
    try line.read(["--set-variable", "logo=", "--set-variable", "text=#333333"])
    let settings = try Settings(reader, line.settings)
    let variables = settings.configuration.variables.map { $0.name + "=" + $0.value }
    #expect(variables == ["brand=#222222", "logo=", "text=#333333"])
    #expect(settings.text.hasPrefix("set-variable = \"brand=#222222\"  # /f:3\n"))
    let again = try Settings(Self.reader(settings.text), []).configuration.variables
    #expect(again == settings.configuration.variables)
  }

  @Test func `a stronger place takes the place of all values of an option`() throws {
    let folder = try TemporaryDirectory()
    func write(_ path: String, _ text: String) throws {
      let whole = folder(path)
      try createDirectory(parentDirectory(of: whole))
      try writeFileAtomically(path: whole, bytes: Array(text.utf8))
    }
    try write(
      "lib/firstlight.conf", "scale = 1\nthreads = 1\nformat = RGB565\nclock = step\nrotate = 90\n")
    try write("etc/firstlight.conf", "scale = 2\nthreads = 2\nformat = RGB888\nscreen = DP-1=a\n")
    try write("lib/firstlight.conf.d/10-a.conf", "scale = 3\nthreads = 3\n")
    try write("lib/firstlight.conf.d/20-b.conf", "rotate = 180\nscene = hidden\n")
    try write("etc/firstlight.conf.d/05-c.conf", "scale = 9\nscreen = DP-2=b\nscreen = DP-3=c\n")
    try write("etc/firstlight.conf.d/20-b.conf", "scale = 4\n")
    try write("etc/firstlight.conf.d/none.txt", "scale = 7\n")
    try write("etc/firstlight.conf.d/.hidden.conf", "scale = 8\n")
    let folders = [folder("lib"), folder("etc")]
    func settings(_ kernel: String = "", _ arguments: [String] = []) throws -> Settings {
      var line = CommandLineReader()
      try line.read(arguments)
      return try Settings(
        SettingsReader(path: nil, kernel: kernel, folders: folders), line.settings)
    }
    let files = try settings()
    #expect(files.configuration.faults == [])
    #expect(files.configuration.output.scale == 4)
    #expect(files.configuration.threadLimit == 3)
    #expect(files.configuration.output.format == .rgb888)
    #expect(files.configuration.clock == .step)
    #expect(files.configuration.scene == nil)
    #expect(files.configuration.screens.map { $0.screen } == ["DP-2", "DP-3"])
    let kernel = try settings("quiet firstlight.scale=5 firstlight.threads=5 firstlight.enable=1")
    #expect(kernel.configuration.output.scale == 5)
    let line = try settings(
      "firstlight.scale=5 firstlight.threads=5", ["--scale=6", "--screen=DP-4=d"])
    #expect(line.configuration.output.scale == 6)
    #expect(line.configuration.threadLimit == 5)
    #expect(line.configuration.screens.map { $0.screen } == ["DP-4"])
    let text = line.text
    #expect(text.contains("scale = 6  # the command line\n"))
    #expect(text.contains("threads = 5  # the kernel's command line\n"))
    #expect(text.contains("format = RGB888  # " + folder("etc/firstlight.conf") + ":3\n"))
    #expect(text.contains("\n# not set: socket"))
    // Printed settings are a file with the same effect.
    var printed = try Settings(Self.reader(text), []).configuration
    var expected = line.configuration
    // Their places differ.
    (printed.used, expected.used) = ([], [])
    #expect(printed == expected)
  }

  @Test func `one file may take the place of all others`() throws {
    let folder = try TemporaryDirectory()
    try createDirectory(folder("own.d"))
    try writeFileAtomically(path: folder("own"), bytes: Array("scale = 2\nthreads = 1\n".utf8))
    try writeFileAtomically(path: folder("own.d/a.conf"), bytes: Array("threads = 2\n".utf8))
    let own = SettingsReader(path: folder("own"), kernel: "", folders: ["/nowhere"])
    #expect(own.settings.map { $0.value } == ["2", "1", "2"])
    #expect(SettingsReader(path: "none", kernel: "", folders: [folder("")]).settings.isEmpty)
    let missing = SettingsReader(path: folder("none"), kernel: "")
    #expect(missing.settings.isEmpty)
    #expect(missing.faults.first?.contains("none") == true)
    let absent = SettingsReader(path: nil, kernel: "", folders: [folder("none")])
    #expect(absent.settings.isEmpty && absent.faults.isEmpty)
    try writeFileAtomically(
      path: folder("large"), bytes: [UInt8](repeating: 0x23, count: SettingsReader.limits.bytes + 1)
    )
    #expect(SettingsReader(path: folder("large"), kernel: "").faults.count == 1)
  }

  @Test func `words of the kernel's command line are keys, too`() throws {
    let line =
      "BOOT_IMAGE=/vmlinuz quiet firstlight.scene=\"a b.jsonc\" \"firstlight.output=fbdev:/dev/fb1\" "
      + "firstlight.reduced_motion firstlight.debug plymouth.force-scale=2 rd.firstlight=0 "
      + "firstlight.nonsense=1 firstlight.rotate=45 firstlight.enable=0\n"
    let reader = SettingsReader(path: "none", kernel: line)
    let configuration = try Settings(reader, []).configuration
    #expect(configuration.scene == "a b.jsonc")
    #expect(configuration.output.destination == .fbdev(node: "/dev/fb1"))
    #expect(configuration.reducesMotion)
    #expect(configuration.isVerbose)
    #expect(configuration.output.scale == 2)
    #expect(configuration.faults.count == 2)
    #expect(
      configuration.faults.first == "the kernel's command line: unknown key 'nonsense'")
  }

  @Test func `no changed bytes trap`() throws {
    var numbers = SeededGenerator(seed: 5)
    let good = Array("scene = \"a\" # b\nscale = 1\nscreen = DP-1=a\n\n= x\n".utf8)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<numbers.int(in: 1...6) where !bytes.isEmpty {
        let place = numbers.int(in: 0...bytes.count - 1)
        if numbers.chance(0.6) {
          bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        } else {
          bytes.remove(at: place)
        }
      }
      var reader = SettingsReader()
      reader.read(bytes, from: "/f")
      _ = try Settings(reader, []).text
      _ = SettingsReader(path: "none", kernel: String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func `the members of a group have the rights of the daemon's own user`() {
    let users = Users(
      own: 990, namespace: UserNamespace(overflowUser: 65_534, mapsEverybody: true),
      privilegedGroup: 44)
    func kind(_ user: UInt32, _ group: UInt32, _ groups: [UInt32]) -> Users.Kind {
      users.kind(
        of: PeerCredentials(processIdentifier: 1, userIdentifier: user, groupIdentifier: group)
      ) { groups }
    }
    #expect(kind(1000, 44, []) == .member)
    #expect(kind(1000, 1000, [4, 44]) == .member)
    #expect(kind(1000, 1000, [4, 45]) == .other)
    #expect(kind(0, 44, []) == .root)
    #expect(kind(990, 44, []) == .own)
    #expect(Users.Kind.member.isPrivileged)
    #expect(MethodRow.Permission.privileged.includes(.member))
    #expect(!MethodRow.Permission.root.includes(.member))
  }

  @Test func `a peer's groups are read from the kernel`() throws {
    let (mine, theirs) = try UnixStream.pair()
    let stream = UnixStream(owning: FileDescriptor(owning: mine))
    defer { close(theirs) }
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = unsafe getgroups(Int32(groups.count), &groups)
    #expect(try stream.peerGroups().sorted() == groups[..<Int(count)].map { $0 }.sorted())
  }
}
