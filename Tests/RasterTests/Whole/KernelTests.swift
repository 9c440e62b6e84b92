import CKernels
import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// The kernels against the baseline, on random pixels, counts and coverage.
  struct KernelTests {
    private static let spare = 8

    /// A run of pixels to be drawn on, and what to draw there.
    private struct Run {
      var count: Int
      var target: [UInt32]
      var source: [UInt32]
      var mask: [UInt8]
      var color: UInt32
      var coverage: UInt8

      init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        count = random.int(in: seed % 3 == 0 ? 1...9 : 1...130)
        func pixel(isOpaque: Bool) -> UInt32 {
          let alpha = isOpaque ? 255 : random.int(in: 0...255)
          return (0..<3).reduce(UInt32(alpha)) { word, _ in
            word << 8 | UInt32(random.int(in: 0...alpha))
          }
        }
        let length = count + spare
        let isOpaque = random.chance(0.3)
        target = (0..<length).map { _ in pixel(isOpaque: false) }
        source = (0..<length).map { _ in pixel(isOpaque: isOpaque) }
        mask = (0..<length + 8).map { _ in
          UInt8([0, 255, random.int(in: 0...255)][random.int(in: 0...2)])
        }
        color = pixel(isOpaque: isOpaque)
        coverage = UInt8([255, 128, random.int(in: 0...255)][random.int(in: 0...2)])
      }

      /// The target after a loop has drawn on it with a kind of kernels.
      func drawn(
        _ path: KernelPath,
        _ draw: (
          _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>,
          _ mask: UnsafePointer<UInt8>
        ) -> Void
      ) -> [UInt32] {
        path.use()
        var result = target
        unsafe result.withUnsafeMutableBufferPointer { result in
          unsafe source.withUnsafeBufferPointer { source in
            unsafe mask.withUnsafeBufferPointer { mask in
              guard let target = result.baseAddress, let source = source.baseAddress,
                let mask = mask.baseAddress
              else { return }
              unsafe draw(target, source, mask)
            }
          }
        }
        return result
      }

      func expectEqual(
        _ name: String, seed: UInt64,
        _ draw: (
          UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt8>
        ) -> Void
      ) {
        let baseline = unsafe drawn(.portable, draw)
        for path in KernelPath.allCases {
          let result = unsafe drawn(path, draw)
          #expect(baseline == result, "\(name), \(path), seed \(seed), \(count) pixels")
          #expect(result[count...] == target[count...], "\(name) behind the end, seed \(seed)")
        }
      }
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func `each kernel equals the baseline`(seed: UInt64) {
      let run = Run(seed: seed)
      let (count, color, coverage) = (run.count, run.color, run.coverage)
      let isOpaque = run.source.allSatisfy { $0 >> 24 == 255 }
      unsafe run.expectEqual("fill", seed: seed) { target, _, _ in
        unsafe Blend.fill(target, count: count, with: color)
      }
      // From and to any place in a line of the cache.
      let lead = min(Int(seed % 17), count &- 1)
      unsafe run.expectEqual("a copy", seed: seed) { target, source, _ in
        unsafe Blend.copy(target + lead, count: count &- lead, from: source)
      }
      unsafe run.expectEqual("a colour", seed: seed) { target, _, _ in
        unsafe Blend.blend(target, count: count, with: color)
      }
      for mode in BlendMode.allCases where mode != .normal {
        unsafe run.expectEqual(mode.name, seed: seed) { target, source, _ in
          unsafe Blend.blend(target, count: count, with: source, coverage: coverage, mode)
        }
      }
      unsafe run.expectEqual("a colour through a mask", seed: seed) { target, _, mask in
        unsafe Blend.blend(target, count: count, with: color, mask: mask)
      }
      unsafe run.expectEqual("pixels", seed: seed) { target, source, _ in
        unsafe Blend.blend(target, count: count, with: source, coverage: coverage)
      }
      unsafe run.expectEqual("pixels through a mask", seed: seed) { target, source, mask in
        unsafe Blend.blend(target, count: count, with: source, mask: mask)
      }
      unsafe run.expectEqual("pixels that are added", seed: seed) { target, source, _ in
        unsafe Blend.add(target, count: count, with: source, coverage: coverage)
      }
      unsafe run.expectEqual("pixels added through a mask", seed: seed) { target, source, mask in
        unsafe Blend.add(target, count: count, with: source, mask: mask)
      }
      unsafe run.expectEqual("a mask's alpha", seed: seed) { target, source, _ in
        unsafe Blend.multiply(target, count: count, withAlphaOf: source)
      }
      for base in [color | 0xFF00_0000, color] {
        unsafe run.expectEqual("pixels over a colour", seed: seed) { target, source, _ in
          unsafe Blend.write(
            target, count: count, source: source, isOpaque: isOpaque, coverage: coverage,
            over: base)
        }
      }
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func `spans that are written equal a colour through a mask`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let run = Run(seed: seed &* 3 &+ 1)
      let base = run.color ^ 0x0070_3050 | 0xFF00_0000
      let (minX, keepsBase) = (random.int(in: 0...min(run.count - 1, 20)), random.chance(0.5))
      var spans = Scratch<CoverageSpan>(capacity: 1)
      var mask = [UInt8](repeating: 0, count: run.count)
      var x = minX
      while x < run.count {
        let start = x + random.int(in: 0...20)
        let end = start + random.int(in: 1...(random.chance(0.3) ? 70 : 17))
        if end > run.count { break }
        let value: UInt8? = random.chance(0.4) ? run.mask[start] : nil
        for place in start..<end { mask[place] = value ?? run.mask[place] }
        spans.append(
          CoverageSpan(
            x: start, length: end - start, mask: value == nil ? start : -1, value: value ?? 0))
        x = end
      }
      // The loop changes no pixel outside the row, nor between spans over existing pixels.
      var backdrop = run
      for place in minX..<run.count where keepsBase { backdrop.target[place] = base }
      let shown = Array(mask[minX...]) + run.mask
      let expected = unsafe backdrop.drawn(.portable) { target, _, _ in
        unsafe Blend.fill(target + minX, count: run.count - minX, with: base)
        unsafe Blend.blend(target + minX, count: run.count - minX, with: run.color, mask: shown)
      }
      for path in KernelPath.allCases {
        let result = unsafe backdrop.drawn(path) { target, _, bytes in
          let surface = unsafe Surface(
            base: UnsafeMutableRawPointer(target), width: run.count, height: 1,
            stride: run.count * 4, format: .xrgb8888)
          // The row before has other spans, and the row behind is missing.
          spans.append(CoverageSpan(x: minX, length: 1, mask: -1, value: 9))
          let places = [
            firstlight_cached_row(firstSpan: Int32(spans.count - 1), spanCount: 1),
            firstlight_cached_row(firstSpan: 0, spanCount: Int32(spans.count - 1)),
            firstlight_cached_row(firstSpan: 0, spanCount: -1),
          ]
          let count = unsafe places.withUnsafeBufferPointer { places in
            unsafe RowWriter.write(
              PixelRect(minX: minX, minY: 0, maxX: run.count, maxY: 2),
              of: firstlight_cached_rows(
                rows: places.baseAddress, spans: spans.base, masks: bytes, first_row: -1),
              RowColors(color: run.color, base: base, keepsBase: keepsBase), to: surface)
          }
          spans.count -= 1
          #expect(count == 1)
        }
        #expect(result == expected, "\(path), seed \(seed), from \(minX)")
      }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `rows of one colour each equal the colours of rows`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let stops = (0..<random.int(in: 2...4)).map { index in
        GradientStop(
          offset: Double(index) / 4,
          color: Color(
            red: random.double(in: 0...1), green: random.double(in: 0...1),
            blue: random.double(in: 0...1), alpha: seed % 2 == 0 ? 1 : random.double(in: 0...1)))
      }
      let shader = AxialShader(
        ramp: GradientRamp(stops, opacity: 1), start: Point(x: 0, y: random.double(in: -40...140)),
        end: Point(x: 0, y: random.double(in: -40...140)), inverse: .identity)
      let rows = random.int(in: -30...10)..<random.int(in: 11...160)
      for path in KernelPath.allCases {
        path.use()
        var pixels = [UInt32](repeating: 7, count: rows.count * 4)
        unsafe pixels.withUnsafeMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          unsafe shader.fillRows(rows, count: 3, into: base, stride: 16)
        }
        let expected = rows.flatMap { row -> [UInt32] in
          [UInt32](repeating: shader.color(ofRow: row), count: 3) + [7]
        }
        #expect(pixels == expected, "\(path), seed \(seed)")
      }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `gradients equal the baseline`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let stops = (0..<random.int(in: 2...4)).map { index in
        GradientStop(
          offset: Double(index) / 3,
          color: Color(
            red: random.double(in: 0...1), green: random.double(in: 0...1),
            blue: random.double(in: 0...1), alpha: seed % 2 == 0 ? 1 : random.double(in: 0...1)))
      }
      let shader = AxialShader(
        ramp: GradientRamp(stops, opacity: 1), start: .zero,
        end: Point(
          x: random.double(in: -90...90) * (seed % 4 < 2 ? 1 : 20), y: random.double(in: 1...50)),
        inverse: .identity)
      let run = Run(seed: seed)
      let (x, y) = (random.int(in: -40...40), random.int(in: -20...60))
      unsafe run.expectEqual("gradient", seed: seed) { target, _, _ in
        unsafe shader.fetch(x: x, y: y, count: run.count, into: target)
      }
      let ramp = GradientRamp(stops, opacity: 1)
      let shape = GradientTable(ramp, pixelsPerLength: seed % 3 == 0 ? 0 : .infinity)
      let table = (0..<(shape.count * shape.tables)).map {
        UInt32($0) &* 0x9E37_79B9 ^ UInt32(seed)
      }
      let turn = AffineTransform.rotation(random.double(in: -4...4))
      for (kind, scale) in [
        (CurvedShader.Kind.radial, 0.01), (.conic, 1), (.radial, .nan), (.conic, .nan),
      ] {
        let curve = CurvedShader(
          kind: kind, table: shape,
          toUnit: Projection(
            turn.followed(by: .scale(x: scale, y: scale * random.double(in: 0.2...3)))))
        unsafe run.expectEqual("\(kind) gradient", seed: seed) { target, _, _ in
          unsafe curve.fetch(
            x: seed % 2 == 0 ? -3 : x, y: seed % 2 == 0 ? 0 : y, count: run.count, colors: table,
            into: target)
        }
      }
    }

    /// All words of a scanout, from its first row on.
    private func words(of scanout: ScanoutMemory) -> [UInt32] {
      let size = scanout.surface.scanoutSize
      return (0..<size.width * size.height).map {
        scanout.word(column: $0 % size.width, row: $0 / size.width)
      }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `smaller copies equal the baseline`(seed: UInt64) {
      var random = SeededGenerator(seed: 700 + seed)
      let size = PixelSize(width: random.int(in: 1...90), height: random.int(in: 1...70))
      let image = Image(
        size: size,
        premultipliedPixels: (0..<size.width * size.height).map { _ in
          let alpha = UInt32(random.int(in: 0...255))
          return alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3
        })
      let part = PixelRect(
        minX: random.int(in: 0...(size.width - 1)), minY: random.int(in: 0...(size.height - 1)),
        maxX: size.width, maxY: size.height)
      let steps = (x: random.double(in: 1...9), y: random.double(in: 1...(seed % 3 == 0 ? 70 : 3)))
      let copies = KernelPath.allCases.map { path in
        path.use()
        let copy = ImageReducer.reduced(image.base, part: part, stepX: steps.x, stepY: steps.y)
        return (0..<copy.size.width * copy.size.height).map { unsafe copy.pixels.base[$0] }
      }
      #expect(copies.allSatisfy { $0 == copies[0] })
    }

    @Test(arguments: PixelFormat.allCases, Rotation.allCases)
    func `every format on every scanout equals the baseline`(
      format: PixelFormat, rotation: Rotation
    ) {
      let size = PixelSize(width: 91, height: 77)
      var picture = RandomPicture(seed: 7, size: size)
      let commands = picture.commands(9)
      let drawn = KernelPath.allCases.map { path in
        path.use()
        let scanout = ScanoutMemory(size: size, format: format, rotation: rotation)
        Renderer().draw(commands, into: scanout.surface)
        return words(of: scanout)
      }
      #expect(drawn.allSatisfy { $0 == drawn[0] })
    }

    /// Lists for a surface of a size whose pixels need no line, or need one only in some columns.
    private static func directLists(_ size: PixelSize) -> [[DrawCommand]] {
      let pixels = (0..<size.width * size.height).map { index -> UInt32 in
        let alpha = UInt32(index / 7 & 255)
        return alpha << 24 | alpha / 3 << 16 | alpha / 2 << 8 | alpha
      }
      func whole(_ paint: Paint, opacity: Double = 1) -> DrawCommand {
        DrawCommand(
          shape: .fill(.rect(Rect(PixelRect(size))), .nonZero), paint: paint, opacity: opacity)
      }
      func whole(_ pixels: [UInt32], opacity: Double = 1) -> DrawCommand {
        let image = Image(size: size, premultipliedPixels: pixels)
        return whole(.image(ImagePaint(image: image, transform: .identity)), opacity: opacity)
      }
      let stops = [
        GradientStop(offset: 0, color: .black),
        GradientStop(offset: 0.3, color: Color(red: 1, green: 0.2, blue: 0.6)),
        GradientStop(offset: 0.3, color: Color(red: 0, green: 1, blue: 0.1)),
        GradientStop(offset: 1, color: .white),
      ]
      let backdrop = whole(.color(Color(red: 0.2, green: 0.5, blue: 0.9)))
      let slopes = [
        (10, 10, 190, 470), (190, 400, 10, 100), (0, 0, 0, 480), (90, 0, 120, 9),
      ].map { startX, startY, endX, endY in
        whole(
          .gradient(
            Gradient(
              geometry: .axial(
                start: Point(x: startX, y: startY), end: Point(x: endX, y: endY)),
              stops: stops)))
      }
      // A rotated picture is composed only in the columns of these circles.
      let bars = [30, 170].map { x in
        DrawCommand(
          shape: .fill(.circle(center: Point(x: x, y: 140), radius: 9), .nonZero),
          paint: .color(Color(red: 1, green: 0.5, blue: 0, alpha: 0.7)))
      }
      let pictures = [1, 0.4].map { whole(pixels, opacity: $0) }
      let solidPicture = whole(pixels.map { $0 | 0xFF00_0000 })
      // Pictures smaller than the surface, and one that reaches beyond it.
      let smallSize = PixelSize(width: 61, height: 50)
      let smallPixels = Array(pixels[0..<(smallSize.width * smallSize.height)])
      let small = [(70, 100, 255, 1), (70, 100, 0, 1), (90, 60, 255, 0.4), (-20, 300, 0, 0.4)].map {
        x, y, alpha, opacity in
        let shown = Image(
          size: smallSize,
          premultipliedPixels: smallPixels.map { $0 | UInt32(alpha as Int) << 24 })
        let place = Rect(x: x, y: y, width: 61, height: 50)
        return DrawCommand(
          shape: .fill(.rect(place), .nonZero),
          paint: .image(
            ImagePaint(image: shown, transform: .translation(x: x, y: y))),
          opacity: opacity)
      }
      let plain = [
        [backdrop], [pictures[0]], [backdrop, pictures[1]], [solidPicture],
        [backdrop] + bars, [slopes[2]] + bars, [slopes[0]] + bars,
      ]
      return plain + slopes.map { [$0] }
        + small.flatMap { [[backdrop, $0], [slopes[2], $0], [slopes[0], $0]] }
    }

    @Test(arguments: Rotation.allCases, [PixelFormat.xrgb8888, .rgb565, .bgr888])
    func `pixels written directly equal composed ones`(
      rotation: Rotation, format: PixelFormat
    ) {
      // The picture is higher than a band of directly rotated pixels. Its rows are whole lines, but
      // not whole groups.
      let size = PixelSize(width: 208, height: 480)
      // A clear command in a group makes rows be composed.
      let all = Path.rect(Rect(PixelRect(size)))
      let clear = DrawCommand(shape: .fill(all, .nonZero), paint: .color(.clear))
      // At borders and between them.
      let parts = [
        PixelRect(minX: 0, minY: 0, maxX: 208, maxY: 37),
        PixelRect(minX: 0, minY: 37, maxX: 155, maxY: 443),
        PixelRect(minX: 0, minY: 443, maxX: 155, maxY: 480),
        PixelRect(minX: 155, minY: 37, maxX: 208, maxY: 480),
      ]
      for commands in Self.directLists(size) {
        KernelPath.portable.use()
        let composed = ScanoutMemory(size: size, format: format, rotation: rotation)
        let group = DrawGroup(commands: commands.count..<commands.count + 1, opacity: 0.5)
        Renderer().draw(commands + [clear], groups: [group], into: composed.surface)
        let expected = words(of: composed)
        for path in KernelPath.allCases {
          path.use()
          let direct = ScanoutMemory(size: size, format: format, rotation: rotation)
          let renderer = Renderer()
          for part in parts {
            renderer.draw(commands, region: Region(part), into: direct.surface)
          }
          #expect(words(of: direct) == expected, "\(commands.count) commands, \(path)")
        }
      }
    }
  }
}
