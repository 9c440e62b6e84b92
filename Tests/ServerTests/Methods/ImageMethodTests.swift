import Foundation
import Geometry
import Images
import JSON
import Raster
import Scene
import Stage
import System
import Testing
import Wire

@testable import Server

/// SetImage: descriptors of clients become pictures of controls.
@Suite struct ImageMethodTests {
  private static let scene = """
    { "layers": [ { "kind": "image", "name": "photo", "frame": [0, 0, 40, 40] } ],
      "controls": { "photo": { "kind": "image", "drives": "photo" },
        "message": { "kind": "text" } } }
    """

  private static func png(_ side: Int = 2) throws -> [UInt8] {
    try PNGEncoder().encode(
      [UInt32](repeating: 0xFFFF_0000, count: side * side),
      size: PixelSize(width: side, height: side))
  }

  /// The reply to a call with a file in memory.
  private func set(
    _ peer: Peer, _ harness: Harness, _ bytes: [UInt8], _ parameters: JSONObject = [:]
  ) throws -> Reply {
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    return try set(peer, harness, file.rawValue, parameters)
  }

  private func set(
    _ peer: Peer, _ harness: Harness, _ descriptor: Int32, _ parameters: JSONObject = [:]
  ) throws -> Reply {
    var parameters = parameters
    parameters["fileDescriptor"] = 0
    try peer.send(
      DisplayInterface.Method.setImage.call(parameters).encoded(), descriptors: [descriptor])
    try harness.settle()
    return try #require(try peer.replies().first)
  }

  private func nobody(_ harness: Harness) throws -> Peer {
    try harness.connect(
      as: PeerCredentials(
        processIdentifier: 1, userIdentifier: 54_321, groupIdentifier: 54_321))
  }

  @Test func `every user may set a picture, which is listed with its description`() throws {
    let harness = try Harness(text: Self.scene)
    let peer = try nobody(harness)
    let reply = try set(peer, harness, Self.png(), ["control": "photo", "text": "A red square"])
    #expect(reply.error == nil)
    let list = try peer.call(.listControls).parameters["controls"]?.arrayValue
    let control = try #require(list?.first?.objectValue)
    #expect(control["kind"] == "image")
    #expect(control["description"] == "A red square")
    let values = SavedValues(harness.shows)
    #expect(SavedValues(decoding: values.encoded()) == values)
  }

  @Test func `any file other than a small PNG in memory is refused`() throws {
    let harness = try Harness(
      limits: Limits(pictureBytes: 4096, picturePixels: 64), text: Self.scene)
    let peer = try nobody(harness)
    let png = try Self.png()
    let cases: [([UInt8], String)] = [
      (Array("GIF89a".utf8), "neither a PNG nor a JPEG file; convert the picture to PNG"),
      ([], "neither a PNG nor a JPEG file; convert the picture to PNG"),
      (Array(png.prefix(40)), "cut off"), (try Self.png(9), "9×9 pixels, and 64 in all"),
    ]
    for (bytes, words) in cases {
      let reply = try set(peer, harness, bytes)
      #expect(reply.error == DisplayInterface.Failure.invalidValue.qualifiedName)
      #expect(reply.parameters["reason"]?.stringValue?.contains(words) == true, "\(words)")
    }
    let long = try set(peer, harness, [UInt8](repeating: 0, count: 4097))
    #expect(long.error == DisplayInterface.Failure.limitExceeded.qualifiedName)
    #expect(long.parameters["limit"] == "pictureBytes")
    let wrong = try set(peer, harness, png, ["control": "message"])
    #expect(wrong.error == DisplayInterface.Failure.wrongControlKind.qualifiedName)
    let missing = try peer.call(.setImage, ["fileDescriptor": 0])
    #expect(missing.error == "org.varlink.service.InvalidParameter")
  }

