// swift-tools-version: 6.2

import PackageDescription

/// The static daemon is built in the Embedded subset of Swift when this variable is set.
/// The client and the tests need the full language and are then left out.
let isEmbedded = Context.environment["FIRSTLIGHT_EMBEDDED"] != nil

/// A target may import the targets that are listed here; an architecture test compares this table
/// with the sources.
let package = Package(
  name: "Firstlight",
  products: [.executable(name: "firstlightd", targets: ["firstlightd"])],
  targets: [
    .systemLibrary(name: "CMath"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CHarfBuzzSubset", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFriBidi", providers: [.apt(["libfribidi-dev"])]),

    // Pure values.
    .target(name: "Geometry", dependencies: ["CMath"], linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CodeUnits"),
    .target(name: "JSON", dependencies: ["CodeUnits", "CMath"]),
    .target(name: "Animation", dependencies: ["Geometry", "CMath"]),
    .target(name: "BootProgress", dependencies: ["CMath"]),
    // Pixels.
    .target(name: "CKernels"),
    .target(
      name: "Raster", dependencies: ["Geometry", "CMath", "CKernels"], exclude: ["README.md"]),
    // The rasterizer for programs in C, which implements the header.
    .systemLibrary(name: "CFirstlightRaster"),
    .target(name: "RasterInterface", dependencies: ["Raster", "Geometry", "CFirstlightRaster"]),
    // The kernel: descriptors and files.
    .target(name: "System", dependencies: ["CodeUnits", "CLinux"]),
    .target(
      name: "Images", dependencies: ["Raster", "Geometry", "System", "CPNG", "CJPEG"],
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("z")]),
    .target(
      name: "Text",
      dependencies: [
        "CodeUnits", "Geometry", "Raster", "Images", "System", "CFreeType", "CHarfBuzz", "CFriBidi",
      ],
      linkerSettings: [
        .linkedLibrary("freetype"), .linkedLibrary("harfbuzz"), .linkedLibrary("fribidi"),
      ]),
    // The picture.
    .target(
      name: "Layers",
      dependencies: ["CodeUnits", "Geometry", "Animation", "Raster", "Text", "CMath"]),
    .target(
      name: "Scene",
      dependencies: [
        "CodeUnits", "Layers", "Images", "Text", "Geometry", "Animation", "Raster", "JSON",
        "System",
      ],
      // A new scene is a new file in its folder; the built-in one is linked from there.
      exclude: ["README.md", "Cookbook", "Pictures", "Scenes"],
      resources: [.embedInCode("boot.jsonc"), .embedInCode("prompt.jsonc")]),
    // Pictures that people bring.
    .target(
      name: "Lottie",
      dependencies: [
        "CodeUnits", "Images", "Text", "Raster", "Animation", "Geometry", "JSON", "CMath",
      ],
      exclude: ["README.md"]),
    .target(name: "Compositor", dependencies: ["Layers", "Raster", "Geometry"]),
    .target(
      name: "Stage",
      dependencies: [
        "CodeUnits", "Scene", "Compositor", "Layers", "Animation", "Raster", "Geometry", "Text",
      ]),
    // The interfaces to the outside.
    .target(
      name: "Output",
      dependencies: ["Raster", "Images", "Geometry", "System", "CLinux", "CDRM"],
      linkerSettings: [.linkedLibrary("drm")]),
    .target(name: "Input", dependencies: ["Geometry", "System", "CLinux"]),
    .target(
      name: "Wire", dependencies: ["CodeUnits", "JSON"], exclude: ["README.md"],
      resources: [.embedInCode("io.firstlight.display.varlink")]),
    .target(
      name: "Server",
      dependencies: [
        "CodeUnits", "Wire", "Stage", "Output", "Input", "Images", "Scene", "Layers", "Animation",
        "Raster", "Geometry", "JSON", "System", "CLinux", "BootProgress",
      ]),
    .executableTarget(
      name: "firstlightd", dependencies: ["Server"],
      // SwiftPM links as Embedded only if the main target is in Swift and has that feature.
      linkerSettings: isEmbedded
        ? [.unsafeFlags(["-enable-experimental-feature", "Embedded"])] : []),
  ]
)

