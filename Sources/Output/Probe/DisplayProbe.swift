/// What this machine has to show something on, read without disturbing who does.
public struct DisplayProbe: Equatable, Sendable {
  /// In order of their numbers.
  public var nodes: [DRMNodeReport]
  public var framebuffers: [FramebufferReport]

  public init(nodes: [DRMNodeReport] = [], framebuffers: [FramebufferReport] = []) {
    self.nodes = nodes
    self.framebuffers = framebuffers
  }

  /// Looks at all devices.
  /// - Parameter root: where `dev` and `sys` are.
  public static func read(root: String = "") -> DisplayProbe {
    let nodes = OutputSpecification.nodes(in: root + "/dev/dri", named: "card")
    let framebuffers = OutputSpecification.nodes(in: root + "/dev", named: "fb")
    return DisplayProbe(
      nodes: nodes.map { DRMNodeReport.read(path: $0) },
      framebuffers: framebuffers.map { path in
        let name = String(path.split(separator: "/").last ?? "")
        return FramebufferReport.read(path: path, directory: root + "/sys/class/graphics/" + name)
      })
  }
}
