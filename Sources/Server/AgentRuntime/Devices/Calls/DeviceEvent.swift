import StreamingJSON

/// An event for a device.
struct DeviceEvent: Sendable, Equatable {
    /// The event's type.
    var type: String
    /// The data.
    var data: JSONObject
    /// The app that it is for; `nil` for all.
    var app: String?
}