  @Test func `a file on a disk is for the daemon's user alone`() throws {
    let harness = try Harness(text: Self.scene)
    let file = try FileDescriptor.open(#filePath, [.read])
    let reply = try set(try nobody(harness), harness, file.rawValue)
    #expect(reply.parameters["reason"]?.stringValue?.contains("memfd_create") == true)
    let own = try set(try harness.connect(), harness, file.rawValue)
    #expect(
      own.parameters["reason"]?.stringValue?.contains("neither a PNG nor a JPEG file") == true)
  }

  @Test func `waiting pictures take no place of a scene`() throws {
    let harness = try Harness(limits: Limits(pictures: 2, loads: 1), text: Self.scene)
    let bytes = try Self.png()
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    let picture = try SceneLoad.Picture(
      file: SceneLoad.FileSlot(own: FileDescriptor(owning: Self.copy(file.rawValue))), control: nil,
      text: "")
    let loads = harness.daemon.loads
    // One is being read at once.
    for _ in 0..<3 { try loads.add(SceneLoad(.picture(picture), on: nil)) }
    #expect(throws: CallError.limitExceeded("pictures", maximum: 2)) {
      try loads.add(SceneLoad(.picture(picture), on: nil))
    }
    try loads.add(SceneLoad(.origin(.builtInBoot), on: nil))
    #expect(throws: CallError.limitExceeded("loads", maximum: 1)) {
      try loads.add(SceneLoad(.origin(.builtInBoot), on: nil))
    }
    try harness.settle()
    #expect(harness.shows.stage.scene.name != "test")
  }

  @Test func `pictures of one user delay another user's by one, and root's not`() throws {
    let harness = try Harness(text: Self.scene)
    let bytes = try Self.png()
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    let loads = harness.daemon.loads
    var number = 0
    func add(_ user: UInt32) throws {
      let owner = DescriptorOwner(user: user, isKept: user == 0)
      let slot = SceneLoad.FileSlot(
        ForeignDescriptor(owning: try Self.copy(file.rawValue), of: owner))
      number += 1
      let picture = SceneLoad.Picture(file: slot, control: nil, text: "\(user) \(number)")
      try loads.add(SceneLoad(.picture(picture), on: nil))
    }
    // One is being read at once.
    for _ in 0..<5 { try add(1) }
    #expect(throws: CallError.limitExceeded("picturesPerUser", maximum: 4)) { try add(1) }
    for _ in 0..<4 { try add(2) }
    #expect(throws: CallError.limitExceeded("pictures", maximum: 8)) { try add(3) }
    try add(0)
    var shown: [String] = []
    while loads.isWorking {
      try harness.daemon.turn(milliseconds: 100)
      let text = harness.shows.stage.controls.first?.description ?? ""
      if text != shown.last { shown.append(text) }
    }
    #expect(String(shown.compactMap { $0.first }) == "1021212121")
  }

  @Test func `a scene overtakes waiting pictures`() throws {
    let harness = try Harness(text: Self.scene)
    let bytes = try Self.png()
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    let slots = try (0..<3).map { _ in
      try SceneLoad.FileSlot(own: FileDescriptor(owning: Self.copy(file.rawValue)))
    }
    let loads = harness.daemon.loads
    for slot in slots {
      try loads.add(
        SceneLoad(.picture(SceneLoad.Picture(file: slot, control: nil, text: "")), on: nil))
    }
    try loads.add(SceneLoad(.origin(.builtInBoot), on: nil))
    var waiting: [Bool] = []
    loads.onShown = { _ in
      // A slot is empty once its file was read.
      waiting = slots.map { Self.empties($0) }
    }
    try harness.settle()
    #expect(waiting == [false, true, true])
    #expect(loads.isIdle)
  }

  /// True if the slot still held its file.
  private static func empties(_ slot: SceneLoad.FileSlot) -> Bool {
    guard let file = slot.take() else { return false }
    return file.rawValue >= 0
  }

  private static func copy(_ descriptor: Int32) throws -> Int32 {
    let copy = dup(descriptor)
    try #require(copy >= 0)
    return copy
  }
}
