/// The imports that each target may have. The manifest and the sources are compared with this
/// table.
///
/// A target has to list all imports that it names directly; nothing is inherited. The order is the
/// data's way, and a target's imports all stand above it, so that there are no cycles.
enum ImportTable {
  struct Row {
    var target: String
    var mayImport: Set<String>
  }

  static let rows: [Row] = [
    // System library module maps.
    Row(target: "CMath", mayImport: []),
    Row(target: "CLinux", mayImport: []),
    Row(target: "CDRM", mayImport: []),
    Row(target: "CPNG", mayImport: []),
    Row(target: "CJPEG", mayImport: []),
    Row(target: "CFreeType", mayImport: []),
    Row(target: "CHarfBuzz", mayImport: []),
    Row(target: "CHarfBuzzSubset", mayImport: []),
    Row(target: "CGIF", mayImport: []),
    Row(target: "CWebP", mayImport: []),
    Row(target: "CFriBidi", mayImport: []),
    // Pure values.
    Row(target: "Geometry", mayImport: ["CMath"]),
    Row(target: "CodeUnits", mayImport: []),
    Row(target: "JSON", mayImport: ["CodeUnits", "CMath"]),
    Row(target: "Animation", mayImport: ["Geometry", "CMath"]),
    Row(target: "BootProgress", mayImport: ["CMath"]),
    // Pixels.
    Row(target: "CKernels", mayImport: []),
    Row(target: "Raster", mayImport: ["Geometry", "CMath", "CKernels"]),
    Row(target: "CFirstlightRaster", mayImport: []),
    Row(target: "RasterInterface", mayImport: ["Raster", "Geometry", "CFirstlightRaster"]),
    // The kernel and files.
    Row(target: "System", mayImport: ["CodeUnits", "CLinux"]),
    Row(target: "Images", mayImport: ["Raster", "Geometry", "System", "CPNG", "CJPEG"]),
    Row(
      target: "Text",
      mayImport: [
        "CodeUnits", "Geometry", "Raster", "Images", "System", "CFreeType", "CHarfBuzz", "CFriBidi",
      ]),
    // The picture.
    Row(
      target: "Layers",
      mayImport: ["CodeUnits", "Geometry", "Animation", "Raster", "Text", "CMath"]),
    Row(
      target: "Scene",
      mayImport: [
        "CodeUnits", "Layers", "Images", "Text", "Geometry", "Animation", "Raster", "JSON",
        "System",
      ]),
    Row(
      target: "Lottie",
      mayImport: [
        "CodeUnits", "Images", "Text", "Raster", "Animation", "Geometry", "JSON", "CMath",
      ]),
    Row(target: "Compositor", mayImport: ["Layers", "Raster", "Geometry"]),
    Row(
      target: "Stage",
      mayImport: [
        "CodeUnits", "Scene", "Compositor", "Layers", "Animation", "Raster", "Geometry", "Text",
      ]),
    // Pictures of others, in the client.
    Row(target: "CExpat", mayImport: []),
    Row(
      target: "SVG",
      mayImport: [
        "Compositor", "Layers", "Images", "Text", "Raster", "Geometry", "CExpat", "CMath",
      ]),
    // The outside.
    Row(
      target: "Output",
      mayImport: ["Raster", "Images", "Geometry", "System", "CLinux", "CDRM"]),
    Row(target: "Input", mayImport: ["Geometry", "System", "CLinux"]),
    Row(target: "Wire", mayImport: ["CodeUnits", "JSON"]),
    Row(
      target: "Server",
      mayImport: [
        "CodeUnits", "Wire", "Stage", "Output", "Input", "Images", "Scene", "Layers", "Animation",
        "Raster", "Geometry", "JSON", "System", "CLinux", "BootProgress",
      ]),
    Row(
      target: "ControlCommands",
      mayImport: [
        "CodeUnits", "Wire", "Stage", "Output", "Images", "Scene", "Lottie", "SVG", "Text",
        "Compositor", "Layers", "Animation", "Raster", "Geometry", "JSON", "System",
        "CHarfBuzzSubset", "CGIF", "CWebP", "Synchronization", "ArgumentParser", "FlyingFox",
        "FlyingSocks", "Foundation", "Glibc",
      ]),
    Row(target: "firstlightd", mayImport: ["Server"]),
    Row(target: "firstlight", mayImport: ["ControlCommands"]),
    Row(target: "plymouth", mayImport: []),
  ]

  /// Modules that Embedded Swift does not have: the targets of the daemon stay without them.
  static let hostedModules: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Dispatch",
    "Synchronization", "Observation", "RegexBuilder", "Distributed",
  ]

  /// The targets that are left out of the Embedded build and may import hosted modules.
  static let hostedTargets: Set<String> = ["SVG", "ControlCommands", "firstlight"]

  static func row(of target: String) -> Row? { rows.first { $0.target == target } }
}
