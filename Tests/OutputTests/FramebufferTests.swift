import CLinux
import Foundation
import Geometry
@testable import Output
import Raster
import System
import Testing

@Suite struct FramebufferTests {
  static func device(
    bits: Int = 32, stride: Int? = nil, height: Int = 3, virtualHeight: Int = 3, pans: Bool = false
  ) -> FramebufferInfo {
    let field = PixelPacking.Field.init
    let packing =
      switch bits {
      case 16:
        PixelPacking(
          bitsPerPixel: 16, red: field(11, 5, false), green: field(5, 6, false),
          blue: field(0, 5, false))
      default:
        PixelPacking(
          bitsPerPixel: bits, red: field(16, 8, false), green: field(8, 8, false),
          blue: field(0, 8, false))
      }
    let stride = stride ?? 4 * bits / 8
    return FramebufferInfo(
      name: "test", size: PixelSize(width: 4, height: height), virtualHeight: virtualHeight,
      format: packing.map { PixelFormat($0) }, bitsPerPixel: bits, stride: stride,
      memoryByteCount: stride * virtualHeight, pans: pans, widthMillimetres: 0,
      refreshMillihertz: nil)
  }

  func opened(
    _ device: FramebufferInfo, _ request: DisplayRequest = DisplayRequest()
  ) throws -> (FakeFramebuffer, FramebufferBackend, Output) {
    let fake = try FakeFramebuffer(device)
    let backend = try FramebufferBackend(fake, request)
    return (fake, backend, try #require(backend.outputs.first))
  }

  /// Fills a region with a colour that every format can show.
  func fill(_ color: UInt32) -> (Surface, Region) -> Void {
    { surface, region in
      for rect in region.rects {
        for y in rect.minY..<rect.maxY {
          for x in rect.minX..<rect.maxX {
            let place = surface.byteOffset(x: x, y: y)
            for byte in 0..<surface.format.byteCount {
              unsafe (surface.base + place).storeBytes(
                of: UInt8(truncatingIfNeeded: color >> UInt32(8 * byte)), toByteOffset: byte,
                as: UInt8.self)
            }
          }
        }
      }
    }
  }

  let corner = Region(PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1))

  @Test func `the framebuffer's memory is not inherited by child processes`() throws {
    let name = "firstlight-test-framebuffer"
    let device = FileDescriptor(owning: Int32(unsafe firstlight_memfd_create(name)))
    let byteCount = 4096
    #expect(firstlight_ftruncate(device.rawValue, Int64(byteCount)) == 0)
    let calls = FramebufferCalls(path: name, descriptor: device)
    let memory = unsafe try calls.map(byteCount: byteCount)
    defer { unsafe calls.unmap(memory, byteCount: byteCount) }
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    let mapping = try #require(maps.range(of: name)).upperBound
    let flags = try #require(maps[mapping...].range(of: "VmFlags:")).upperBound
    // "dc": not copied by a fork.
    #expect(maps[flags...].prefix { $0 != "\n" }.split(separator: " ").contains("dc"))
  }

  @Test func `a device that is no framebuffer has no terminal's text`() throws {
    let calls = FramebufferCalls(path: "pair", descriptor: try UnixStream.pair().0.owned())
    #expect(!calls.hasTerminal(1) && calls.consoleRotation() == nil)
  }

  @Test func `the picture has the rotation of the kernel's text, unless another is named`() throws {
    func rotation(
      _ text: String?, _ named: Rotation?, visible: String? = "tty7\n"
    ) throws -> Rotation {
      let fake = try FakeFramebuffer(Self.device())
      fake.attributes["graphics/fbcon/rotate"] = text
      fake.attributes["tty/tty0/active"] = visible
      fake.terminal = 7
      let backend = try FramebufferBackend(fake, DisplayRequest(rotation: named))
      let mode = try #require(backend.outputs.first).mode
      #expect(mode.size == mode.rotation.rotated(Self.device().size))
      return mode.rotation
    }
    #expect(try rotation(nil, nil) == .upright)
    let rotations: [(String, Rotation)] = [
      ("0\n", .upright), ("1\n", .right), ("2\n", .upsideDown), ("3\n", .left), ("4\n", .upright),
    ]
    for (text, expected) in rotations {
      #expect(try rotation(text, nil) == expected)
      #expect(try rotation(text, .upright) == .upright)
      // The text is on another device, or nowhere.
      for visible in ["tty1\n", "ttyS0\n", "tty\n", "", nil] {
        #expect(try rotation(text, nil, visible: visible) == .upright)
      }
    }
  }

