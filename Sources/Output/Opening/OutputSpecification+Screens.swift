extension OutputSpecification {
  /// The reason why a screen with this name cannot exist here, with a suggestion; nil if it can.
  public func fault(ofScreen name: String) -> String? {
    let list = "; 'firstlight outputs' lists the screens of this machine"
    switch destination {
    case .none: return alone("none", name)
    case .png: return alone("png", name)
    case .stream(let format, _): return alone(format.name, name)
    case .drm(_, let connector?):
      return name == connector ? nil : "--output takes '" + connector + "' alone"
    case .drm(_, nil):
      return Self.isConnector(name) ? nil : "it is not a connector such as HDMI-A-1" + list
    case .fbdev(let node?):
      let only = String(node.split(separator: "/").last ?? "fb0")
      return name == only ? nil : "--output takes '" + only + "' alone"
    case .fbdev(nil):
      return Self.isFramebuffer(name) ? nil : "it is not a framebuffer such as fb0" + list
    case .auto:
      return Self.isConnector(name) || Self.isFramebuffer(name)
        ? nil : "it is neither a connector such as HDMI-A-1 nor a framebuffer such as fb0" + list
    }
  }

  private func alone(_ only: String, _ name: String) -> String? {
    name == only ? nil : "without displays there is only '" + only + "'"
  }

  /// The kernel's types of connectors.
  private static let connectorTypes = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// True if a name consists of a type and a number, with a dash between.
  private static func isConnector(_ name: String) -> Bool {
    connectorTypes.contains { type in
      name.hasPrefix(type + "-") && isNumber(name.dropFirst(type.utf8.count + 1))
    }
  }

  private static func isFramebuffer(_ name: String) -> Bool {
    name.hasPrefix("fb") && isNumber(name.dropFirst(2))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...3).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}

extension Output {
  /// True if the screen is part of the device, by its connector.
  public final var isBuiltIn: Bool {
    ["eDP-", "LVDS-", "DSI-", "DPI-"].contains { name.hasPrefix($0) }
  }
}
