import Geometry
import Scene

/// The findings in words, for people: each once, with the panels on which it was found, also for a
/// layer of a style that several layers use.
extension SizeReport {
  /// The most panels that a line names.
  private static let namedPanels = 3

  func print() {
    for size in untried {
      Console.explain(
        "\(path): the variant for \(PanelSizes.name(of: size)) was not tried: more than "
          + "\(PictureFile.pixelLimit) pixels")
    }
    if let omissions { Console.explain("\(path): \(omissions)") }
    if findings.isEmpty {
      let layouts = layoutCount == 1 ? "1 layout" : "\(layoutCount) layouts"
      let sizes = panels.count == 1 ? "1 size" : "\(panels.count) sizes"
      Console.print("\(path): \(layouts) at \(sizes), no findings")
    }
    for line in lines { Console.explain(line) }
    if let advice { Console.explain("\(path): hint: " + advice) }
  }

  /// Advice for a scene whose content is lost on some panels, to make it as large as the panel.
  /// This is no fault, since a small sign may be intended.
  var advice: String? {
    // The largest panel.
    guard
      let worst = lost.max(by: {
        $0.size.width * $0.size.height < $1.size.width * $1.size.height
      })
    else { return nil }
    func percent(_ part: Double, of whole: Int) -> Int {
      Int((100 * part / Double(whole)).rounded(.up))
    }
    let sizes = [worst.size] + lost.map(\.size).filter { $0 != worst.size }
    let (width, height) = (
      percent(worst.content.width, of: worst.size.width),
      percent(worst.content.height, of: worst.size.height)
    )
    return "the content takes \(width) % of the width and \(height) % of the height at "
      + Self.list(sizes.map { PanelSizes.name(of: $0) })
      + ", since it is laid out in points; `\"fit\": \"contain\"`, with the `size` that the scene was "
      + "drawn for, scales it"
  }

  /// A line for each finding, in the order of the layers in the scene's files.
  var lines: [String] {
    grouped.map { group in
      let worst = group.worst
      let finding = worst.finding
      let subject =
        (group.kind == .behindKeyboard ? finding.layer : names.short(for: finding.layer))
        + (group.layerCount > 1 ? " and \(group.layerCount - 1) more" : "")
      let state = finding.state.map { " with " + $0 } ?? ""
      let fault = finding.fault { names.short(for: $0) }
      return "\(worst.place?.text ?? path): \(subject)\(state) at \(panels(of: group)): "
        + (group.varies ? "at worst, " : "") + fault
    }
  }

  /// The panels of a group, the one with the worst look first: `240x240, 320x240 and 5 more in de`.
  private func panels(of group: FindingGroup) -> String {
    var sizes: [String] = []
    var locales: [String] = []
    for found in [group.worst] + group.all {
      let size = PanelSizes.name(of: found.size)
      if !sizes.contains(size) { sizes.append(size) }
      if let locale = found.locale, !locales.contains(locale) { locales.append(locale) }
    }
    let isEverywhere = sizes.count == panels.count && sizes.count > Self.namedPanels
    let text = isEverywhere ? "all \(sizes.count) sizes" : Self.list(sizes)
    // Findings in all locales name none of them.
    return locales.isEmpty || locales.count == self.locales.all
      ? text : text + " in " + Self.list(locales)
  }

  /// Some names, and the number of those that are left out.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let shown = names.count > namedPanels ? namedPanels - 1 : names.count - 1
    let rest = names.count - shown
    return names.prefix(shown).joined(separator: ", ")
      + (rest > 1 ? " and \(rest) more" : " and \(last)")
  }

  /// One finding on several panels, in several locales, and in several uses of a style.
  private struct FindingGroup {
    private(set) var all: [Found]
    private(set) var worst: Found
    /// True if the fault is larger on some panels than on others.
    private(set) var varies = false
    private var layers: Set<String> = []

    var layerCount: Int { layers.count }

    init(_ found: Found) {
      (all, worst) = ([found], found)
      layers = [found.finding.layer]
    }

    var kind: SizeFinding.Name { worst.finding.kind.name }

    private static func name(_ path: String) -> String {
      path.split(separator: "/").last.map { String($0) } ?? path
    }

    mutating func add(_ found: Found) {
      all.append(found)
      layers.insert(found.finding.layer)
      // Other uses of a style have other layers around them, so names are compared without paths.
      let fault = found.finding.fault { Self.name($0) }
      if fault != worst.finding.fault(naming: { Self.name($0) }) { varies = true }
      if found.finding.kind.isWorse(than: worst.finding.kind) { worst = found }
    }
  }

  private struct GroupKey: Hashable {
    var place: String?
    /// Nil for a layer with a place, which is that of all uses of a style.
    var layer: String?
    /// The state; of a look its last word alone, since each use of a style has a control of its
    /// own.
    var state: Substring?
    var kind: SizeFinding.Name
    /// The last name of its path.
    var other: Substring?
    var isPlaceholder: Bool
  }

  private var grouped: [FindingGroup] {
    var indices: [GroupKey: Int] = [:]
    var groups: [FindingGroup] = []
    for found in all {
      let finding = found.finding
      let key = GroupKey(
        place: found.place?.text, layer: found.place == nil ? finding.layer : nil,
        state: finding.isLook ? finding.state?.split(separator: "=").last : finding.state?[...],
        kind: finding.kind.name, other: finding.kind.other?.split(separator: "/").last,
        isPlaceholder: finding.isPlaceholder)
      if let index = indices[key] {
        groups[index].add(found)
      } else {
        indices[key] = groups.count
        groups.append(FindingGroup(found))
      }
    }
    // Layers that no file describes come last; findings of one layer stay in their order.
    return groups.enumerated().sorted {
      let (a, b) = ($0.element.worst.place, $1.element.worst.place)
      guard let a, let b else { return a == nil && b == nil ? $0.offset < $1.offset : b == nil }
      return (a.file, a.line, a.column, $0.offset) < (b.file, b.line, b.column, $1.offset)
    }.map(\.element)
  }
}

/// The shortest names of layers that still mean one layer alone.
struct LayerNames {
  /// The number of layers whose paths end in some names.
  private var counts: [Substring: Int] = [:]

  init(_ paths: some Sequence<String>) {
    for path in paths { for end in Self.ends(of: path) { counts[end, default: 0] += 1 } }
  }

  /// The last names of a path that no other path ends in. A number of a layer without a name
  /// follows a name.
  func short(for path: String) -> String {
    let end = Self.ends(of: path).first { !$0.hasPrefix("[") && counts[$0, default: 0] <= 1 }
    return end.map { String($0) } ?? path
  }

  /// The ends of a path that begin with a name, the shortest first.
  private static func ends(of path: String) -> [Substring] {
    let starts = path.indices.filter { path[$0] == "/" }.map { path.index(after: $0) }
    return starts.reversed().map { path[$0...] } + [path[...]]
  }
}
