import Images
import Raster
import Scene
import Stage

/// Pictures that are unpacked while their scenes are in play.
extension Shows {
  /// The next picture to unpack, and its file; nil if all are there.
  var awaitedPicture: (picture: ScenePicture, file: ImageFile)? {
    for presenter in presenters {
      if let picture = presenter.stage.awaitedPicture, let file = picture.awaitedFile {
        return (picture, file)
      }
    }
    return nil
  }

  /// The ways in which the outputs will show a picture of a scene.
  func uses(of picture: ScenePicture) -> PictureUses {
    var uses = PictureUses()
    for presenter in presenters { uses.add(presenter.stage.uses(of: picture)) }
    return uses
  }

  /// The ways in which the outputs will show a control's picture.
  func uses(ofControl control: String?, on screen: String?) -> PictureUses {
    var uses = PictureUses()
    for show in (try? answering(screen)) ?? [] {
      for view in show.views { uses.add(view.stage.uses(ofControl: control)) }
    }
    return uses
  }

  /// Shows a picture that has come.
  func show(_ picture: ScenePicture, as image: Image) {
    picture.arrive(image)
    for presenter in presenters { presenter.stage.show(picture) }
  }

  /// Leaves out a picture that cannot be unpacked.
  func report(_ picture: ScenePicture, _ error: ImageFileError) {
    let show = all.first { $0.stage.awaits(picture) }
    if let scene = show?.stage.scene {
      let warning = scene.warning(of: picture, error)
      log.warning(
        "the scene " + scene.name + " lacks a picture:", details: warning.rendered(in: scene.source)
      )
      if show === main, sceneFault == nil { sceneFault = warning.summary }
    }
    picture.arrive(nil)
    for presenter in presenters { presenter.stage.show(picture) }
  }
}
