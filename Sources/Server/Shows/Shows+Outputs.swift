import Geometry
import Output
import Raster
import Stage
import Wire

extension [Output] {
  /// The output for a scene or a device that is bound to no output: the first one, since a backend
  /// lists the most important output first.
  var preferred: Output? { first }
}

/// The outputs, and the stages that are shown on them.
extension Shows {
  /// Shows the scenes on these outputs: screens with scenes of their own get those, and the others
  /// the main one. A present scene stays on its output or moves to the preferred one. Without any
  /// output, a picture in memory of the last size replaces them, so that motion continues
  /// unchanged.
  func show(on outputs: [Output]) {
    self.outputs = outputs
    let rest = showOwnScenes(on: outputs)
    for view in main.views {
      if !rest.contains(where: { $0 === view.output }) {
        letGo(of: view)
      } else if view.hasOtherMode {
        letGoOfDrags(on: view)
      }
    }
    let lead = main.lead
    let last = lead.output
    let present = rest.first { $0 === last } ?? rest.preferred
    let first = present ?? (last is NullOutput ? last : NullOutput(mode: last.mode))
    if last !== first || lead.hasOtherMode { lead.move(to: first, by: servingSlicer) }
    let former = main.mirrors
    let outputs = rest.filter { $0 !== first }
    main.mirrors = former.filter { mirror in outputs.contains { $0 === mirror.output } }
    // Clients are served while a mirror is laid out. Their requests reach the mirrors that exist
    // already.
    for output in outputs {
      guard let mirror = former.first(where: { $0.output === output }) else {
        main.mirrors.append(makeMirror(on: output))
        continue
      }
      if mirror.hasOtherMode { mirror.move(to: output, by: servingSlicer) }
    }
    main.mirrors = outputs.compactMap { output in main.mirrors.first { $0.output === output } }
  }

  /// The scene once more, with the same values, for another output.
  private func makeMirror(on output: Output) -> Presenter {
    let mode = output.mode
    let prepared = PreparedScene(
      unprepared: stage.scene, size: mode.size, scale: mode.scale, locale: stage.locale)
    servingSlicer?.prepare(prepared)
    while !prepared.prepareSlice() {}
    let mirror = makeStage(prepared, for: mode)
    mirror.adopt(stage)
    return Presenter(stage: mirror, output: output, clock: clock)
  }

  /// Serves clients while scenes are laid out for outputs; nil on a stepped clock, and before there
  /// are any.
  var servingSlicer: FrameSlicer? { isStepped ? nil : slicer }

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
  var size: PixelSize { main.lead.output.size }

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
