import Geometry
import Layers
import Testing

/// The layout of a picture's parts.
@Suite struct ContentsGridTests {
  private func layer(width: Double, height: Double) -> ImageLayer {
    let layer = ImageLayer()
    layer.bounds = Rect(x: 10, y: 0, width: width, height: height)
    return layer
  }

  /// The parts of a picture of 12 × 8 pixels.
  private func grid(of layer: ImageLayer) -> ContentsGrid? {
    layer.contentsPlace.grid(of: PixelSize(width: 12, height: 8))
  }

  private func places(_ cuts: [ContentsGrid.Cut]?) -> [[Double]]? {
    cuts?.map { [$0.source, $0.place] }
  }

  @Test func `a whole picture is one part`() {
    let grid = grid(of: layer(width: 60, height: 40))
    #expect(places(grid?.columns) == [[0, 10], [12, 70]])
    #expect(places(grid?.rows) == [[0, 0], [8, 40]])
  }

  @Test func `corners keep their size at the contents scale`() {
    let layer = layer(width: 60, height: 40)
    layer.contentsScale = 2
    layer.contentsCenter = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    #expect(places(grid(of: layer)?.columns) == [[0, 10], [3, 11.5], [9, 68.5], [12, 70]])
    #expect(places(grid(of: layer)?.rows) == [[0, 0], [4, 2], [6, 39], [8, 40]])
  }

  @Test func `a part of the picture is laid out alone, and its middle is within it`() {
    let layer = layer(width: 60, height: 40)
    layer.contentsRect = Rect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    #expect(places(grid(of: layer)?.columns) == [[6, 10], [12, 70]])
    layer.contentsCenter = Rect(x: 1 / 3.0, y: 0, width: 1 / 3.0, height: 1)
    #expect(places(grid(of: layer)?.columns) == [[6, 10], [8, 12], [10, 68], [12, 70]])
    layer.contentsGravity = .center
    #expect(
      layer.contentsPlace.frame(of: PixelSize(width: 12, height: 8))
        == Rect(x: 37, y: 18, width: 6, height: 4))
  }

  @Test func `an empty middle is a pixel, and corners that do not fit shrink`() {
    let layer = layer(width: 60, height: 40)
    layer.contentsCenter = Rect(x: 0.5, y: 0, width: 0, height: 1)
    #expect(
      places(grid(of: layer)?.columns) == [[0, 10], [5.5, 15.5], [6.5, 64.5], [12, 70]])
    layer.bounds = Rect(x: 0, y: 0, width: 5.5, height: 40)
    #expect(
      places(grid(of: layer)?.columns) == [[0, 0], [5.5, 2.75], [6.5, 2.75], [12, 5.5]])
  }

  @Test func `a part may lie outside the picture, and an empty one shows nothing`() {
    let layer = layer(width: 60, height: 40)
    layer.contentsRect = Rect(x: -0.5, y: 0, width: 2, height: 1)
    #expect(places(grid(of: layer)?.columns) == [[-6, 10], [18, 70]])
    layer.contentsRect = Rect(x: 0, y: 0, width: 0, height: 1)
    #expect(grid(of: layer) == nil)
    layer.contentsRect = Rect(x: 0, y: 0, width: .nan, height: 1)
    #expect(grid(of: layer) == nil)
  }

  @Test func `parts animate by their components`() {
    let layer = layer(width: 60, height: 40)
    let tree = committedTree(layer)
    layer.contentsRect.origin.x = 0.5
    #expect(layer.animationKeys == ["contentsRect"])
    tree.advance(to: 0)
    tree.advance(to: 0.125)
    #expect(isClose(layer.presentation()?.contentsRect.minX, 0.5 * eased(0.5)))
    layer.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    #expect(layer.animationKeys == ["contentsRect", "contentsCenter"])
  }
}
