/// The display devices of this machine, read without disturbing the programs that use them.
public struct DisplayProbe: Equatable, Sendable {
  /// In order of their numbers.
  public var nodes: [DRMNodeReport]
  public var framebuffers: [FramebufferReport]

  public init(nodes: [DRMNodeReport] = [], framebuffers: [FramebufferReport] = []) {
    self.nodes = nodes
    self.framebuffers = framebuffers
  }

  /// Reads all devices.
  /// - Parameter root: the folder of `dev` and `sys`.
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
