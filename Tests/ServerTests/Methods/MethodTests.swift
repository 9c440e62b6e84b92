import JSON
import Stage
import System
import Testing
import Wire

@testable import Server

@Suite struct MethodTests {
  /// A call and the reason why it is refused.
  struct Refusal<Expected: Sendable>: Sendable {
    let method: DisplayInterface.Method
    let parameters: JSONObject
    let expected: Expected

    init(
      _ method: DisplayInterface.Method, _ parameters: JSONObject, _ expected: Expected
    ) {
      self.method = method
      self.parameters = parameters
      self.expected = expected
    }
  }

  @Test func `rule 7: the service describes itself`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(
      Call("org.varlink.service.GetInfo"),
      Call(
        "org.varlink.service.GetInterfaceDescription",
        parameters: ["interface": "io.firstlight.display"]),
      Call(
        "org.varlink.service.GetInterfaceDescription",
        parameters: ["interface": "org.varlink.service"]),
      Call("org.varlink.service.GetInterfaceDescription", parameters: ["interface": "a.b"]))
    let replies = try peer.replies()
    #expect(
      replies[0].parameters["interfaces"] == ["org.varlink.service", "io.firstlight.display"])
    #expect(replies[1].parameters["description"] == .string(DisplayInterface.description))
    #expect(replies[2].parameters["description"] == .string(ServiceInterface.description))
    #expect(replies[3].error == "org.varlink.service.InterfaceNotFound")
  }

  @Test("every declared method is dispatched", arguments: DisplayInterface.Method.allCases)
  func dispatched(_ method: DisplayInterface.Method) throws {
    let harness = try Harness(text: Harness.scene)
    let reply = try harness.connect().call(method, ["noSuchParameter": 1])
    #expect(reply.error == "org.varlink.service.InvalidParameter")
    #expect(reply.parameters["parameter"] == "noSuchParameter")
    let reason = method.name + " is refused for its parameter 'noSuchParameter': the method has no"
    #expect(harness.lines.all.contains { $0.contains(reason) })
  }

  @Test("an upgrade is not implemented", arguments: DisplayInterface.Method.allCases)
  func upgrade(_ method: DisplayInterface.Method) throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(method.call(mode: .upgrade))
    #expect(
      try peer.replies().map { $0.error } == ["org.varlink.service.MethodNotImplemented"])
  }

  @Test func `the service describes itself to a client that asks for an upgrade`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(
      Call("org.varlink.service.GetInfo", mode: .upgrade),
      Call("org.varlink.service.GetInfo"))
    let replies = try peer.replies()
    #expect(replies.map { $0.error } == [nil, nil])
    #expect(replies[0].parameters == replies[1].parameters)
  }

  @Test func `an unknown method is named`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(Call("io.firstlight.display.Explode"), Call("org.varlink.service.Nope"))
    let replies = try peer.replies()
    #expect(
      replies.map { $0.error } == Array(repeating: "org.varlink.service.MethodNotFound", count: 2))
    #expect(replies[0].parameters["method"] == "io.firstlight.display.Explode")
  }

  @Test(
    "rule 5: a bad parameter is named",
    arguments: [
      Refusal(.setProgress, [:], "value"),
      Refusal(.setProgress, ["value": "1"], "value"),
      Refusal(.setProgress, ["value": nil], "value"),
      Refusal(.setProgress, ["value": 1, "control": 3], "control"),
      Refusal(.setProgress, ["value": 1, "durationUSec": 0.5], "durationUSec"),
      Refusal(.setProgress, ["value": 1, "timing": "bouncy"], "timing"),
      Refusal(.setProgress, ["value": 1, "allowDecrease": 0], "allowDecrease"),
      Refusal(.setIndeterminate, [:], "enabled"), Refusal(.setText, [:], "text"),
      Refusal(.setText, ["text": ["x"]], "text"), Refusal(.listLayers, ["depth": "1"], "depth"),
      Refusal(.step, [:], "durationUSec"), Refusal(.loadScene, ["validateOnly": 1], "validateOnly"),
      Refusal(.loadScene, ["fileDescriptor": 0], "fileDescriptor"),
      Refusal(.loadScene, ["fileDescriptor": -1], "fileDescriptor"),
      Refusal(.screenshot, ["inline": "yes"], "inline"), Refusal(.pause, ["layer": 1], "layer"),
    ] as [Refusal<String>])
  func invalid(_ refusal: Refusal<String>) throws {
    let harness = try Harness(text: Harness.scene)
    let reply = try harness.connect().call(refusal.method, refusal.parameters)
    #expect(reply.error == "org.varlink.service.InvalidParameter")
    #expect(reply.parameters["parameter"] == .string(refusal.expected))
  }

  @Test(
    "wrong values and unknown names are refused",
    arguments: [
      Refusal(
        .setProgress, ["value": 1, "durationUSec": -1],
        .invalidValue
      ),
      Refusal(.setProgress, ["value": 1, "durationUSec": 9_000_000_000_000_000], .invalidValue),
      Refusal(.setProgress, ["value": 1, "control": "nope"], .noSuchControl),
      Refusal(.setProgress, ["value": 1, "control": "message"], .wrongControlKind),
      Refusal(.setText, ["text": "x", "control": "install"], .wrongControlKind),
      Refusal(.setText, ["text": .string(String(repeating: "x", count: 5000))], .limitExceeded),
      Refusal(.setIndeterminate, ["enabled": true, "control": "nope"], .noSuchControl),
      Refusal(.listLayers, ["root": "nope"], .noSuchLayer),
      Refusal(.listLayers, ["depth": -1], .invalidValue),
      Refusal(.pause, ["layer": "nope"], .noSuchLayer),
      Refusal(.step, ["durationUSec": -1], .invalidValue), Refusal(.loadScene, [:], .invalidValue),
      Refusal(.loadScene, ["name": "boot", "path": "/x"], .invalidValue),
      Refusal(.loadScene, ["path": "relative.jsonc"], .invalidValue),
      Refusal(.loadScene, ["name": "nope"], .noSuchScene),
      Refusal(.loadScene, ["name": "../../etc/passwd"], .noSuchScene),
      Refusal(.loadScene, ["path": "/no/such/file.jsonc"], .sceneInvalid),
    ] as [Refusal<DisplayInterface.Failure>])
  func refused(_ refusal: Refusal<DisplayInterface.Failure>) throws {
    let harness = try Harness(text: Harness.scene)
    let reply = try harness.connect().call(refusal.method, refusal.parameters)
    #expect(reply.error == refusal.expected.qualifiedName)
  }

  @Test("other users may read and report progress", arguments: DisplayInterface.Method.allCases)
  func permission(_ method: DisplayInterface.Method) throws {
    let harness = try Harness(text: Harness.scene)
    let dispatcher = Dispatcher(
      shows: harness.shows, boot: harness.daemon.boot, limits: Limits())
    let isFree: Set = [
      "AppendLog", "GetStatus", "GetCapabilities", "ListLayers", "ListControls", "GetAccessibility",
      "SetProgress", "SetIndeterminate", "SetText", "SetImage", "SetState", "Choose", "Reveal",
      "Conceal",
      "BeginScrub",
      "UpdateScrub", "EndScrub", "ToggleScrub", "Subscribe",
    ]
    var name = ""
    do throws(CallError) {
      _ = try dispatcher.outcome(
        of: method.call(["unknown": 1]), descriptors: DescriptorList(), client: 1,
        caller: .other)
    } catch {
      name = error.name
    }
    #expect(
      name == "org.varlink.service."
        + (isFree.contains(method.name) ? "InvalidParameter" : "PermissionDenied"))
  }

  @Test func `progress and text reach the controls`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let reply = try peer.call(.setProgress, ["value": 1.5, "timing": "linear"])
    #expect(reply.parameters == ["applied": true, "value": 1.0])
    #expect(try peer.call(.setText, ["text": "Grüße"]).error == nil)
    #expect(try peer.call(.setIndeterminate, ["enabled": true]).error == nil)
    let controls = harness.shows.stage.controls
    #expect(controls[0].value == 1)
    #expect(controls[0].isIndeterminate == true)
    #expect(controls[1].text == "Grüße")
  }

  @Test func `pausing the scene shows in the status`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    _ = try peer.call(.pause)
    #expect(try peer.call(.getStatus).parameters["paused"] == true)
    _ = try peer.call(.resume)
    #expect(try peer.call(.getStatus).parameters["paused"] == false)
  }

  @Test func `a step shows an animation at its time`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    _ = try peer.call(
      .setProgress, ["value": 1, "durationUSec": 1_000_000, "timing": "linear"])
    let reply = try peer.call(.step, ["durationUSec": 500_000])
    #expect(reply.parameters["timeUSec"] == 500_000)
    #expect(reply.parameters["frames"] == 30)
    let layers = try Fields(try peer.call(.listLayers).parameters).structures("layers") {
      fields throws(CallError) in try DisplayInterface.LayerInfo(fields)
    }
    let bar = try #require(layers.first { $0.path == "bar" })
    #expect(abs((bar.progress ?? 0) - 0.5) < 0.001)
    #expect(bar.kind == .progress)
  }

  @Test func `the same requests at the same times give the same frames`() throws {
    func hashes() throws -> [JSONValue?] {
      let harness = try Harness(text: Harness.scene)
      let peer = try harness.connect()
      var hashes: [JSONValue?] = []
      for step in 1...10 {
        _ = try peer.call(.setProgress, ["value": .number(Double(step) / 10)])
        let reply = try peer.call(.step, ["durationUSec": .integer(Int64(step) * 10_000)])
        hashes.append(reply.parameters["frameHash"])
      }
      return hashes
    }
    let first = try hashes()
    #expect(try hashes() == first)
    #expect(Set(first.map { $0?.stringValue ?? "" }).count > 5)
  }

  @Test func `a clock that follows the output cannot be stepped`() throws {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    let reply = try harness.connect().call(.step, ["durationUSec": 1])
    #expect(reply.error == DisplayInterface.Failure.notSupported.qualifiedName)
  }

  @Test func `a screenshot comes inline and as a sealed file, and both are the same`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let inline = try peer.call(.screenshot, ["inline": true]).parameters
    let bytes = try #require(Base64.decode(inline["data"]?.stringValue ?? "?"))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(inline["size"] == .integer(Int64(bytes.count)))
    #expect(inline["width"] == 96)
    #expect(inline["fileDescriptor"] == nil)

    let byFile = try peer.call(.screenshot)
    #expect(byFile.parameters["fileDescriptor"] == 0)
    #expect(byFile.parameters["data"] == nil)
    #expect(byFile.descriptorCount == 1)
    guard let received = peer.descriptors.takeFirst() else {
      Issue.record("no descriptor came")
      return
    }
    let file = FileDescriptor(owning: received.take())
    var content = [UInt8](repeating: 0, count: bytes.count + 1)
    let count = try file.read(into: &content, 0..<content.count)
    #expect(count == bytes.count, "the file is rewound")
    #expect(Array(content.prefix(bytes.count)) == bytes)
    #expect(throws: SystemError.self) { try file.write([0].span) }
  }

  @Test func `a screenshot shows the requests made before it`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let before = try peer.call(.screenshot, ["inline": true]).parameters["data"]
    try peer.send(
      DisplayInterface.Method.setProgress.call(["value": 1, "durationUSec": 0], mode: .oneway),
      DisplayInterface.Method.screenshot.call(["inline": true]))
    #expect(try peer.replies().first?.parameters["data"] != before)
  }

  @Test func `a scene that does not load leaves the running one and says why`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let file = try MemoryFile.sealed(
      name: "scene", bytes: Array("{ \"layers\": [ {\"kind\": 3} ] }".utf8).span)
    try peer.send(
      DisplayInterface.Method.loadScene.call(["fileDescriptor": 0]).encoded(),
      descriptors: [file.rawValue])
    let reply = try #require(try peer.replies().first)
    #expect(reply.error == DisplayInterface.Failure.sceneInvalid.qualifiedName)
    let diagnostics = try Fields(reply.parameters).structures("diagnostics") {
      fields throws(CallError) in try DisplayInterface.Diagnostic(fields)
    }
    #expect(diagnostics.first?.line == 1)
    #expect(diagnostics.first?.severity == .error)
    #expect(harness.shows.stage.generation == 1)
    #expect(harness.shows.stage.controls.map { $0.name } == ["install", "message"])
  }

  @Test func `a scene loads from a descriptor, and can be only checked`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let file = try MemoryFile.sealed(
      name: "scene", bytes: Array("{ \"layers\": [ {\"name\": \"new\"} ] }".utf8).span)
    for (onlyChecks, generation) in [(true, 1), (false, 2)] {
      try peer.send(
        DisplayInterface.Method.loadScene.call(
          ["fileDescriptor": 0, "validateOnly": .bool(onlyChecks)]
        ).encoded(), descriptors: [file.rawValue])
      let reply = try #require(try peer.replies().first)
      #expect(reply.error == nil)
      #expect(reply.parameters["generation"] == .integer(Int64(generation)))
    }
    _ = try peer.call(.step, ["durationUSec": 20_000])
    #expect(harness.shows.stage.layerCount == 2)
  }

  @Test func `a scene has to be a regular file of its size`() throws {
    var limits = Limits()
    limits.sceneBytes = 10
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peer = try harness.connect()
    let file = try MemoryFile.sealed(
      name: "scene", bytes: [UInt8](repeating: 32, count: 11).span)
    let device = try FileDescriptor.open("/dev/zero", .read)
    for (number, failure) in [
      (file.rawValue, DisplayInterface.Failure.limitExceeded), (device.rawValue, .invalidValue),
    ] {
      try peer.send(
        DisplayInterface.Method.loadScene.call(["fileDescriptor": 0]).encoded(),
        descriptors: [number])
      #expect(try peer.replies().first?.error == failure.qualifiedName)
    }
  }

  @Test func `quitting is answered, reported to subscribers, and ends the loop`() throws {
    let harness = try Harness(text: Harness.scene)
    let subscriber = try harness.connect()
    try subscriber.send(DisplayInterface.Method.subscribe.call(mode: .more))
    let peer = try harness.connect()
    #expect(try peer.call(.quit).error == nil)
    #expect(harness.daemon.isDone)
    harness.daemon.stop()
    let last = try #require(try subscriber.replies().last)
    #expect(!last.continues)
    #expect(last.parameters["events"]?.arrayValue?.last?.objectValue?["kind"] == "quitting")
    #expect(subscriber.isClosed)
  }
}
