import JSON
import Wire

/// `org.varlink.service`.
enum ServiceMethods {
  static func getInfo(_ request: Request) throws(CallError) -> JSONObject {
    try request.parameters.allow()
    var reply = JSONObject()
    reply["vendor"] = "Firstlight"
    reply["product"] = "firstlightd"
    reply["version"] = .string(Version.number)
    reply["url"] = "https://firstlight.invalid/"
    reply["interfaces"] = .array([
      .string(ServiceInterface.name), .string(DisplayInterface.name),
    ])
    return reply
  }

  static func getInterfaceDescription(_ request: Request) throws(CallError) -> JSONObject {
    try request.parameters.allow("interface")
    let name = try request.parameters.string("interface")
    var reply = JSONObject()
    switch name {
    case DisplayInterface.name: reply["description"] = .string(DisplayInterface.description)
    case ServiceInterface.name: reply["description"] = .string(ServiceInterface.description)
    default: throw .interfaceNotFound(name)
    }
    return reply
  }
}
