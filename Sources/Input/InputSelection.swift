/// The selection of the devices that are read.
public enum InputSelection: Equatable, Sendable {
  /// Every pointing device of the kernel, if the output is a display.
  case auto
  case none
  /// Devices, or FIFOs that carry the same records.
  case paths([String])

  /// Reads `auto`, `none`, or paths separated by commas; nil if a path is empty.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .none
    default:
      let paths = text.split(separator: ",", omittingEmptySubsequences: false)
      if paths.contains(where: { $0.isEmpty }) { return nil }
      self = .paths(paths.map { String($0) })
    }
  }
}
