import Animation
import JSON
import Stage
import System
import Testing
import Wire

@testable import Server

@Suite struct MethodTableTests {
  /// The methods that the interface file declares.
  private static let declared: [String] = DisplayInterface.description.split(separator: "\n")
    .filter { $0.hasPrefix("method ") }
    .map { line in String(line.dropFirst("method ".count).prefix { $0 != "(" }) }

  /// Methods without a row, rows without a method, and methods with several rows.
  private static func strays(
    in rows: [MethodRow], of declared: [String]
  ) -> [String] {
    var counts: [String: Int] = [:]
    for name in declared { counts[name, default: 0] += 1 }
    for row in rows { counts[row.method.name, default: 0] -= 1 }
    return counts.filter { $0.value != 0 }.keys.sorted()
  }

  @Test func `each method of the interface file has one row, and there are no others`() {
    #expect(Self.declared.count > 20)
    #expect(Self.strays(in: MethodTable.rows, of: Self.declared) == [])
  }

  @Test func `a method without a row is found, and so are rows that are too many`() {
    let rows = MethodTable.rows
    #expect(Self.strays(in: rows, of: Self.declared + ["Explode"]) == ["Explode"])
    #expect(
      Self.strays(in: Array(rows.dropFirst()), of: Self.declared) == [rows[0].method.name])
    #expect(Self.strays(in: rows + [rows[1]], of: Self.declared) == [rows[1].method.name])
  }

  @Test func `the interface file names the methods that are open to everybody`() throws {
    let file = DisplayInterface.description
    let start = try #require(file.firstRange(of: "Other users may call "))
    let end = try #require(file[start.upperBound...].firstRange(of: ";"))
    let named = file[start.upperBound..<end.lowerBound].split { !$0.isLetter }
      .map { String($0) }.filter { $0 != "and" }
    let open = MethodTable.rows.filter { $0.permission.includes(.other) }.map { $0.method.name }
    #expect(named.sorted() == open.sorted())
  }

  @Test func `the interface file names the methods that are root's alone`() throws {
    let file = DisplayInterface.description
    let start = try #require(file.firstRange(of: "and alone "))
    let end = try #require(file[start.upperBound...].firstRange(of: "."))
    let named = file[start.upperBound..<end.lowerBound].split { !$0.isLetter }
      .map { String($0) }.filter { $0 != "and" }
    let own = MethodTable.rows.filter { !$0.permission.includes(.own) }.map { $0.method.name }
    #expect(named.sorted() == own.sorted())
  }

  @Test(arguments: [
    (MethodRow.Permission.everybody, true, true, true), (.privileged, true, true, false),
    (.root, true, false, false),
  ])
  func `a permission says who may call`(
    permission: MethodRow.Permission, root: Bool, own: Bool, other: Bool
  ) {
    #expect(permission.includes(.root) == root)
    #expect(permission.includes(.own) == own)
    #expect(permission.includes(.other) == other)
  }

  @Test func `a method of another interface has no row`() {
    #expect(MethodTable.row(of: Call("org.example.display.Quit")) == nil)
    #expect(MethodTable.row(of: Call("Quit")) == nil)
    #expect(MethodTable.row(of: DisplayInterface.Method.quit.call())?.method == .quit)
  }

  @Test func `a call becomes a command, which is the same for all stages`() throws {
    let commands: [(DisplayInterface.Method, JSONObject, StageCommand)] = [
      (
        .setProgress, ["value": 0.5, "durationUSec": 250_000, "allowDecrease": false],
        .setProgress(
          control: nil, ProgressChange(.value(0.5), duration: 0.25, allowsDecrease: false))
      ),
      (
        .setProgress, ["control": "a", "received": 1, "expected": 3, "phase": "copy"],
        .setProgress(
          control: "a", ProgressChange(.received(1, expected: 3), phase: "copy"))
      ),
      (.setText, ["text": "Hi"], .setText(control: nil, "Hi")),
      (.appendLog, ["text": "a\nb", "control": "c"], .appendLog(control: "c", "a\nb")),
      (
        .setState, ["control": "a", "state": "done", "hold": true],
        .setState(
          control: "a", "done", by: ControlHolder(9, isPrivileged: true), holds: true)
      ),
      (.choose, ["option": "b"], .choose(control: nil, option: "b")),
      (.setIndeterminate, ["enabled": true], .setIndeterminate(control: nil, true)),
      (
        .reveal, ["durationUSec": 0, "wait": true],
        .reveal(control: nil, duration: 0, timing: nil)
      ),
      (.conceal, ["control": "a"], .conceal(control: "a")),
      (.beginScrub, [:], .beginScrub(control: nil, by: ControlHolder(9, isPrivileged: true))),
      (.updateScrub, ["value": 1], .updateScrub(control: nil, to: 1, by: 9)),
      (
        .endScrub, ["velocity": -2, "take": true],
        .endScrub(
          control: nil, velocity: -2, by: ControlHolder(9, isPrivileged: true, isTaking: true))
      ),
      (.toggleScrub, ["control": "a"], .toggleScrub(control: "a")),
      (.setReducedMotion, ["enabled": true], .setReducedMotion(true)),
      (.setLocale, ["locale": "de-AT"], .setLocale("de-AT")),
      (.pause, ["layer": "a/b"], .pause(layer: "a/b")), (.resume, [:], .resume(layer: nil)),
    ]
    let named = Set(commands.map(\.0.name))
    let missing = MethodTable.rows.filter { row in
      switch row.action {
      case .controls, .allScenes: !named.contains(row.method.name)
      case .scene, .shows, .boot: false
      }
    }
    #expect(missing.map(\.method.name) == [])
    for (method, parameters, expected) in commands {
      let request = Request(
        parameters: Fields(parameters), descriptors: DescriptorList(), mode: .one, client: 9,
        caller: .own, limits: Limits())
      switch try #require(MethodTable.row(named: method.name)).action {
      case .controls(let decode, _), .allScenes(let decode):
        #expect(try decode(request) == expected)
      case .scene, .shows, .boot: Issue.record("\(method.name) changes no scene")
      }
    }
  }

  /// For each comparison, Unicode sorts adjacent marks again.
  @Test func `no name takes long to be refused, whatever it consists of`() throws {
    let marks = String(repeating: "\u{301}", count: 500_000)
    let start = try threadTime()
    #expect(MethodTable.row(named: marks) == nil)
    for interface in [marks, DisplayInterface.name] {
      #expect(MethodTable.row(of: Call(interface + "." + marks)) == nil)
    }
    #expect(DisplayInterface.EventKind(marks) == nil && TimingName(marks) == nil)
    #expect(try threadTime() - start < 100_000)
  }

  @Test func `a name beyond the limit is refused before it is looked up`() throws {
    let harness = try Harness(text: Harness.scene)
    let long = String(repeating: "a", count: Limits().nameBytes + 1)
    let calls: [(DisplayInterface.Method, JSONObject)] = [
      (.pause, ["layer": .string(long)]), (.setText, ["control": .string(long), "text": ""]),
      (.setProgress, ["value": 1, "screen": .string(long)]),
      (.setProgress, ["value": 1, "timing": .string(long)]),
    ]
    for (method, parameters) in calls {
      let reply = try harness.connect().call(method, parameters)
      #expect(reply.error == "org.varlink.service.InvalidParameter", "\(method)")
    }
  }
}