if !isEmbedded {
  package.dependencies = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ]
  package.products += [
    .executable(name: "firstlight", targets: ["firstlight"]),
    .executable(name: "plymouth", targets: ["plymouth"]),
  ]
  // For the benchmark, which is a package of its own.
  package.products += [
    "Animation", "Geometry", "Images", "Lottie", "Raster", "Scene", "Stage", "System", "Text",
  ].map {
    .library(name: $0, targets: [$0])
  }
  package.targets += [
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(
      name: "SVG",
      dependencies: [
        "Compositor", "Layers", "Images", "Text", "Raster", "Geometry", "CExpat", "CMath",
      ]),
    .target(
      name: "ControlCommands",
      dependencies: [
        "CodeUnits", "Wire", "Stage", "Output", "Images", "Scene", "Lottie", "SVG", "Text",
        "Compositor", "Layers", "Animation", "Raster", "Geometry", "JSON", "System",
        "CHarfBuzzSubset", "CGIF", "CWebP",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["README.md"],
      resources: [
        .embedInCode("Preview/Page"), .embedInCode("Schema/format.md"),
        .embedInCode("Schema/samples.jsonc"),
      ]),
    .executableTarget(name: "firstlight", dependencies: ["ControlCommands"]),
    // In C, and small, for initial RAM file systems. scripts/build-plymouth makes it static.
    .executableTarget(name: "plymouth", exclude: ["README.md"]),

    .target(
      name: "TestSupport", dependencies: ["Raster", "Geometry", "Images"],
      path: "Tests/TestSupport"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry", "CMath", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(
      name: "AnimationTests", dependencies: ["Animation", "Geometry", "TestSupport"],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "BootProgressTests", dependencies: ["BootProgress", "TestSupport"],
      resources: [.copy("Boots")]),
    .testTarget(
      name: "RasterTests",
      dependencies: ["Raster", "Geometry", "System", "TestSupport", "CKernels"],
      resources: [.copy("Golden")]),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .testTarget(
      name: "ImagesTests",
      dependencies: ["Images", "Raster", "Geometry", "System", "TestSupport"],
      resources: [.copy("Files")]),
    .testTarget(
      name: "TextTests",
      dependencies: ["Text", "CFreeType", "Geometry", "Raster", "System", "TestSupport"],
      resources: [.copy("Fonts"), .copy("Golden")]),
    .testTarget(
      name: "LayersTests",
      dependencies: ["Layers", "Animation", "Geometry", "Raster", "Text", "TestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "SceneTests",
      dependencies: [
        "Scene", "Layers", "Animation", "Images", "Raster", "Geometry", "Text", "TestSupport",
      ],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "LottieTests",
      dependencies: ["Lottie", "Raster", "Geometry", "JSON", "Images", "Animation"]),
    .testTarget(
      name: "CompositorTests",
      dependencies: [
        "Compositor", "Layers", "Animation", "Raster", "Geometry", "Text", "TestSupport",
      ],
      resources: [.copy("Golden")]),
    .testTarget(
      name: "SVGTests", dependencies: ["SVG", "Compositor", "Layers", "Raster", "Geometry"]),
    .testTarget(
      name: "StageTests",
      dependencies: [
        "Stage", "Scene", "Layers", "Animation", "Images", "Raster", "Geometry", "System",
        "TestSupport",
      ],
      exclude: ["Fixtures"], resources: [.copy("Golden")]),
    .testTarget(
      name: "OutputTests",
      dependencies: [
        "Output", "Raster", "Images", "Geometry", "System", "CDRM", "CLinux", "TestSupport",
      ]),
    .testTarget(
      name: "InputTests", dependencies: ["Input", "Geometry", "System", "TestSupport"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "JSON", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "Wire", "JSON", "System", "Stage", "Output", "Input", "Scene", "Layers", "Raster",
        "Animation", "Geometry", "Images", "BootProgress", "TestSupport",
      ]),
    .testTarget(
      name: "ControlCommandsTests",
      dependencies: [
        "ControlCommands", "Wire", "Stage", "Output", "Images", "Scene", "JSON", "Animation",
        "Raster", "Geometry", "System", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The targets of scripts/fuzz, run over the kept inputs.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "CodeUnits", "Server", "Wire", "Stage", "Output", "Input", "Images", "Scene", "Lottie",
        "SVG", "Compositor", "Layers", "Animation", "Raster", "Text", "Geometry", "JSON", "System",
        "ControlCommands", "RasterInterface", "CFirstlightRaster", "CPNG", "BootProgress",
        "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: ["README.md", "Program"], resources: [.copy("Corpus")]),
  ]
}

/// Set by scripts/fuzz: the sources of the test that replays the corpora are built as a program for
/// libFuzzer, and nothing else is built.
if Context.environment["FIRSTLIGHT_FUZZ"] != nil,
  let replay = package.targets.first(where: { $0.name == "FuzzTests" })
{
  let programs = package.targets.filter { $0.type == .executable }.map { $0.name }
  package.products.removeAll { product in
    (product as? Product.Executable)?.targets.allSatisfy(programs.contains) ?? false
  }
  package.targets.removeAll { $0.isTest || programs.contains($0.name) }
  let program = "fuzz"
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/Program/CLibFuzzer"),
    .executableTarget(
      name: program, dependencies: replay.dependencies + ["CLibFuzzer"], path: replay.path,
      exclude: ["README.md", "Corpus", "Replay", "Program/CLibFuzzer"],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ]
}

// A change of a low target rebuilds all tests; FIRSTLIGHT_TESTS=SceneTests,StageTests builds only
// these.
if let chosen = Context.environment["FIRSTLIGHT_TESTS"]?.split(separator: ",") {
  package.targets.removeAll { target in
    target.type == .test && !chosen.contains { $0 == target.name }
  }
}

let upcomingFeatures = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
]
/// The static daemon is optimized for size except for these targets, in which a frame spends its
/// time. Elsewhere optimizing for speed added a tenth to the file and saved no instructions.
let hotTargets: Set = ["Geometry", "Animation", "Raster", "Layers", "Compositor"]
/// Tests draw thousands of pictures, and parse and simulate as much. Optimized, with the checks of a
/// debug build kept, they take a sixth of the time. FIRSTLIGHT_DEBUGGER=1 builds as a debugger wants
/// it.
let optimizedTargets = hotTargets.union([
  "CKernels", "Images", "Text", "Scene", "Stage", "TestSupport", "RasterTests", "CompositorTests",
  "Lottie", "SVG", "LottieTests", "SVGTests", "BootProgress", "BootProgressTests", "JSON",
  "GeometryTests", "Output", "ArchitectureTests", "Server", "System", "ControlCommands",
])
let isForDebugger = Context.environment["FIRSTLIGHT_DEBUGGER"] != nil
for target in package.targets where target.type != .system {
  var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
  ]
  settings += upcomingFeatures.map { .enableUpcomingFeature($0) }
  if isEmbedded {
    settings += [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo"])]
    // Its checks at run time have no effect there, and are called all the same.
    settings += [.unsafeFlags(["-enforce-exclusivity=unchecked"])]
    if !hotTargets.contains(target.name) { settings += [.unsafeFlags(["-Osize"])] }
  } else if optimizedTargets.contains(target.name), !isForDebugger {
    let checks = ["-assert-config", "Debug"].flatMap { ["-Xfrontend", $0] }
    settings += [.unsafeFlags(["-O"] + checks, .when(configuration: .debug))]
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
