import JSON
import Wire

/// Makes calls of a service: every method, with each parameter right, at a limit, of another type,
/// or left out, as the bytes say.
struct MessageGenerator: Sendable {
  let grammar: InterfaceGrammar
  /// Names of the present scene; others are invented.
  let names: [String]

  func call(_ source: inout ByteSource) -> Call {
    let method = source.pick(grammar.methods)
    var parameters = JSONObject()
    for field in method.parameters {
      if let value = value(of: field, &source) { parameters[field.name] = value }
    }
    if source.isOnce(in: 32) { parameters["unknown"] = wrong(&source, depth: 0) }
    let mode = source.pick([Call.Mode.one, .one, .one, .oneway, .oneway, .more, .upgrade])
    return Call(grammar.interface + "." + method.name, parameters: parameters, mode: mode)
  }

  /// Nil leaves the field out.
  private func value(
    of field: InterfaceGrammar.Field, _ source: inout ByteSource
  ) -> JSONValue? {
    if case .optional(let type) = field.type {
      switch source.choice(8) {
      case 0...3: return nil
      case 4: return source.isOnce(in: 4) ? .null : value(type, &source)
      case 7: return source.isOnce(in: 4) ? wrong(&source, depth: 0) : value(type, &source)
      default: return value(type, &source)
      }
    }
    switch source.choice(24) {
    case 22: return nil
    case 23: return wrong(&source, depth: 0)
    default: return value(field.type, &source)
    }
  }

  private func value(
    _ type: InterfaceGrammar.FieldType, _ source: inout ByteSource
  ) -> JSONValue {
    switch type {
    case .bool: return .bool(source.isOnce(in: 2))
    case .int: return .integer(integer(&source))
    case .float: return .number(source.finiteNumber())
    case .string: return .string(string(&source))
    case .optional(let type): return value(type, &source)
    case .list(let type):
      return .array((0..<source.choice(5)).map { _ in value(type, &source) })
    case .map(let type):
      var object = JSONObject()
      for _ in 0..<source.choice(4) { object[string(&source)] = value(type, &source) }
      return .object(object)
    case .named(let name):
      switch grammar.types[name] {
      case .enumeration(let names): return .string(source.pick(names))
      case .structure(let fields):
        var object = JSONObject()
        for field in fields { object[field.name] = value(of: field, &source) }
        return .object(object)
      case nil: return .null
      }
    }
  }

  private func integer(_ source: inout ByteSource) -> Int64 {
    switch source.choice(5) {
    case 0: Int64(source.choice(256)) - 8
    case 1: Int64(source.choice(65_536)) * 1000
    case 2:
      source.pick([.max, .min, .max - 1, 1 << 32, -1 << 31, 1 << 53, 60_000_000, 86_400_000_000])
    default: Int64(source.choice(256)) * 10_000
    }
  }

  private func string(_ source: inout ByteSource) -> String {
    switch source.choice(8) {
    case 0: return ""
    case 1: return String(repeating: "ä", count: source.choice(65_536) / 16)
    case 2: return String(decoding: source.take(source.choice(16)), as: UTF8.self)
    case 3:
      return source.pick(["/", "/dev/null", "/proc/self/mem", "boot", "none", "x\n<0>y\u{1B}[2J"])
    default: return source.pick(names)
    }
  }

  /// A value of any type.
  private func wrong(_ source: inout ByteSource, depth: Int) -> JSONValue {
    switch source.choice(8) {
    case 0: return .null
    case 1: return .bool(true)
    case 2: return .integer(integer(&source))
    case 3: return .number(source.finiteNumber())
    case 4, 5: return .string(string(&source))
    case 6:
      guard depth < 4 else { return [] }
      return .array((0..<source.choice(4)).map { _ in wrong(&source, depth: depth + 1) })
    default:
      guard depth < 4 else { return [:] }
      var object = JSONObject()
      for _ in 0..<source.choice(4) {
        object[string(&source)] = wrong(&source, depth: depth + 1)
      }
      return .object(object)
    }
  }
}
