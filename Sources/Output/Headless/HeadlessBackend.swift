/// A backend of one output that needs no device.
public final class HeadlessBackend: Backend {
  public init(_ output: HeadlessOutput) {
    super.init(name: "headless")
    outputs = [output]
  }
}
