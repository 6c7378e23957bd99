public import StreamingJSON

/// The place of a required action that an app on a device of the client performs.
public struct DeviceAction: WireValue {
    /// The id of the call for devices, as in `/v1/devices/{device}/calls/{call}`.
    public var call: String
    /// The device.
    public var device: String
    /// The app.
    public var app: String
    /// The schema of the intent or of the entity.
    public var schema: String

    /// Makes a place.
    public init(call: String, device: String, app: String, schema: String) {
        (self.call, self.device, self.app, self.schema) = (call, device, app, schema)
    }

    /// Reads a place.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        call = fields.requiredString("call")
        device = fields.requiredString("device")
        app = fields.requiredString("app")
        schema = fields.requiredString("schema")
        try fields.check()
    }

    /// The place as JSON.
    public var jsonValue: JSONValue {
        ["call": .string(call), "device": .string(device), "app": .string(app), "schema": .string(schema)]
    }
}
