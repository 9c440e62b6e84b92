import Geometry
import Images
import Raster

/// Replaces a missing display: frames are counted and not drawn.
public final class NullOutput: Output {
  public init(mode: OutputMode) { super.init(name: "none", mode: mode) }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? { nil }
}