  @Test(arguments: [16, 24, 32])
  func `a frame is drawn into the memory that is shown, rows apart`(bits: Int) throws {
    let stride = 4 * bits / 8 + 5
    let (fake, _, output) = try opened(
      Self.device(bits: bits, stride: bits == 32 ? stride + 3 : stride))
    #expect(output.name == "fb7" && output.format.byteCount == bits / 8)
    #expect(output.size == PixelSize(width: 4, height: 3))
    _ = try output.present(Region(), at: 0, draw: fill(0x11))
    for row in 0..<3 {
      #expect(fake.shown(row: row, count: 1) == [0x11])
      let gap = row * fake.device.stride + 4 * bits / 8
      #expect(fake.byte(at: gap) == 0xA5, "behind a row nothing is written")
    }
    _ = try output.present(corner, at: 1, draw: fill(0x22))
    #expect(fake.shown(row: 0, count: 1) == [0x22] && fake.shown(row: 1, count: 1) == [0x11])
    #expect(!fake.calls.contains(.pan(0)) && !fake.calls.contains(.pan(3)))
  }

  @Test func `two pictures are shown in turn, and each gets what it lacks`() throws {
    let (fake, _, output) = try opened(Self.device(virtualHeight: 6, pans: true))
    var regions: [Region] = []
    func draw(_ color: UInt32) -> (Surface, Region) -> Void {
      { surface, region in
        regions.append(region)
        fill(color)(surface, region)
      }
    }
    _ = try output.present(corner, at: 0, draw: draw(1))
    #expect(fake.row == 0)
    _ = try output.present(corner, at: 1, draw: draw(2))
    #expect(fake.row == 3)
    _ = try output.present(Region(), at: 2, draw: draw(3))
    #expect(fake.row == 0)
    let whole = Region(PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 3))
    #expect(regions == [whole, whole, corner])
    #expect(fake.shown(row: 0, count: 1) == [3] && fake.shown(row: 1, count: 1) == [1])
  }

  @Test func `a failed pan is an error, and the next frame is whole`() throws {
    let (fake, _, output) = try opened(Self.device(virtualHeight: 6, pans: true))
    _ = try output.present(Region(), at: 0, draw: fill(1))
    fake.failure = 5
    #expect(
      throws: OutputError.frameNotShown(
        frame: 2, .display(SystemError(.showFrame, path: "/dev/fb7", code: 5)),
        isRepetition: false)
    ) { try output.present(corner, at: 1, draw: fill(2)) }
    fake.failure = nil
    let recovered = try output.present(corner, at: 2) { _, region in
      #expect(region.bounds == PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 3))
    }
    #expect(recovered.isRecovery && fake.row == 3)
  }

  @Test func `a driver that only says that it pans gets one picture, where it is shown`() throws {
    let (fake, _, output) = try opened(Self.device(virtualHeight: 6, pans: true))
    fake.failure = 22
    #expect(throws: OutputError.self) { try output.present(Region(), at: 0, draw: fill(1)) }
    fake.failure = nil
    fake.calls.removeAll()
    let whole = PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 3)
    for color in UInt32(2)...4 {
      _ = try output.present(color == 2 ? Region(whole) : corner, at: 1, draw: fill(color))
      #expect(fake.row == 0 && fake.shown(row: 0, count: 1) == [UInt8(color)])
      #expect(fake.shown(row: 2, count: 16).last == 0, "the whole picture was drawn, once")
    }
    #expect(!fake.calls.contains { if case .pan = $0 { true } else { false } })
    #expect(output.state == .enabled)
  }

  @Test func `without panning the picture is drawn at the row that the driver shows`() throws {
    var device = Self.device(virtualHeight: 8)
    device.shownRow = 4
    let (fake, backend, output) = try opened(device)
    fake.row = 4
    for color in UInt32(1)...2 {
      _ = try output.present(Region(), at: 0, draw: fill(color))
      _ = try output.present(corner, at: 0, draw: fill(color))
      #expect(fake.shown(row: 0, count: 1) == [UInt8(color)])
      #expect(fake.byte(at: 0) == 0xA5, "what is not seen is not drawn")
      backend.suspend()
      try backend.resume()
    }
    // A driver that refuses to pan goes on showing the former part.
    device.pans = true
    device.virtualHeight = 5
    let refusing = try RefusingFramebuffer(device)
    refusing.row = 4
    let second = try #require(FramebufferBackend(refusing, DisplayRequest()).outputs.first)
    _ = try second.present(Region(), at: 0, draw: fill(3))
    #expect(refusing.shown(row: 2, count: 1) == [3])
  }

  @Test func `an offset at which no picture fits is ignored`() throws {
    for (column, row) in [(1, 0), (0, 6), (0, Int(UInt32.max)), (Int(UInt32.max), 2)] {
      var device = Self.device(virtualHeight: 8)
      (device.shownColumn, device.shownRow) = (column, row)
      let (fake, _, output) = try opened(device)
      _ = try output.present(Region(), at: 0, draw: fill(1))
      #expect(fake.shown(row: 0, count: 1) == [1])
    }
  }

  @Test func `panning does not count as a change of the device`() throws {
    let (fake, backend, first) = try opened(Self.device(virtualHeight: 6, pans: true))
    fake.device.shownRow = 3
    try backend.rescan()
    #expect(backend.outputs.first === first)
  }

  @Test func `pixels of sixteen bits that lie in words are written as words`() throws {
    var told = firstlight_framebuffer()
    (told.width, told.height, told.virtualWidth, told.virtualHeight) = (4, 3, 4, 3)
    (told.bits, told.isDirect, told.lineLength, told.memorySize) = (16, 1, 16, 48)
    told.red = firstlight_bitfield(offset: 11, length: 5, reversed: 0)
    told.green = firstlight_bitfield(offset: 5, length: 6, reversed: 0)
    told.blue = firstlight_bitfield(offset: 0, length: 5, reversed: 0)
    let words = FramebufferInfo(told)
    #expect(words.format?.byteCount == 4 && words.isConsistent)
    let (fake, _, output) = try opened(words)
    _ = try output.present(Region(), at: 0) { surface, region in
      Renderer().draw(
        [
          DrawCommand(
            shape: .fill(.rect(Rect(x: 0, y: 0, width: 4, height: 3)), .nonZero),
            paint: .color(Color(red: 1, green: 1, blue: 0)))
        ], region: region, into: surface)
    }
    for row in 0..<3 {
      #expect(
        fake.shown(row: row, count: 16) == [
          0xE0, 0xFF, 0, 0, 0xE0, 0xFF, 0, 0, 0xE0, 0xFF, 0, 0, 0xE0, 0xFF, 0, 0,
        ])
    }
    // Rows with padding, since the memory is wider than the screen, have pixels of two bytes.
    told.virtualWidth = 8
    #expect(FramebufferInfo(told).format?.byteCount == 2)
  }

  @Test func `the wait for a vertical blank is used only if the driver really waits`() throws {
    for (blanks, isCounted) in [
      (FakeFramebuffer.Blanks.counted, true), (.atOnce, false), (.refused, false),
    ] {
      let (fake, _, output) = try opened(Self.device())
      fake.blanks = blanks
      _ = try output.present(Region(), at: 0, draw: fill(1))
      #expect(!fake.calls.contains(.wait), "the first frame does not wait")
      _ = try output.present(corner, at: 1, draw: fill(1))
      #expect(output.hasVerticalBlank == isCounted)
      let waits = fake.calls.filter { $0 == .wait }.count
      _ = output.takeFlip()
      _ = try output.present(corner, at: 2, draw: fill(1))
      #expect(fake.calls.filter { $0 == .wait }.count == waits + (isCounted ? 1 : 0))
      #expect((output.takeFlip() != nil) == isCounted)
      if isCounted { #expect(fake.time % 16_666 == 0) }
    }
  }

  @Test func `a layout that cannot be drawn is refused with what to try`() throws {
    var gray = Self.device()
    gray.format = nil
    gray.bitsPerPixel = 8
    var short = Self.device()
    short.memoryByteCount -= 1
    var narrow = Self.device()
    narrow.stride -= 4
    for device in [gray, short, narrow] {
      let error = #expect(throws: OutputError.self) { try opened(device) }
      #expect(error?.description.contains("cannot be drawn; set a mode") == true)
    }
  }

  @Test func `a device that another driver took is lost, and one that changed is opened anew`()
    throws
  {
    let (fake, backend, first) = try opened(Self.device())
    try backend.rescan()
    #expect(backend.outputs.first === first)
    fake.device = Self.device(height: 2, virtualHeight: 3)
    try backend.rescan()
    #expect(backend.outputs.first?.size == PixelSize(width: 4, height: 2))
    fake.failure = 19
    let error = #expect(throws: OutputError.self) { try backend.rescan() }
    #expect(error?.mayPass == true)
  }

  @Test func `a turned picture has the screen's sides swapped`() throws {
    let (fake, _, output) = try opened(Self.device(), DisplayRequest(rotation: .right))
    #expect(output.size == PixelSize(width: 3, height: 4))
    _ = try output.present(Region(), at: 0, draw: fill(1))
    _ = try output.present(corner, at: 0, draw: fill(2))
    // Its top left corner lies at the right end of the screen's first row.
    #expect(fake.shown(row: 0, count: 16) == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
  }

  @Test func `while others have the screen nothing is drawn, and then everything`() throws {
    let (_, backend, output) = try opened(Self.device())
    _ = try output.present(Region(), at: 0, draw: fill(1))
    backend.suspend()
    _ = try output.present(corner, at: 1) { _, _ in Issue.record("it draws") }
    try backend.resume()
    _ = try output.present(corner, at: 2) { _, region in
      #expect(region.area == 12)
    }
  }
}
