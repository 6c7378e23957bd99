/// An event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Equatable {
    /// The last event id that the stream set, up to this event; empty when there was none.
    public var id: String
    /// The event's type; `message` unless the stream names another.
    public var type: String
    /// The data; several data lines are joined with line feeds.
    public var data: String

    /// An event.
    public init(id: String = "", type: String = "message", data: String) {
        self.id = id
        self.type = type
        self.data = data
    }
}
