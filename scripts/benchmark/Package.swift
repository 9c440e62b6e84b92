// swift-tools-version: 6.2

import PackageDescription

/// Compares Firstlight with other engines. A package of its own, so that the project itself needs
/// none of them; `scripts/bench` runs it. Each peer is a target that draws what `CPeer` describes.

/// A folder with Blend2D's installed headers and library, which Debian does not package.
let blend2D = Context.environment["FIRSTLIGHT_BLEND2D"]
/// A folder with the library that `cargo` makes of `vello` beside this file.
let vello = Context.environment["FIRSTLIGHT_VELLO"]
/// A folder with Skia's Python binding.
let skia = Context.environment["FIRSTLIGHT_SKIA"]
/// The folder with the rasterizer's library for programs in C.
let library = Context.packageDirectory + "/../../.build-raster"

let package = Package(
  name: "Benchmark",
  dependencies: [.package(name: "Firstlight", path: "../..")],
  targets: [
    // The peers' libraries, as pkg-config knows them.
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CAGG", pkgConfig: "libagg", providers: [.apt(["libagg-dev"])]),
    .systemLibrary(name: "CQt", pkgConfig: "Qt5Gui", providers: [.apt(["qtbase5-dev"])]),

    .target(name: "CPeer"),
    .target(
      name: "CairoPeer", dependencies: ["CPeer", "CCairo"],
      linkerSettings: [.linkedLibrary("cairo")]),
    .target(
      name: "AGGPeer", dependencies: ["CPeer", "CAGG"], linkerSettings: [.linkedLibrary("agg_pic")]
    ),
    .target(
      name: "QtPeer", dependencies: ["CPeer", "CQt"],
      linkerSettings: [.linkedLibrary("Qt5Gui"), .linkedLibrary("Qt5Core")]),
    // The results of scripts/build-raster.
    .target(
      name: "LibraryPeer", dependencies: ["CPeer"],
      cSettings: [.unsafeFlags(["-I\(library)"])],
      linkerSettings: [.unsafeFlags(["\(library)/libfirstlight-raster.a"]), .linkedLibrary("m")]),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "CPeer", "CairoPeer", "AGGPeer", "QtPeer", "LibraryPeer",
        .product(name: "Raster", package: "Firstlight"),
        .product(name: "Geometry", package: "Firstlight"),
        .product(name: "Animation", package: "Firstlight"),
        .product(name: "Images", package: "Firstlight"),
        .product(name: "Lottie", package: "Firstlight"),
        .product(name: "Stage", package: "Firstlight"),
        .product(name: "Scene", package: "Firstlight"),
        .product(name: "System", package: "Firstlight"),
        .product(name: "Text", package: "Firstlight"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)

if let blend2D, let benchmark = package.targets.last(where: { $0.name == "Benchmark" }) {
  package.targets.append(
    .target(
      name: "Blend2DPeer", dependencies: ["CPeer"],
      cxxSettings: [.unsafeFlags(["-I\(blend2D)/include"]), .define("BL_STATIC")],
      linkerSettings: [
        .unsafeFlags(["-L\(blend2D)/lib"]), .linkedLibrary("blend2d"), .linkedLibrary("stdc++"),
      ]))
  benchmark.dependencies.append("Blend2DPeer")
  benchmark.swiftSettings?.append(.define("BLEND2D"))
}

if let vello, let benchmark = package.targets.last(where: { $0.name == "Benchmark" }) {
  package.targets.append(
    .target(
      name: "VelloPeer", dependencies: ["CPeer"],
      linkerSettings: [.unsafeFlags(["-L\(vello)"]), .linkedLibrary("vello_peer")]))
  benchmark.dependencies.append("VelloPeer")
  benchmark.swiftSettings?.append(.define("VELLO"))
}

if let skia, let benchmark = package.targets.last(where: { $0.name == "Benchmark" }) {
  package.targets += [
    .systemLibrary(name: "CPython", pkgConfig: "python3-embed", providers: [.apt(["python3-dev"])]),
    .target(
      name: "SkiaPeer", dependencies: ["CPeer", "CPython"], exclude: ["skia_peer.py"],
      cSettings: [
        .define("SKIA_FOLDER", to: "\"\(skia)\""),
        .define("SKIA_PEER_FOLDER", to: "\"\(Context.packageDirectory)/Sources/SkiaPeer\""),
      ]),
  ]
  benchmark.dependencies.append("SkiaPeer")
  benchmark.swiftSettings?.append(.define("SKIA"))
}
