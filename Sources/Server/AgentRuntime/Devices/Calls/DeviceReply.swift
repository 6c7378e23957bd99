public import StreamingJSON

/// The result of a device's request about a call.
public struct DeviceReply: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// The state of the call.
    public var body: JSONValue
}

/// A step of a device before the end of a call.
public enum DeviceStep: Sendable {
    /// It claims the call.
    case claim
    /// It starts now; from now on its silence means that the end is unknown.
    case start
    /// It works, which extends the deadline of the call.
    case progress
}
