extension Path {
  /// The elements of a path, or some that follow each other.
  @frozen public struct Elements: BidirectionalCollection, Sendable {
    /// The place of an element: the numbers of elements and of points before it, from the start of
    /// the path.
    @frozen public struct Index: Comparable, Sendable, BitwiseCopyable {
      // A path of 2³¹ points would take 34 GB.
      @usableFromInline let verbPlace: Int32
      @usableFromInline let pointPlace: Int32

      @inlinable public var verb: Int { Int(verbPlace) }
      @inlinable public var point: Int { Int(pointPlace) }

      @inlinable init(verb: Int, point: Int) {
        verbPlace = Int32(truncatingIfNeeded: verb)
        pointPlace = Int32(truncatingIfNeeded: point)
      }

      @inlinable public static func < (a: Index, b: Index) -> Bool { a.verbPlace < b.verbPlace }
    }

    @usableFromInline let allVerbs: [Verb]
    @usableFromInline let allPoints: [Point]
    public let startIndex: Index
    public let endIndex: Index

    @inlinable init(verbs: [Verb], points: [Point]) {
      self.init(
        verbs, points, from: Index(verb: 0, point: 0),
        to: Index(verb: verbs.count, point: points.count))
    }

    @inlinable init(_ verbs: [Verb], _ points: [Point], from start: Index, to end: Index) {
      allVerbs = verbs
      allPoints = points
      startIndex = start
      endIndex = end
    }

    /// The kinds of these elements.
    @inlinable public var verbs: ArraySlice<Verb> { allVerbs[startIndex.verb..<endIndex.verb] }
    /// The points of these elements, as the path has them.
    @inlinable public var points: ArraySlice<Point> {
      allPoints[startIndex.point..<endIndex.point]
    }

    @inlinable public var count: Int { endIndex.verb - startIndex.verb }

    @inlinable public func index(after index: Index) -> Index {
      Index(verb: index.verb + 1, point: index.point + allVerbs[index.verb].pointCount)
    }

    @inlinable public func index(before index: Index) -> Index {
      Index(verb: index.verb - 1, point: index.point - allVerbs[index.verb - 1].pointCount)
    }

    @inlinable @inline(__always)
    public subscript(index: Index) -> Element {
      let first = index.point
      return switch allVerbs[index.verb] {
      case .move: .move(allPoints[first])
      case .line: .line(allPoints[first])
      case .quadratic: .quadratic(control: allPoints[first], end: allPoints[first + 1])
      case .cubic:
        .cubic(
          control1: allPoints[first], control2: allPoints[first + 1], end: allPoints[first + 2])
      case .arc: .arc(Path.arc(allPoints, first))
      case .close: .close
      }
    }

    @inlinable public subscript(range: Range<Index>) -> Elements {
      // Iterators rely on it.
      precondition(
        range.upperBound.verb <= allVerbs.count && range.upperBound.point <= allPoints.count)
      return Elements(allVerbs, allPoints, from: range.lowerBound, to: range.upperBound)
    }

    @inlinable public func makeIterator() -> Iterator { Iterator(self) }

    @frozen public struct Iterator: IteratorProtocol {
      @usableFromInline let verbs: [Verb]
      @usableFromInline let points: [Point]
      @usableFromInline var verb: Int
      @usableFromInline let end: Int
      @usableFromInline var point: Int

      @inlinable init(_ elements: Elements) {
        verbs = elements.allVerbs
        points = elements.allPoints
        verb = elements.startIndex.verb
        point = elements.startIndex.point
        end = elements.endIndex.verb
      }

      /// Unchecked, since the verbs of a path tell how many points it has.
      @inlinable @inline(__always) func at(_ index: Int) -> Point {
        unsafe points.span[unchecked: index]
      }

      @inlinable @inline(__always)
      public mutating func next() -> Element? {
        guard verb < end else { return nil }
        let first = point
        let kind = unsafe verbs.span[unchecked: verb]
        verb &+= 1
        switch kind {
        case .move:
          point = first &+ 1
          return .move(at(first))
        case .line:
          point = first &+ 1
          return .line(at(first))
        case .quadratic:
          point = first &+ 2
          return .quadratic(control: at(first), end: at(first &+ 1))
        case .cubic:
          point = first &+ 3
          return .cubic(
            control1: at(first), control2: at(first &+ 1), end: at(first &+ 2))
        case .arc:
          point = first &+ 4
          return .arc(Path.arc(points, first))
        case .close: return .close
        }
      }
    }
  }
}

extension Path.Elements: Equatable {
  @inlinable public static func == (a: Self, b: Self) -> Bool {
    a.verbs == b.verbs && a.points == b.points
  }
}
