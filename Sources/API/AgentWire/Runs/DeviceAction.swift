/// The place of a required action that an app on a device of the client performs.
public struct DeviceAction: WireRecord {
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

    package static let fields: Fields<Self> = Fields(
        note: "The app on a device of the client that makes the call.",
        Self.init,
        .always("call", \.call, "The id of the call for the device."),
        .always("device", \.device),
        .always("app", \.app),
        .always("schema", \.schema, "The schema of the intent or the entity.")
    )
}
