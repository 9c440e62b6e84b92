internal import Compositor
public import Raster

/// The ways in which a picture will be drawn, so that its scaled copies can be made on another
/// thread beforehand.
public struct PictureUses {
  private var uses: [PictureUse] = []

  /// An image keeps copies for two.
  private static var most: Int { 2 }

  public init() {}

  mutating func add(_ use: PictureUse?) {
    guard let use, uses.count < Self.most, !uses.contains(use) else { return }
    uses.append(use)
  }

  /// Adds the ways in which another stage will draw the picture, up to the number that an image
  /// keeps.
  public mutating func add(_ other: PictureUses) {
    for use in other.uses { add(use) }
  }

  /// Makes what drawing the picture in these ways needs.
  public func prepare(_ picture: Image) {
    for use in uses { use.prepare(picture) }
  }
}
