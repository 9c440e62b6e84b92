// swift-tools-version: 6.2

import PackageDescription

/// Measures Firstlight beside Cairo. A package of its own, so that the project itself needs no
/// Cairo; `scripts/bench` runs it.
let package = Package(
  name: "Benchmark",
  dependencies: [.package(name: "Firstlight", path: "../..")],
  targets: [
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "CCairo",
        .product(name: "Raster", package: "Firstlight"),
        .product(name: "Geometry", package: "Firstlight"),
        .product(name: "Animation", package: "Firstlight"),
        .product(name: "Stage", package: "Firstlight"),
        .product(name: "Scene", package: "Firstlight"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
      ]),
  ]
)
