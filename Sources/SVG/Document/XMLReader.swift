internal import CExpat

/// Reads XML into elements by Expat, which checks that the file is well-formed.
///
/// Entities that the file declares itself are expanded, by a bounded factor; no other file is read.
/// Comments and instructions are left out.
@safe final class XMLReader {
  private static let namespace = "http://www.w3.org/2000/svg"
  private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  /// Elements whose characters are drawn.
  private static let textElements: Set<String> = ["text", "tspan", "textPath", "a"]
  private static let linkNamespace = "http://www.w3.org/1999/xlink"
  /// The separator of a namespace and a name: a character that XML may not have.
  private static let separator: UInt8 = 0x0C
  /// Limits of the expansion of entities: bytes that are always allowed, and the factor beyond
  /// them.
  private static let expansionThreshold: UInt64 = 1 << 20
  private static let expansionFactor: Float = 16
  /// Bytes that Expat takes at once.
  private static let chunk = 1 << 16

  private let limits: SVGLimits
  private var parser: XML_Parser?
  private var nodes: [SVGNode] = []
  /// The elements that are open.
  private var open: [Int] = []
  private var expandedByteCount = 0
  private var failure: SVGError?
  /// The file's encoding where Expat does not know it.
  private var otherEncoding: String?
  /// The file's encoding where this machine does not know it: characters beyond ASCII are read as
  /// those of Latin-1.
  private(set) var unknownEncoding: String?

  init(limits: SVGLimits) { self.limits = limits }

  /// - Returns: the elements, the root first.
  func read(_ bytes: [UInt8]) throws(SVGError) -> [SVGNode] {
    do throws(SVGError) { try parse(bytes) } catch {
      // The encoding stands before all elements: none was read.
      guard let name = otherEncoding else { throw error }
      if let text = try TextEncoding.utf8(bytes, from: name) {
        try parse(text, encoding: "UTF-8")
      } else {
        unknownEncoding = name
        try parse(bytes)
      }
    }
    return nodes
  }

