import AssistantIntents
import AssistantSchemas
import StreamingJSON
import ToriiClient

/// Carries out the requests of a device, and reports their steps to the server.
final class DeviceWorker: Sendable {
    /// A stream that ends when the work of a request has to stop.
    private struct Stop {
        let stream: AsyncStream<Never>
        let end: AsyncStream<Never>.Continuation

        init() { (stream, end) = AsyncStream.makeStream() }
    }

    private struct State {
        var requests = OpenRequests()
        /// The stops of the requests that are carried out, by call.
        var stops: [String: Stop] = [:]
    }

    private let connection: DeviceConnection
    private let state = Protected(State())

    init(_ connection: DeviceConnection) { self.connection = connection }

    /// Returns what an event of the server requires.
    func accept(_ event: DeviceEvent) -> [OpenRequests.Action] {
        state.withLock { state in
            let actions = state.requests.accept(event)
            // Before the work starts, because it may have to stop at once.
            for case .start(let request) in actions { state.stops[request.id] = Stop() }
            return actions
        }
    }

    /// Stops the work of a call.
    func stop(_ call: String) { state.withLock { $0.stops[call]?.end }?.finish() }

    /// Carries out a request, and later attempts of the same call.
    func carryOut(_ request: DeviceRequest) async {
        var next: DeviceRequest? = request
        while let request = next {
            guard let stop = state.withLock({ $0.stops[request.id]?.stream }) else { return }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.attempt(request) }
                group.addTask { for await _ in stop {} }
                await group.next()
                group.cancelAll()
            }
            next = state.withLock { state in
                let next = state.requests.finish(request.id)
                state.stops[request.id] = next.map { _ in Stop() }
                return next
            }
        }
    }

    private func attempt(_ request: DeviceRequest) async {
        do throws(ToriiError) {
            switch request.work {
            case .query(let query):
                let answer = await connection.toolbox.answer(query)
                try await report("output", of: request, answer.json)
                connection.notify(.answered(query: request.id, schema: request.schema, answer))
            case .intent(let call):
                let outcome = try await perform(call, request)
                try await report("output", of: request, outcome.json)
                connection.notify(.finished(call: request.id, schema: request.schema, outcome))
            }
        } catch {
            if error.code != .canceled { connection.notify(.refused(call: request.id, error)) }
        }
    }

    /// Claims a call, and performs it if the device has the authentication for it.
    private func perform(_ call: IntentCall, _ request: DeviceRequest) async throws(ToriiError) -> IntentOutcome {
        if !request.isRunning {
            try await report("claim", of: request)
            if request.authentication != .none, await !connection.authenticate(request.authentication, call) {
                return .denied(IntentError(.denied, "The person did not authenticate."))
            }
            // From now on the server takes the silence of the device for an unknown outcome.
            try await report("running", of: request)
        }
        connection.notify(.started(call: request.id, schema: request.schema))
        let (reports, progress) = AsyncStream.makeStream(of: IntentProgress.self, bufferingPolicy: .bufferingNewest(1))
        return await withTaskGroup(of: IntentOutcome?.self) { group in
            group.addTask {
                await self.connection.toolbox.perform(call, isStarted: request.isRunning) { progress.yield($0) }
            }
            group.addTask {
                for await report in reports { try? await self.report("progress", of: request, report.json) }
                return nil
            }
            var outcome: IntentOutcome?
            while outcome == nil, let ended = await group.next() { outcome = ended }
            progress.finish()
            group.cancelAll()
            return outcome ?? .unknown
        }
    }

    private func report(_ step: String, of request: DeviceRequest, _ body: JSONObject = [:]) async throws(ToriiError) {
        var body = body
        body["attempt"] = .integer(request.attempt)
        _ = try await connection.service.requester.json(
            WireRequest(
                "POST",
                ["v1", "devices", connection.device, "calls", request.id, step],
                body: .object(body)
            )
        )
    }
}

extension IntentProgress {
    /// The report on the wire.
    fileprivate var json: JSONObject {
        var object: JSONObject = ["completed": .number(completed)]
        object["total"] = total.map(JSONValue.number)
        object["message"] = message.map(JSONValue.string)
        return object
    }
}
