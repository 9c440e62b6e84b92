import ArgumentParser

/// Keys that are pressed in a scene that is played here.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Press a key, at the control with the focus or at one that gets it; may be repeated.",
      discussion: """
        host:Enter (in a field, which submits it), retry:Space, language:Right, Tab, Escape, or a character. Keys are \
        pressed after the controls of the same time are set: --set host=kiosk-7 --press host:Enter.
        """,
      valueName: "[control:]key[@time]"),
    transform: ControlAssignment.pressing)
  var press: [ControlAssignment] = []
}
