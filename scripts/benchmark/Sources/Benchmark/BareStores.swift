import Foundation
import Geometry

/// What any engine has to do for a case: to store the pixels that it changes; here by the C library's
/// fill, or by its copy where they come from a picture of the frame's size.
@safe final class BareStores {
  private struct Span {
    var offset: Int
    var byteCount: Int
  }

  /// Pixels that a span has in the mean, at least: of shorter ones the calls would be measured.
  private static let leastLength = 64

  private var spans: [Span] = []
  private let copies: Bool
  private let source: UnsafeMutableRawPointer
  private let target: UnsafeMutableRawPointer

  /// Nil for what is drawn in short spans.
  init?(_ item: Case) {
    copies = !item.isScene && !item.pictures.isEmpty
    unsafe source = .allocate(byteCount: Frame.byteCount, alignment: 64)
    unsafe target = .allocate(byteCount: Frame.byteCount, alignment: 64)
    // Written once: an untouched page is one page of zeros for all.
    unsafe source.initializeMemory(as: UInt8.self, repeating: 7, count: Frame.byteCount)
    unsafe target.initializeMemory(as: UInt8.self, repeating: 9, count: Frame.byteCount)
    findSpans(of: item)
    let pixelCount = spans.reduce(0) { $0 + $1.byteCount } / 4
    if pixelCount < spans.count * BareStores.leastLength { return nil }
  }

  deinit {
    unsafe source.deallocate()
    unsafe target.deallocate()
  }

  /// What differs from black where the case's shapes are white; of a scene all of its damage.
  private func findSpans(of item: Case) {
    let canvas = RasterCanvas()
    if !item.isScene { canvas.draw(item.whitened) }
    for y in item.damage.minY..<item.damage.maxY {
      var start: Int?
      for x in item.damage.minX...item.damage.maxX {
        let offset = (y * Frame.size.width + x) * 4
        let isChanged =
          unsafe x < item.damage.maxX
          && (item.isScene
            || canvas.pixels.load(fromByteOffset: offset, as: UInt32.self) & 0xFFFFFF != 0)
        if isChanged {
          start = start ?? offset
        } else if let first = start {
          spans.append(Span(offset: first, byteCount: offset - first))
          start = nil
        }
      }
    }
  }

  @inline(never) func store() {
    for span in spans {
      if copies {
        unsafe memcpy(target + span.offset, source + span.offset, span.byteCount)
      } else {
        unsafe memset(target + span.offset, 5, span.byteCount)
      }
    }
  }
}