  /// - Parameter encoding: in place of the one that the file names.
  private func parse(_ bytes: [UInt8], encoding: String? = nil) throws(SVGError) {
    guard let parser = unsafe XML_ParserCreateNS(encoding, XML_Char(XMLReader.separator)) else {
      throw SVGError("there is no memory for a reader of XML")
    }
    unsafe self.parser = parser
    defer {
      unsafe self.parser = nil
      unsafe XML_ParserFree(parser)
    }
    _ = unsafe XML_SetBillionLaughsAttackProtectionActivationThreshold(
      parser, XMLReader.expansionThreshold)
    _ = unsafe XML_SetBillionLaughsAttackProtectionMaximumAmplification(
      parser, XMLReader.expansionFactor)
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data = unsafe data, let name = unsafe name else { return }
        unsafe XMLReader.reader(data).begin(name, attributes)
      },
      { data, _ in
        guard let data = unsafe data else { return }
        unsafe XMLReader.reader(data).end()
      })
    unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let data = unsafe data, let text = unsafe text, count > 0 else { return }
      unsafe XMLReader.reader(data).append(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe XML_SetUnknownEncodingHandler(
      parser,
      { data, name, encoding in
        guard let data = unsafe data, let name = unsafe name, let encoding = unsafe encoding else {
          return 0
        }
        let reader = unsafe XMLReader.reader(data)
        reader.otherEncoding = unsafe String(cString: name)
        guard reader.unknownEncoding != nil else { return 0 }
        // The encodings of XML files have ASCII in common, in which elements and attributes are.
        unsafe withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
          let codes = unsafe map.assumingMemoryBound(to: CInt.self)
          for code in 0..<codes.count { unsafe codes[code] = CInt(code) }
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
    try unsafe feed(bytes, to: parser)
  }

  private func feed(_ bytes: [UInt8], to parser: XML_Parser) throws(SVGError) {
    var start = 0
    repeat {
      let end = min(start + XMLReader.chunk, bytes.count)
      let status = unsafe bytes[start..<end].withUnsafeBytes { part in
        let text = unsafe part.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe XML_Parse(parser, text, Int32(part.count), end == bytes.count ? 1 : 0)
      }
      if let failure { throw failure }
      guard status == XML_STATUS_OK else {
        let code = unsafe XML_GetErrorCode(parser)
        let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
        throw SVGError(
          reason ?? "the file is not well-formed", line: line,
          column: Int(clamping: unsafe XML_GetCurrentColumnNumber(parser)) &+ 1)
      }
      start = end
    } while start < bytes.count
  }

  private static func reader(_ data: UnsafeMutableRawPointer) -> XMLReader {
    unsafe Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
  }

  private var line: Int {
    guard let parser = unsafe parser else { return 0 }
    return Int(clamping: unsafe XML_GetCurrentLineNumber(parser))
  }

  /// Ends the reading, by a callback of Expat.
  private func stop(_ message: String) {
    if failure == nil { failure = SVGError(message, line: line) }
    if let parser = unsafe parser { _ = unsafe XML_StopParser(parser, 0) }
  }

  /// Counts expanded bytes; false if they are too many.
  private func take(_ count: Int) -> Bool {
    expandedByteCount += count
    guard expandedByteCount > limits.expandedByteCount else { return true }
    stop("the file has more than \(limits.expandedByteCount) bytes, with its entities expanded")
    return false
  }

  // MARK: Callbacks

  private func begin(
    _ name: UnsafePointer<XML_Char>, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    // A parser that was stopped may still report an element without content.
    if failure != nil { return }
    guard nodes.count < limits.elementCount else {
      return stop("the file has more than \(limits.elementCount) elements")
    }
    guard open.count < limits.depth else {
      return stop("more than \(limits.depth) elements lie in one another")
    }
    let (namespace, local) = XMLReader.split(unsafe String(cString: name))
    guard take(local.utf8.count) else { return }
    var node = SVGNode(
      name: namespace == XMLReader.namespace ? local : "", attributes: [:], href: nil, line: line,
      parent: open.last ?? -1)
    var link: String?
    var index = 0
    while let key = unsafe list?[index], let text = unsafe list?[index + 1] {
      index += 2
      let (namespace, local) = XMLReader.split(unsafe String(cString: key))
      let value = unsafe String(cString: text)
      guard take(local.utf8.count + value.utf8.count) else { return }
      if namespace.isEmpty {
        node.attributes[local] = value
        if local != "href" { node.attributeByteCount += value.utf8.count }
      } else if namespace == XMLReader.linkNamespace, local == "href" {
        link = value
      } else if namespace == XMLReader.xmlNamespace, local == "space" || local == "lang" {
        node.attributes["xml:" + local] = value
      }
    }
    node.href = node.attributes["href"] ?? link
    let place = nodes.count
    if let parent = open.last {
      nodes[parent].children.append(place)
      if XMLReader.textElements.contains(nodes[parent].name) {
        nodes[parent].parts.append(.element(place))
      }
    }
    nodes.append(node)
    open.append(place)
  }

  private func end() {
    if failure == nil { _ = open.popLast() }
  }

  private func append(_ text: UnsafeBufferPointer<XML_Char>) {
    guard failure == nil, let place = open.last else { return }
    let isStyle = nodes[place].name == "style"
    guard isStyle || XMLReader.textElements.contains(nodes[place].name), take(text.count) else {
      return
    }
    let bytes = unsafe text.map { UInt8(bitPattern: $0) }
    let added = String(decoding: bytes, as: UTF8.self)
    if isStyle {
      nodes[place].text += added
    } else if case .text(var text)? = nodes[place].parts.last {
      // Taken out of the array, so that the text grows without being copied.
      nodes[place].parts.removeLast()
      text += added
      nodes[place].parts.append(.text(text))
    } else {
      nodes[place].parts.append(.text(added))
    }
  }

  private static func split(_ name: String) -> (namespace: String, local: String) {
    guard let index = name.utf8.firstIndex(of: separator) else { return ("", name) }
    return (String(name[..<index]), String(name[name.utf8.index(after: index)...]))
  }
}
