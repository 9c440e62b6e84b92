import Foundation
import Geometry

/// The minimum work of any engine for a case: storing the changed pixels, with the C library's
/// fill, or with its copy if the pixels come from a picture of the frame's size. In a scene, runs
/// of one colour are filled and all other pixels are copied.
@safe final class BareStores {
  private struct Span {
    var offset: Int
    var byteCount: Int
    var isCopied: Bool
  }

  /// The least mean length of spans, in pixels: with shorter spans the calls would be measured.
  private static let leastLength = 64

  /// The shortest run of a scene that is filled.
  private static let shortestRun = 16

  private var spans: [Span] = []
  private let source: UnsafeMutableRawPointer
  private let target: UnsafeMutableRawPointer

  /// Nil for a case that is drawn in short spans.
  init?(_ item: Case) {
    unsafe source = .allocate(byteCount: Frame.byteCount, alignment: 64)
    unsafe target = .allocate(byteCount: Frame.byteCount, alignment: 64)
    // Written once: an untouched page is one page of zeros for all.
    unsafe source.initializeMemory(as: UInt8.self, repeating: 7, count: Frame.byteCount)
    unsafe target.initializeMemory(as: UInt8.self, repeating: 9, count: Frame.byteCount)
    if item.isScene { findRuns(of: item) } else { findSpans(of: item) }
    let pixelCount = spans.reduce(0) { $0 + $1.byteCount } / 4
    if pixelCount < spans.count * BareStores.leastLength { return nil }
  }

  deinit {
    unsafe source.deallocate()
    unsafe target.deallocate()
  }

  /// Finds the pixels that differ from black if the case's shapes are white.
  private func findSpans(of item: Case) {
    let canvas = RasterCanvas()
    canvas.draw(item.whitened)
    for y in item.damage.minY..<item.damage.maxY {
      var start: Int?
      for x in item.damage.minX...item.damage.maxX {
        let isChanged =
          x < item.damage.maxX && BareStores.pixel(x, y, of: canvas) & 0xFFFFFF != 0
        if isChanged {
          start = start ?? x
        } else if let first = start {
          append(y, first..<x, isCopied: !item.pictures.isEmpty)
          start = nil
        }
      }
    }
  }

  /// Splits the damage of a scene into runs of one colour and the rest.
  private func findRuns(of item: Case) {
    let canvas = RasterCanvas()
    canvas.draw(item)
    for y in item.damage.minY..<item.damage.maxY {
      var copied = item.damage.minX
      var run = copied
      for x in (run + 1)...item.damage.maxX {
        if x < item.damage.maxX,
          BareStores.pixel(x, y, of: canvas) == BareStores.pixel(run, y, of: canvas)
        {
          continue
        }
        if x - run >= BareStores.shortestRun {
          append(y, copied..<run, isCopied: true)
          append(y, run..<x, isCopied: false)
          copied = x
        }
        run = x
      }
      append(y, copied..<item.damage.maxX, isCopied: true)
    }
  }

  private func append(_ y: Int, _ columns: Range<Int>, isCopied: Bool) {
    if columns.isEmpty { return }
    spans.append(
      Span(
        offset: (y * Frame.size.width + columns.lowerBound) * 4, byteCount: columns.count * 4,
        isCopied: isCopied))
  }

  private static func pixel(_ x: Int, _ y: Int, of canvas: RasterCanvas) -> UInt32 {
    unsafe canvas.pixels.load(
      fromByteOffset: (y * Frame.size.width + x) * 4, as: UInt32.self)
  }

  @inline(never) func store() {
    for span in spans {
      if span.isCopied {
        unsafe memcpy(target + span.offset, source + span.offset, span.byteCount)
      } else {
        unsafe memset(target + span.offset, 5, span.byteCount)
      }
    }
  }
}
