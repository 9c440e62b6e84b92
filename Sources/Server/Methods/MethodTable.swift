import CodeUnits
import Wire

/// One row for each method of the display's interface: its permission, its occasion, and its
/// target.
///
/// A new method is a row here and a function that reads its parameters.
enum MethodTable {
  static let rows: [MethodRow] = [
    // Reading, except for the picture itself, is open to all users, and so is setting controls.
    MethodRow(.getStatus, .everybody, .anyTime, .shows(StatusMethods.getStatus)),
    MethodRow(.getCapabilities, .everybody, .always, .shows(StatusMethods.getCapabilities)),
    MethodRow(.listLayers, .everybody, .notWhileSampling, .scene(LayerMethods.listLayers)),
    MethodRow(.listControls, .everybody, .notWhileSampling, .shows(ControlMethods.listControls)),
    MethodRow(
      .getAccessibility, .everybody, .notWhileSampling,
      .shows(AccessibilityMethods.getAccessibility)),
    MethodRow(.subscribe, .everybody, .anyTime, .shows(EventMethods.subscribe)),

    MethodRow(
      .setProgress, .everybody, .withAllScreens, changesState: true,
      .controls(ControlMethods.setProgress)),
    MethodRow(
      .setIndeterminate, .everybody, .withAllScreens, changesState: true,
      .controls(ControlMethods.setIndeterminate)),
    MethodRow(
      .setText, .everybody, .withAllScreens, changesState: true, .controls(ControlMethods.setText)),
    // It may be a password.
    MethodRow(.getText, .privileged, .anyTime, .shows(FieldMethods.getText)),
    MethodRow(
      .appendLog, .everybody, .withAllScreens, changesState: true,
      .controls(ControlMethods.appendLog)),
    MethodRow(.setImage, .everybody, .anyTime, .shows(ImageMethods.setImage)),
    MethodRow(
      .setState, .everybody, .withAllScreens, changesState: true,
      .controls(StateMethods.setState)),
    MethodRow(
      .choose, .everybody, .withAllScreens, changesState: true, .controls(StateMethods.choose)),
    MethodRow(
      .reveal, .everybody, .withAllScreens, changesState: true,
      .controls(RevealMethods.reveal, waits: RevealMethods.waits)),
    MethodRow(
      .conceal, .everybody, .notWhileSampling, changesState: true,
      .controls(RevealMethods.conceal)),
    MethodRow(
      .beginScrub, .everybody, .withAllScreens, changesState: true, .controls(ScrubMethods.begin)),
    MethodRow(
      .updateScrub, .everybody, .withAllScreens, changesState: true,
      .controls(ScrubMethods.update)),
    MethodRow(
      .endScrub, .everybody, .withAllScreens, changesState: true, .controls(ScrubMethods.end)),
    MethodRow(
      .toggleScrub, .everybody, .withAllScreens, changesState: true,
      .controls(ScrubMethods.toggle)),

    MethodRow(
      .setReducedMotion, .privileged, .notWhileSampling, changesState: true,
      .allScenes(AccessibilityMethods.setReducedMotion)),
    MethodRow(
      .pause, .privileged, .notWhileSampling, changesState: true, .controls(LayerMethods.pause)),
    MethodRow(
      .resume, .privileged, .notWhileSampling, changesState: true, .controls(LayerMethods.resume)),
    // All scenes are laid out anew.
    MethodRow(
      .setLocale, .privileged, .betweenFrames, changesState: true,
      .allScenes(AccessibilityMethods.setLocale)),
    // The next methods draw themselves, put another scene in play or end the daemon.
    MethodRow(
      .step, .privileged, .betweenFrames, waitsForLoads: true, .shows(ClockMethods.step)),
    MethodRow(.loadScene, .privileged, .betweenFrames, .shows(SceneMethods.loadScene)),
    MethodRow(.screenshot, .privileged, .betweenFrames, .shows(ScreenshotMethods.screenshot)),
    MethodRow(.quit, .privileged, .betweenFrames, .shows(DaemonMethods.quit)),
    // Answers may be passwords, and a boot is root's.
    MethodRow(.ask, .root, .betweenFrames, .boot(BootMethods.ask)),
    MethodRow(.watchKeys, .root, .betweenFrames, .boot(BootMethods.watchKeys)),
    MethodRow(
      .showMessage, .root, .withAllScreens, changesState: true, .boot(BootMethods.showMessage)),
    MethodRow(
      .hideMessage, .root, .withAllScreens, changesState: true, .boot(BootMethods.hideMessage)),
    MethodRow(.setMode, .root, .betweenFrames, .boot(BootMethods.setMode)),
    MethodRow(.deactivate, .root, .betweenFrames, .boot(BootMethods.deactivate)),
    MethodRow(.reactivate, .root, .betweenFrames, .boot(BootMethods.reactivate)),
    MethodRow(.setTimes, .root, .anyTime, .boot(BootMethods.setTimes)),
    MethodRow(.getTimes, .root, .anyTime, .boot(BootMethods.getTimes)),
  ]

  /// The row of a method of the display's interface.
  static func row(named name: String) -> MethodRow? {
    rows.first { $0.method.name.isIdentical(to: name) }
  }

  /// The row of a call's method; nil for a method of another interface, or an unknown one.
  static func row(of call: Call) -> MethodRow? {
    let (interface, member) = call.methodParts
    return interface?.isIdentical(to: DisplayInterface.name) == true ? row(named: member) : nil
  }
}
