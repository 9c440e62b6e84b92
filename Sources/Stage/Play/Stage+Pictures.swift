internal import Compositor
internal import Layers
public import Scene

/// Pictures of the scene that come when it is in play.
extension Stage {
  /// The next picture to unpack; nil if all are there.
  public var awaitedPicture: ScenePicture? { awaitedPictures.first?.picture }

  /// True if layers wait for a picture.
  public func awaits(_ picture: ScenePicture) -> Bool {
    awaitedPictures.contains { $0.picture === picture }
  }

  /// The ways in which a picture of the scene will be shown, as of the last frame.
  public func uses(of picture: ScenePicture) -> PictureUses {
    uses(of: awaitedPictures.filter { $0.picture === picture }.map { $0.layer })
  }

  /// The ways in which a control's picture will be shown; none for a control that is not there.
  public func uses(ofControl name: String?) -> PictureUses {
    guard let control = try? control(name, ImageControl.self, called: "image") else {
      return PictureUses()
    }
    return uses(of: control.layers)
  }

  private func uses(of layers: [ImageLayer]) -> PictureUses {
    var uses = PictureUses()
    if isAdvancing { return uses }
    for layer in layers { uses.add(compositor.use(of: layer)) }
    return uses
  }

  /// Shows a picture in its layers from the next frame on. They fade it in, except for those with a
  /// picture of their control's. A picture without pixels is not waited for any more.
  public func show(_ picture: ScenePicture) {
    for awaited in awaitedPictures where awaited.picture === picture {
      guard let image = picture.image, awaited.layer.contents == nil else { continue }
      awaited.layer.fadeIn(image, duration: Stage.fadeDuration)
    }
    awaitedPictures.removeAll { $0.picture === picture }
  }

  /// Shows pictures that have arrived since their layers were made, for example while a locale was
  /// laid out.
  func showArrivedPictures() {
    for awaited in awaitedPictures where awaited.picture.awaitedFile == nil {
      guard let image = awaited.picture.image, awaited.layer.contents == nil else { continue }
      awaited.layer.contents = image
    }
    awaitedPictures.removeAll { $0.picture.awaitedFile == nil }
  }

  /// Seconds.
  private static var fadeDuration: Double { 0.2 }
}
