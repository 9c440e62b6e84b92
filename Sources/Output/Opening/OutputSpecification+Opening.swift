import Geometry
import Raster
import System

extension OutputSpecification {
  /// Opens the requested output. For `auto` that is a display, if there is one.
  /// - Parameter inherited: a device to continue with, if it is the requested one.
  /// - Throws: the error of the requested output; for `auto`, `noDisplay` with the error of each
  ///   device.
  public func open(inheriting inherited: InheritedDevice? = nil) throws(OutputError) -> Backend {
    switch destination {
    case .png(let directory):
      return HeadlessBackend(try HeadlessOutput(mode: try headlessMode(), directory: directory))
    case .stream(let format, let path):
      return HeadlessBackend(
        try HeadlessOutput(mode: try headlessMode(), format: format, path: path))
    case .none: return HeadlessBackend(HeadlessOutput(mode: try headlessMode()))
    case .drm(let node, let connector):
      return try openDRM(node: node, connector: connector, inherited)
    case .fbdev(let node): return try openFramebuffer(node: node)
    case .auto: return try openAny(inherited)
    }
  }

  /// The mode of the picture without a display. As for a display, the size is that of the scanout;
  /// a quarter turn swaps the sides of the picture.
  public func headlessMode() throws(OutputError) -> OutputMode {
    let size = size ?? PixelSize(width: 1280, height: 720)
    let limit = Output.sideLimit
    guard size.width >= 1, size.height >= 1, size.width <= limit, size.height <= limit,
      size.width * size.height <= Output.pixelLimit
    else {
      throw .invalidSize(size, limit: limit)
    }
    let scale = scale ?? 1
    guard scale > 0, scale.isFinite else { throw .invalidScale(scale) }
    let rotation = rotation ?? .upright
    return OutputMode(
      size: rotation.rotated(size), scale: scale, format: format ?? .xrgb8888,
      refreshMillihertz: refreshMillihertz ?? 60_000, rotation: rotation)
  }

  /// The first display by DRM, or if there is no such device, the first framebuffer.
  private func openAny(_ inherited: InheritedDevice?) throws(OutputError) -> Backend {
    let error: OutputError
    do throws(OutputError) {
      return try openDRM(node: nil, connector: nil, inherited)
    } catch let failure {
      error = failure
    }
    // A framebuffer that represents a DRM device shows nothing while the device has no monitor or
    // no master.
    guard case .noDisplay(let reasons, _) = error, reasons.isEmpty else { throw error }
    return try openFramebuffer(node: nil)
  }

  /// The given device, or the first usable one.
  private func openFramebuffer(node: String?) throws(OutputError) -> Backend {
    let request = request(connector: nil)
    return try first(of: node.map { [$0] } ?? Self.nodes(in: "/dev", named: "fb")) {
      path throws(OutputError) in
      try FramebufferBackend(
        Self.opened { () throws(SystemError) in try FramebufferCalls(path: path) }, request)
    }
  }

  /// The given node, or all with monitors.
  private func openDRM(
    node: String?, connector: String?, _ inherited: InheritedDevice?
  ) throws(OutputError) -> Backend {
    let request = request(connector: connector)
    if let node {
      return try first(of: [node]) { path throws(OutputError) in
        try Self.open(path, request, inherited)
      }
    }
    let opened = try all(of: Self.cards()) { path throws(OutputError) in
      do throws(OutputError) {
        return try Self.open(path, request, inherited)
      } catch {
        // The node of an accelerator is no error.
        if case .notADisplay = error { return nil }
        throw error
      }
    }
    return DRMDevices(opened) { known in
      var others = DRMDevices.Opened()
      for path in Self.cards() where !known.contains(path) {
        do throws(OutputError) {
          let backend = try Self.open(path, request, nil)
          if !backend.outputs.isEmpty { others.devices.append((path, backend)) }
        } catch {
          if error.isTaken { others.isAnyTaken = true }
        }
      }
      return others
    }
  }

  private static func cards() -> [String] { nodes(in: "/dev/dri", named: "card") }

  private static func open(
    _ path: String, _ request: DisplayRequest, _ inherited: InheritedDevice?
  ) throws(OutputError) -> Backend {
    if let descriptor = inherited?.take(ifOf: path) {
      let calls = DRMCalls(path: path, descriptor: descriptor, isInherited: true)
      if let backend = backend(goingOnWith: calls, request) { return backend }
    }
    return try DRMBackend(
      opened { () throws(SystemError) in try DRMCalls(path: path) }, request)
  }

  /// The backend that continues with an inherited device; nil if the former process was not the
  /// master, or has left nothing to continue with.
  private static func backend(goingOnWith calls: DRMCalls, _ request: DisplayRequest) -> Backend? {
    guard calls.isMaster() else { return nil }
    if let backend = try? DRMBackend(calls, request), !backend.outputs.isEmpty { return backend }
    // The service manager may have the device open for a moment longer.
    _ = calls.dropMaster()
    return nil
  }

  private var wantedConnector: String? {
    if case .drm(_, let connector) = destination { connector } else { nil }
  }

  private func request(connector: String?) -> DisplayRequest {
    DisplayRequest(
      connector: connector, size: size, refreshMillihertz: refreshMillihertz, scale: scale,
      format: format, rotation: rotation)
  }

  /// The first node whose device has an output.
  /// - Parameter open: returns nil for a device of another kind.
  /// - Throws: `noDisplay` with the error of each of them.
  private func first(
    of paths: [String], open: (String) throws(OutputError) -> Backend?
  ) throws(OutputError) -> Backend {
    try all(of: paths, most: 1, open: open).devices[0].backend
  }

  /// All nodes with an output, one at least, as `first` finds the first one.
  private func all(
    of paths: [String], most: Int = .max, open: (String) throws(OutputError) -> Backend?
  ) throws(OutputError) -> DRMDevices.Opened {
    var found = DRMDevices.Opened()
    var reasons: [String] = []
    for path in paths where found.devices.count < most {
      do throws(OutputError) {
        guard let backend = try open(path) else { continue }
        guard backend.outputs.isEmpty else {
          found.devices.append((path, backend))
          continue
        }
        reasons.append(
          path + ": no monitor is connected" + (wantedConnector.map { " to " + $0 } ?? ""))
      } catch {
        reasons.append(error.description)
        if error.isTaken { found.isAnyTaken = true }
      }
    }
    guard !found.devices.isEmpty else {
      throw .noDisplay(reasons, isTaken: found.isAnyTaken)
    }
    return found
  }

  private static func opened<Calls>(
    _ open: () throws(SystemError) -> Calls
  ) throws(OutputError) -> Calls {
    do throws(SystemError) {
      return try open()
    } catch {
      throw .notOpened(error)
    }
  }

  /// The paths of devices in order of their numbers.
  static func nodes(in directory: String, named prefix: String) -> [String] {
    var numbers: [Int] = []
    for name in (try? listDirectory(directory)) ?? [] where name.hasPrefix(prefix) {
      if let number = Int(name.dropFirst(prefix.utf8.count)) { numbers.append(number) }
    }
    return numbers.sorted().map { directory + "/" + prefix + "\($0)" }
  }
}
