internal import Geometry
internal import Layers
internal import Raster

extension ImageLayer {
  /// The picture in the layer's own coordinates.
  /// - Parameter transform: maps them to framebuffer pixels.
  func imageCommands(under transform: AffineTransform) -> [DrawCommand] {
    guard let contents else { return [] }
    return contentsPlace.commands(of: contents, under: transform, opacity: contentsOpacity)
  }
}

extension ContentsPlace {
  /// A picture, or its nine parts, in the layer's own coordinates.
  ///
  /// Parts share whole pixels of the framebuffer where they meet, as long as the layer is upright
  /// there. Under other transforms a part of an opaque picture extends a pixel under the next one,
  /// so that nothing shines through; in a translucent picture a seam may show. No part reads pixels
  /// outside `rect`.
  ///
  /// - Parameter transform: maps the layer's coordinates to framebuffer pixels.
  func commands(
    of contents: Image, under transform: AffineTransform, opacity: Double
  ) -> [DrawCommand] {
    guard let grid = grid(of: contents.size), let whole = frame(of: contents.size) else {
      return []
    }
    let isUpright = transform.b == 0 && transform.c == 0
    let columns = grid.columns.snapped(
      isUpright ? transform.a : 0, transform.tx)
    let rows = grid.rows.snapped(isUpright ? transform.d : 0, transform.ty)
    let scale = transform.scaleFactor
    let overlap = isUpright || !contents.isOpaque || !(scale > 0) ? 0 : 1 / scale
    let picture = Rect(
      x: 0, y: 0, width: Double(contents.size.width), height: Double(contents.size.height))
    let read = Rect(
      minX: grid.columns[0].source, minY: grid.rows[0].source,
      maxX: grid.columns[columns.count - 1].source, maxY: grid.rows[rows.count - 1].source)
    var commands: [DrawCommand] = []
    for row in rows.indices.dropLast() {
      for column in columns.indices.dropLast() {
        let (left, right) = columns.ends(of: column, overlap: overlap)
        let (top, bottom) = rows.ends(of: row, overlap: overlap)
        // The extent of a single part is exact, so that copied pixels stay exact copies.
        let frame = Rect(
          x: left.place, y: top.place,
          width: columns.count == 2 ? whole.width : right.place - left.place,
          height: rows.count == 2 ? whole.height : bottom.place - top.place)
        let source = Rect(
          minX: left.source, minY: top.source, maxX: right.source, maxY: bottom.source)
        guard !frame.isEmpty, !source.isEmpty else { continue }
        let (scaleX, scaleY) = (frame.width / source.width, frame.height / source.height)
        let toFrame = AffineTransform(
          a: scaleX, b: 0, c: 0, d: scaleY, tx: frame.minX - source.minX * scaleX,
          ty: frame.minY - source.minY * scaleY)
        let paint = ImagePaint(
          image: contents, transform: toFrame, filter: filter,
          extendsBorders: !picture.contains(source), source: read == picture ? nil : read)
        commands.append(
          DrawCommand(
            shape: .fill(.rect(frame), .nonZero), paint: .image(paint), opacity: opacity))
      }
    }
    return commands
  }
}

extension [ContentsGrid.Cut] {
  /// The cuts with those between parts on whole framebuffer pixels.
  ///
  /// - Parameters:
  ///   - scale: pixels in a point along the axis; 0 to leave the cuts as they are.
  ///   - offset: the position of the layer's origin, in pixels.
  fileprivate func snapped(_ scale: Double, _ offset: Double) -> [ContentsGrid.Cut] {
    guard count > 2, scale != 0, scale.isFinite, offset.isFinite else { return self }
    var cuts = self
    for index in indices.dropFirst().dropLast() {
      let place = ((self[index].place * scale + offset).rounded() - offset) / scale
      cuts[index].place = Swift.min(Swift.max(place, cuts[index - 1].place), self[count - 1].place)
    }
    return cuts
  }

  /// The two ends of a part, which extends under the next one by an overlap.
  fileprivate func ends(
    of index: Int, overlap: Double
  ) -> (ContentsGrid.Cut, ContentsGrid.Cut) {
    let start = self[index]
    var end = self[index + 1]
    let extent = end.place - start.place
    if index + 2 < count, overlap > 0, extent > 0 {
      end.source += (end.source - start.source) * overlap / extent
      end.place += overlap
    }
    return (start, end)
  }
}
