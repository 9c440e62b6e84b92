import Geometry
import Output
import Raster
import Stage
import Wire

/// What there is to draw on, and which stages are shown there.
extension Display {
  /// Shows the scenes on these outputs: screens with scenes of their own get those, and the others
  /// the main one. What is shown already stays where it is or goes on the first. Without any,
  /// something as large as the last one stands in, so that what moves goes on as it is.
  func show(on outputs: [Output]) {
    self.outputs = outputs
    let owned = presenters.filter { $0.screen != nil }
    let mirrors = presenters.filter { $0.screen == nil }
    let rest = showOwnScenes(on: outputs)
    for presenter in mirrors
    where presenter.hasOtherMode || !rest.contains(where: { $0 === presenter.output }) {
      letGo(of: presenter)
    }
    let last = presenters[0].output
    var wanted = rest.filter { $0 === last }
    wanted += rest.filter { $0 !== last }
    if wanted.isEmpty { wanted = [last is StandIn ? last : StandIn(mode: last.mode)] }
    if presenters[0].output !== wanted[0] || presenters[0].hasOtherMode {
      presenters[0].move(to: wanted[0])
    }
    var others: [Presenter] = []
    for output in wanted.dropFirst() {
      if let presenter = mirrors.dropFirst().first(where: { $0.output === output }) {
        if presenter.hasOtherMode { presenter.move(to: output) }
        others.append(presenter)
      } else {
        others.append(follower(on: output))
      }
    }
    presenters[1...] = (others + owned)[...]
  }

  /// The scene once more, with the same values, for another output.
  private func follower(on output: Output) -> Presenter {
    let mode = output.mode
    let follower = makeStage(
      PreparedScene(stage.scene, size: mode.size, scale: mode.scale), for: mode)
    follower.takeUp(stage)
    return Presenter(
      stage: follower, output: output, isPaced: !isStepped, monotonic: monotonic)
  }

  /// The outputs' names and sizes, for people.
  var outputNames: String {
    var text = ""
    for presenter in shownPresenters {
      let output = presenter.output
      text += (text.isEmpty ? "" : " ") + output.name
      text += "=\(output.size.width)x\(output.size.height)"
    }
    return text
  }

  /// The output's pixels.
  var size: PixelSize { presenters[0].output.size }

  var outputInfos: [DisplayInterface.OutputInfo] {
    shownPresenters.map { presenter in
      let output = presenter.output
      return DisplayInterface.OutputInfo(
        name: output.name, width: Int64(output.size.width), height: Int64(output.size.height),
        refreshMillihertz: Int64(output.refreshMillihertz), format: output.format.name,
        scale: output.scale)
    }
  }
}
