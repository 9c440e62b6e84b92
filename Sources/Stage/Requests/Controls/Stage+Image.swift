internal import Geometry
public import Raster
internal import Scene

/// Requests to image controls.
extension Stage {
  /// Gives a control a picture, which its layers show from the next frame on. It lasts as long as
  /// the scene, and also another scene that is carried over.
  /// - Parameter text: the picture in words, for people who cannot see it.
  public func setImage(
    _ name: String?, to image: Image, text: String = ""
  ) throws(ControlError) {
    let control = try control(name, ImageControl.self, called: "image")
    var count = image.size.width * image.size.height
    for case let other as ImageControl in playedControls where other !== control {
      count += other.picture.map { $0.image.size.width * $0.image.size.height } ?? 0
    }
    guard count <= ImageControlDescription.mostPixels else {
      throw .invalidValue(
        field: "fileDescriptor",
        reason: "the pictures of all controls would have \(count) pixels, and "
          + "\(ImageControlDescription.mostPixels) are allowed; scale it down")
    }
    control.set(image, text.withoutControlSequences)
    mayHaveToAnnounce = true
    events.append(.imageChanged(control: control.name))
  }
}
