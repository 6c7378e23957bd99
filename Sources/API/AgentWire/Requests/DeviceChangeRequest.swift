/// The body of `PATCH /v1/devices/{device}`.
public struct DeviceChangeRequest: WireRecord {
    /// The name of the device; `nil` inside removes it, `nil` outside keeps it.
    public var name: String??
    /// The app that is preferred on the device, as with the name.
    public var defaultApp: String??

    /// Makes a change.
    public init(name: String?? = nil, defaultApp: String?? = nil) {
        (self.name, self.defaultApp) = (name, defaultApp)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .change("name", \.name, "At most 100 bytes. `null` removes it."),
        .change("defaultApp", \.defaultApp, "The id of an app with a toolbox. `null` removes it.")
    )

    package func check(_ fields: inout RequestFields) {
        if case (.none, .none) = (name, defaultApp), fields.faults.isEmpty {
            fields.reject("name", "the request changes nothing; send name or defaultApp")
        }
    }
}
