import AgentTools

/// An app on a device of a client.
struct DevicePlace: Sendable, Equatable {
    /// The id of the device.
    var device: String
    /// The id of the app.
    var app: String
    /// The device's name for people.
    var name: String

    /// The device's name in a sentence, on one line and filtered: an app may have chosen it.
    var shownName: String { TextLine(name, limit: 80).text }
    /// The app's id in a sentence.
    var shownApp: String { TextLine(app, limit: 200).text }

    /// Whether both are the same app on the same device.
    static func == (left: Self, right: Self) -> Bool { left.device == right.device && left.app == right.app }
}
