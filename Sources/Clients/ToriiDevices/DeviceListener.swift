import AssistantIntents
import AssistantSchemas
import EventStreams
import StreamingJSON
import ToriiClient

/// The reader of a device's events, over any number of connections.
struct DeviceListener {
    private let connection: DeviceConnection
    private var attempts: Attempts
    private var body: ExchangeBody?
    private var decoder = ServerSentEventDecoder()
    private var frames: ArraySlice<ServerSentEvent> = []
    /// The id of the last event; `nil` before the first one.
    private var last: String?

    init(_ connection: DeviceConnection) {
        self.connection = connection
        // A device waits for its server as long as the app runs.
        var policy = connection.service.requester.configuration.reconnect
        policy.maximumAttempts = .max
        attempts = Attempts(policy)
    }

    /// Registers the toolbox, as soon as the server can be reached.
    ///
    /// - Throws: `ToriiError` if the server refuses it; `CancellationError`.
    mutating func register() async throws {
        let request = WireRequest(
            "PUT",
            ["v1", "devices", connection.device, "toolbox"],
            body: connection.toolbox.registration.json
        )
        while true {
            try Task.checkCancellation()
            do throws(ToriiError) {
                let answer = try await connection.service.requester.json(request) ?? .null
                connection.notify(.registered(RegistrationReceipt(answer)))
                return
            } catch {
                try await pause(after: error)
            }
        }
    }

    /// Waits for the next event.
    ///
    /// - Throws: `ToriiError` if the server refuses the device; `CancellationError`.
    mutating func next() async throws -> DeviceEvent {
        while true {
            try Task.checkCancellation()
            if let frame = frames.popFirst() {
                if !frame.id.isEmpty { last = frame.id }
                attempts.reset()
                do {
                    if let event = try DeviceEvent(frame) { return event }
                } catch {
                    connection.notify(.unreadable("\(frame.type): \(error)"))
                }
                continue
            }
            do throws(ToriiError) {
                if body == nil { try await open() } else { try await read() }
            } catch {
                (body, frames) = (nil, [])
                // A server whose data was restored, or an operator who removed the device.
                if error.status == 404, error.problem?.kind == .notFound { try await register() }
                try await pause(after: error)
            }
        }
    }

    private mutating func open() async throws(ToriiError) {
        let request = WireRequest(
            "GET",
            ["v1", "devices", connection.device, "events"],
            query: [("app", connection.toolbox.registration.app.id)]
        )
        let response = try await connection.service.requester.open(request.streaming.adding("Last-Event-ID", last))
        guard response.header("content-type")?.lowercased().hasPrefix("text/event-stream") == true else {
            throw ToriiError(
                .invalidAnswer,
                "The server sent no events. Check that the address is that of a Torii server.",
                status: response.status
            )
        }
        body = response.body
        decoder = ServerSentEventDecoder()
        connection.notify(.connected)
    }

    private mutating func read() async throws(ToriiError) {
        guard let body else { return }
        let bytes: [UInt8]?
        do throws(ExchangeError) { bytes = try await body.next() } catch { throw ToriiError(error) }
        guard let bytes else { throw ToriiError(.unreachable, "The stream of events ended.") }
        var events: [ServerSentEvent] = []
        do throws(EventTooLarge) {
            try decoder.feed(bytes, into: &events)
        } catch {
            throw ToriiError(.unreachable, error.description)
        }
        frames = events[...]
    }

    /// Waits before another attempt.
    ///
    /// - Throws: The error if another attempt has no chance.
    private mutating func pause(after error: ToriiError) async throws {
        try Task.checkCancellation()
        let requester = connection.service.requester
        let isUnknownDevice = error.status == 404 && error.problem?.kind == .notFound
        let temporary = isUnknownDevice ? ToriiError(.unreachable, error.message) : error
        guard let delay = attempts.failed(temporary, jitter: requester.jitter()) else { throw error }
        connection.notify(.lost(error, retryIn: delay))
        try await requester.pause(delay)
    }
}
