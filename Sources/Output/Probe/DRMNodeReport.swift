public import Geometry
import Raster
public import System

/// The screens of a DRM node, read without disturbing other programs.
public struct DRMNodeReport: Equatable, Sendable {
  /// The use of the node, as far as it can be read.
  public enum State: Equatable, Sendable {
    /// The node cannot be opened or queried.
    case unreadable(SystemError)
    /// A node that renders, and drives no screen.
    case accelerator
    /// - Parameter isTaken: true if a program is the master of its screens.
    case display(isTaken: Bool, [ConnectorReport])
  }

  public var path: String
  /// The kernel driver's name; empty if unknown.
  public var driver: String
  public var state: State

  public init(path: String, driver: String, state: State) {
    self.path = path
    self.driver = driver
    self.state = state
  }

  /// Opens a node and queries it. The first program that opens a node becomes the master of its
  /// screens: that is given up at once. Nothing is set, and monitors are not queried again.
  public static func read(path: String) -> DRMNodeReport {
    do throws(SystemError) {
      return DRMNodeReport(try DRMCalls(path: path))
    } catch {
      return DRMNodeReport(path: path, driver: "", state: .unreadable(error))
    }
  }

  init(_ calls: DRMCalls) {
    path = calls.path
    // There was no master before, if opening made us the master.
    let isTaken = !calls.isMaster()
    if !isTaken { _ = calls.dropMaster() }
    driver = calls.driverName()
    guard calls.capability(.dumbBuffers) != 0 else {
      state = .accelerator
      return
    }
    do throws(SystemError) {
      state = .display(isTaken: isTaken, try ConnectorReport.all(calls))
    } catch {
      // A node without screens has no resources either.
      state = error.isNotSupported ? .accelerator : .unreadable(error)
    }
  }

  public var connectors: [ConnectorReport] {
    if case .display(_, let connectors) = state { connectors } else { [] }
  }
}

/// A connector and its monitor.
public struct ConnectorReport: Equatable, Sendable {
  /// For example `HDMI-A-1`.
  public var name: String
  public var isConnected: Bool
  /// The size of the visible area; 0 if unknown.
  public var widthMillimetres: Int
  public var heightMillimetres: Int
  public var modes: [DisplayModeReport]
  /// The kernel's names of the formats that it supports.
  public var formats: [String]

  public init(
    name: String, isConnected: Bool, widthMillimetres: Int = 0, heightMillimetres: Int = 0,
    modes: [DisplayModeReport] = [], formats: [String] = []
  ) {
    self.name = name
    self.isConnected = isConnected
    self.widthMillimetres = widthMillimetres
    self.heightMillimetres = heightMillimetres
    self.modes = modes
    self.formats = formats
  }

  static func all(_ calls: DRMCalls) throws(SystemError) -> [ConnectorReport] {
    _ = calls.setClientCapability(.universalPlanes)
    let resources = try calls.resources()
    let planes = primaryPlanes(calls)
    var reports: [ConnectorReport] = []
    for identifier in resources.connectors {
      // A connector of a chain of monitors may be gone meanwhile.
      guard let connector = try? calls.connector(identifier, probes: false) else { continue }
      let current = connector.crtc == 0 ? nil : try calls.mode(ofCRTC: connector.crtc)
      let plane =
        planes.first { $0.crtc != 0 && $0.crtc == connector.crtc }
        ?? planes.first { $0.possibleCRTCs & connector.possibleCRTCs != 0 }
      reports.append(
        ConnectorReport(
          name: connector.name, isConnected: connector.isConnected,
          widthMillimetres: connector.widthMillimetres,
          heightMillimetres: connector.heightMillimetres,
          modes: connector.modes.map { DisplayModeReport($0, isCurrent: $0 == current) },
          formats: plane?.formats.map(formatName) ?? []))
    }
    return reports
  }

  private static func primaryPlanes(_ calls: DRMCalls) -> [DRMPlane] {
    ((try? calls.planes()) ?? []).filter { plane in
      let properties = (try? calls.properties(of: plane.identifier, .plane)) ?? []
      return properties.named("type")?.valueName == "Primary"
    }
  }

  /// The name of a code: ours, or its four letters, such as `XR24`.
  private static func formatName(_ code: UInt32) -> String {
    for format in PixelFormat.allCases where format.fourCC == code { return format.name }
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
    return String(decoding: letters.map { (33...126).contains($0) ? $0 : 63 }, as: UTF8.self)
  }
}

/// A mode that a monitor supports.
public struct DisplayModeReport: Equatable, Sendable {
  public var size: PixelSize
  public var refreshMillihertz: Int
  /// True if the monitor prefers it.
  public var isPreferred: Bool
  /// True if it is set at present.
  public var isCurrent: Bool

  public init(
    size: PixelSize, refreshMillihertz: Int, isPreferred: Bool = false, isCurrent: Bool = false
  ) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
    self.isPreferred = isPreferred
    self.isCurrent = isCurrent
  }

  init(_ mode: DRMMode, isCurrent: Bool) {
    self.init(
      size: mode.size, refreshMillihertz: mode.refreshMillihertz, isPreferred: mode.isPreferred,
      isCurrent: isCurrent)
  }
}
