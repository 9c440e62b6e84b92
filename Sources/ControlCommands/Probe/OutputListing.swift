import Geometry
import JSON
import Output
import System
import Wire

/// The output of `firstlight outputs` for a machine.
struct OutputListing {
  private let machine: MachineReport

  init(_ machine: MachineReport) { self.machine = machine }

  // MARK: For people

  var lines: [String] {
    var lines: [String] = []
    for node in machine.probe.nodes { lines += self.lines(of: node) }
    for framebuffer in machine.probe.framebuffers { lines.append(line(for: framebuffer)) }
    if lines.isEmpty {
      lines.append(
        "no displays: there is neither /dev/dri/card* nor /dev/fb*; see firstlight doctor")
    }
    if !machine.holders.isComplete {
      lines.append("the descriptors of other users' processes are seen by root alone")
    }
    switch machine.daemon {
    case .absent(let error): lines.append("daemon: not there: " + error.message.oneLine)
    case .running(let socket, _):
      let names = machine.daemon.displays.map(\.name.oneLine)
      lines.append(
        "daemon: at \(socket.oneLine), "
          + (names.isEmpty ? "without a display" : "shows on " + names.joined(separator: ", ")))
    }
    return lines
  }

  private func lines(of node: DRMNodeReport) -> [String] {
    let driver = node.driver.isEmpty ? "" : " (\(node.driver.oneLine))"
    let holders = heldBy(node.path)
    switch node.state {
    case .unreadable(let error): return ["\(node.path): \(error.description.oneLine)\(holders)"]
    case .accelerator: return ["\(node.path)\(driver): drives no screen\(holders)"]
    case .display(_, let connectors):
      return ["\(node.path)\(driver)\(holders)"] + connectors.flatMap(lines(of:))
    }
  }

  private func lines(of connector: ConnectorReport) -> [String] {
    guard connector.isConnected else { return ["  \(connector.name): disconnected"] }
    let (width, height) = (connector.widthMillimetres, connector.heightMillimetres)
    var lines = [
      "  \(connector.name): connected" + (width > 0 ? ", \(width)x\(height) mm" : "")
    ]
    lines += connector.modes.map { mode in
      "    \(mode.size.width)x\(mode.size.height)@\(Self.hertz(mode.refreshMillihertz))"
        + (mode.isPreferred ? " preferred" : "") + (mode.isCurrent ? " current" : "")
    }
    if !connector.formats.isEmpty {
      lines.append("    formats " + connector.formats.joined(separator: " "))
    }
    return lines
  }

  private func line(for framebuffer: FramebufferReport) -> String {
    var line = framebuffer.path
    if !framebuffer.driver.isEmpty { line += " (\(framebuffer.driver.oneLine))" }
    if let size = framebuffer.size { line += ": \(size.width)x\(size.height)" }
    if let bits = framebuffer.bitsPerPixel { line += ", \(bits) bits a pixel" }
    return line + heldBy(framebuffer.path)
  }

  private func heldBy(_ path: String) -> String {
    let holders = machine.holders(path)
    return holders.isEmpty ? "" : ", held by " + holders.words
  }

  /// As `--size` takes it: `60`, `59.94`.
  static func hertz(_ millihertz: Int) -> String {
    var fraction = String(String(1000 + millihertz % 1000).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return "\(millihertz / 1000)" + (fraction.isEmpty ? "" : "." + fraction)
  }

  // MARK: For programs

  var json: JSONValue {
    var object = JSONObject()
    object["devices"] = .array(
      machine.probe.nodes.map(json(of:)) + machine.probe.framebuffers.map(json(of:)))
    object["holdersComplete"] = .bool(machine.holders.isComplete)
    var daemon = JSONObject()
    switch machine.daemon {
    case .absent(let error):
      daemon["running"] = false
      daemon["reason"] = .string(error.message)
    case .running(let socket, let outputs):
      daemon["running"] = true
      daemon["socket"] = .string(socket)
      daemon["outputs"] = .array(outputs.map { .object($0.object) })
    }
    object["daemon"] = .object(daemon)
    return .object(object)
  }

  private func json(of node: DRMNodeReport) -> JSONValue {
    var object = device(node.path, "drm", node.driver)
    switch node.state {
    case .unreadable(let error): object["error"] = .string(error.description)
    case .accelerator: object["connectors"] = .array([])
    case .display(let isTaken, let connectors):
      object["taken"] = .bool(isTaken)
      object["connectors"] = .array(connectors.map(json(of:)))
    }
    return .object(object)
  }

  private func device(_ path: String, _ kind: String, _ driver: String) -> JSONObject {
    var object = JSONObject()
    object["path"] = .string(path)
    object["kind"] = .string(kind)
    object["driver"] = .string(driver)
    object["holders"] = .array(
      machine.holders(path).map { holder in
        var fields = JSONObject()
        fields["pid"] = .integer(Int64(holder.processIdentifier))
        fields["name"] = .string(holder.name)
        return .object(fields)
      })
    return object
  }

  private func json(of connector: ConnectorReport) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(connector.name)
    object["connected"] = .bool(connector.isConnected)
    object["widthMillimetres"] = .integer(Int64(connector.widthMillimetres))
    object["heightMillimetres"] = .integer(Int64(connector.heightMillimetres))
    object["modes"] = .array(
      connector.modes.map { mode in
        var fields = size(mode.size)
        fields["refreshMilliHertz"] = .integer(Int64(mode.refreshMillihertz))
        fields["preferred"] = .bool(mode.isPreferred)
        fields["current"] = .bool(mode.isCurrent)
        return .object(fields)
      })
    object["formats"] = .array(connector.formats.map { .string($0) })
    return .object(object)
  }

  private func json(of framebuffer: FramebufferReport) -> JSONValue {
    var object = device(framebuffer.path, "fbdev", framebuffer.driver)
    if let pixels = framebuffer.size {
      object["width"] = .integer(Int64(pixels.width))
      object["height"] = .integer(Int64(pixels.height))
    }
    object["bitsPerPixel"] = framebuffer.bitsPerPixel.map { .integer(Int64($0)) }
    object["stride"] = framebuffer.stride.map { .integer(Int64($0)) }
    return .object(object)
  }

  private func size(_ size: PixelSize) -> JSONObject {
    var object = JSONObject()
    object["width"] = .integer(Int64(size.width))
    object["height"] = .integer(Int64(size.height))
    return object
  }
}
