/// The folders of a target, and the folders that each may use: a type's folder stands above those
/// of the types that use it.
///
/// Targets that are not listed have folders by topic, whose types may use each other.
enum FolderTable {
  struct Row {
    var target: String
    /// From the folder that uses none to the one that uses all before it.
    var folders: [String]
    /// Folders by topic above them, whose types may use each other.
    var topics: [String] = []
  }

  static let rows: [Row] = [
    Row(target: "Animation", folders: ["Values", "Timing", "Keys", "Kinds"]),
    Row(
      target: "Compositor",
      folders: ["Damage", "List", "Content", "Shadows", "Backdrops", "Update"]),
    Row(
      target: "ControlCommands",
      folders: [
        "Terminal", "Words", "Connection", "Feed", "Arguments", "Movies", "Render", "Sizes",
        "Schema", "Check", "Probe", "Sample", "Gallery", "Plot", "Pack", "Preview", "Import",
        "Initramfs", "Boot", "Commands", "Program",
      ]),
    Row(target: "Geometry", folders: ["Transforms", "Pixels", "Paths", "Strokes"]),
    Row(
      target: "Images", folders: ["Limits", "Frames", "PNG", "JPEG", "Firmware", "Files"]),
    Row(
      target: "Layers",
      folders: [
        "Values", "Time", "Tree", "Continuation", "Codes", "Kinds", "Replicator", "Emitter",
        "Progress",
      ]),
    Row(
      target: "Lottie",
      folders: ["Values", "Model", "Reading", "Shapes", "Evaluation", "Drawing", "Layers"]),
    Row(
      target: "Output",
      folders: [
        "Clocks", "Interface", "Console", "DRM", "Framebuffer", "Headless", "Opening", "Probe",
      ]),
    Row(
      target: "Raster",
      folders: [
        "Memory", "Surface", "Spans", "Images", "Drawing", "Edges", "Coverage", "CoverageCache",
        "Paint", "Items", "Rotation", "Compose", "Blur",
      ]),
    // The description, the reading and the layout of a kind stand together in a topic, so that the
    // topics use each other.
    Row(
      target: "Scene", folders: ["Diagnostics"],
      topics: [
        "Animations", "Arrangements", "Budget", "Controls", "Format", "Layers", "Layout", "Reading",
        "Strings", "Variants",
      ]),
    Row(
      target: "Server",
      folders: [
        "Settings", "Loop", "Loading", "Shows", "Prompts", "Boot", "Calls", "Methods", "Clients",
        "Plymouth", "Program",
      ]),
    Row(target: "Stage", folders: ["Words", "Controls", "Keyboard", "Play", "Requests"]),
    Row(
      target: "SVG",
      folders: ["Document", "Values", "Style", "Shapes", "Filters", "Layers", "Building"]),
    Row(target: "System", folders: ["Calls", "Files", "Sockets", "Threads"]),
    Row(
      target: "Text",
      folders: ["Formats", "Tables", "Color", "Fonts", "Direction", "Shaping", "Lines"]),
  ]
}
