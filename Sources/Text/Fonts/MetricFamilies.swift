/// Families whose characters have the same widths: a text keeps the places of its words and the
/// ends of its lines if one of them takes the place of another.
enum MetricFamilies {
  /// The other families with the widths of a family, free ones first; empty where none is known.
  static func others(for family: String) -> [String] {
    let name = FontCatalog.normalized(family)
    for group in [arial, times, courier, calibri, cambria, georgia] {
      let others = group.filter { FontCatalog.normalized($0) != name }
      if others.count < group.count { return others }
    }
    return []
  }

  // Each list in a function of its own: the static build mixes up the constant arrays of one
  // function that several modules compile.
  @inline(never) private static var arial: [String] {
    ["Liberation Sans", "Arimo", "Nimbus Sans", "TeX Gyre Heros", "Arial", "Helvetica"]
  }

  @inline(never) private static var times: [String] {
    [
      "Liberation Serif", "Tinos", "Nimbus Roman", "TeX Gyre Termes", "Times New Roman", "Times",
    ]
  }

  @inline(never) private static var courier: [String] {
    [
      "Liberation Mono", "Cousine", "Nimbus Mono PS", "TeX Gyre Cursor", "Courier New", "Courier",
    ]
  }

  @inline(never) private static var calibri: [String] { ["Carlito", "Calibri"] }

  @inline(never) private static var cambria: [String] { ["Caladea", "Cambria"] }

  @inline(never) private static var georgia: [String] { ["Gelasio", "Georgia"] }
}
