public import StreamingJSON

/// The body of `PATCH /v1/devices/{device}`.
public struct DeviceChangeRequest: WireValue {
    /// The name of the device; `nil` inside removes it, `nil` outside keeps it.
    public var name: String??
    /// The app that is preferred on the device, as with the name.
    public var defaultApp: String??

    /// Makes a change.
    public init(name: String?? = nil, defaultApp: String?? = nil) {
        (self.name, self.defaultApp) = (name, defaultApp)
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["name", "defaultApp"])
        name = fields.member("name") == nil ? .none : .some(fields.string("name"))
        defaultApp = fields.member("defaultApp") == nil ? .none : .some(fields.string("defaultApp"))
        if case (.none, .none) = (name, defaultApp), fields.faults.isEmpty {
            fields.reject("name", "the request changes nothing; send name or defaultApp")
        }
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        if case .some(let name) = name { object["name"] = name.map(JSONValue.string) ?? .null }
        if case .some(let app) = defaultApp { object["defaultApp"] = app.map(JSONValue.string) ?? .null }
        return .object(object)
    }
}
