package import JSON

/// One form of a value that the reader takes.
package enum ValueForm: Hashable, Sendable {
  case string
  case flag
  case number(ClosedRange<Double>)
  case integer(ClosedRange<Int>)
  case word([String])
  /// A property of a part of a layer, as `cells.NAME.velocity` or `parts.NAME.color`.
  case partProperty
  case color
  case length(allowsNegative: Bool)
  /// A timing such as "steps(4, start)".
  case steps
  /// An array with so many elements.
  case array(ClosedRange<Int>)
  /// One value, or an array with so many of them.
  case oneOrMore(ClosedRange<Int>)
  /// A value that several keys take; further forms of the same value are those of the name.
  case named(String)
}

extension SceneReader {
  /// Records a form in which a value may be written. The static daemon keeps no record.
  @inline(__always)
  func note(_ node: JSONNode, _ form: @autoclosure () -> ValueForm) {
    #if !hasFeature(Embedded)
      record?.note(form(), at: node.offset)
    #endif
  }

  @inline(__always)
  func noteObject(at offset: Int, owner: String) {
    #if !hasFeature(Embedded)
      record?.beginObject(at: offset, owner: owner)
    #endif
  }

  @inline(__always)
  func noteKey(
    _ key: String, in offset: Int, value: @autoclosure () -> JSONNode?, isRequired: Bool = false
  ) {
    #if !hasFeature(Embedded)
      record?.note(key: key, in: offset, value: value(), isRequired: isRequired)
    #endif
  }
}

#if !hasFeature(Embedded)
  /// Records the keys and value forms that the reader accepts, by offset.
  package final class ReadingRecord {
    package struct Key {
      package let name: String
      /// The offset of the value; nil if the object does not have the key.
      package var value: Int?
      package var isRequired: Bool
    }

    package struct Object {
      /// The description of the first reader of the object, such as "a layer".
      package let owner: String
      package fileprivate(set) var keys: [Key] = []
    }

    package let root: JSONNode
    package private(set) var forms: [Int: [ValueForm]] = [:]
    package private(set) var objects: [Int: Object] = [:]
    /// Errors; anything after one may be missing from the record.
    package private(set) var errors: [SceneDiagnostic] = []

    /// Reads a scene, without its files.
    package init(reading bytes: [UInt8]) throws(SceneError) {
      let source = SourceText(name: "scene", bytes: bytes)
      let reader = SceneReader(
        source: source, directory: nil, options: ReadingOptions(isLenient: true))
      guard let root = reader.parse(source) else {
        throw SceneError(diagnostics: reader.sortedDiagnostics(), source: source)
      }
      self.root = root
      reader.record = self
      _ = reader.scene(root)
      errors = reader.sortedDiagnostics().filter { $0.severity == .error }
    }

    fileprivate func note(_ form: ValueForm, at offset: Int) {
      if forms[offset, default: []].contains(form) { return }
      forms[offset, default: []].append(form)
    }

    /// A second reader of an object replaces the keys of the first, since it has determined the
    /// kind.
    fileprivate func beginObject(at offset: Int, owner: String) {
      objects[offset] = Object(owner: objects[offset]?.owner ?? owner)
    }

    fileprivate func note(key: String, in offset: Int, value: JSONNode?, isRequired: Bool) {
      guard let index = objects[offset]?.keys.firstIndex(where: { $0.name == key }) else {
        objects[offset]?.keys.append(
          Key(name: key, value: value?.offset, isRequired: isRequired))
        return
      }
      if isRequired { objects[offset]?.keys[index].isRequired = true }
    }
  }
#endif
