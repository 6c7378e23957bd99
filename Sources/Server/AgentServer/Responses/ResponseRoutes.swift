import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import StreamingJSON
import ToolRecords

/// The routes of OpenAI's Responses, which Open Responses defines as well: `/v1/responses`.
struct ResponseRoutes {
    let runtime: AgentRuntime
    let bodies: BodyRoom
    let heartbeat: Duration
    /// The time for which a count may continue after the server was asked to stop.
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.responses) { request, context in
                try await create(request, context)
            },
            Route(.responseInputTokens) { request, context in
                try await countTokens(request, context)
            },
            Route(.response) { request, context in
                try await read(request, context)
            },
            Route(.responseDeletion) { _, context in
                let (id, _) = try await stored(context)
                let client = try context.requireClient()
                // The client cannot cancel a response that waits for it, because that is complete.
                if try await runtime.isWaiting(id.run, owner: client.owner) {
                    try await stop(id, client, context)
                }
                try await runtime.deleteRun(id.run, owner: client.owner)
                return .json(["id": .string(id.description), "object": "response", "deleted": true])
            },
            Route(.responseCancel) { _, context in
                try await cancel(context)
            },
            Route(.responseInputItems) { request, context in
                try await inputItems(request, context)
            },
        ]
    }

    /// Returns a response that a client may read, with its run's request.
    ///
    /// - Throws: ``Problem`` if there is none.
    private func stored(_ context: ToriiRequestContext) async throws -> (id: ResponseID, request: TurnRequest) {
        let written = try context.pathParameter("response")
        let owner = try context.requireClient().owner
        if let id = ResponseID(written) {
            do {
                let record = try await runtime.record(of: id.run, owner: owner)
                let waitCount = id.waits == 0 ? 0 : try await runtime.waitCount(of: record)
                if let request = TurnRequest(of: record), request.dialect == .responses, request.isStored,
                    id.waits <= waitCount
                {
                    return (id, request)
                }
            } catch let problem as Problem where problem.kind == .notFound {}
        }
        throw Self.unknown(written)
    }

    private static func unknown(_ id: String) -> Problem {
        Problem(.notFound, detail: "there is no response '\(id.excerpt())'; it was not stored, or it was deleted")
    }
}

// MARK: - A stored response

extension ResponseRoutes {
    @Sendable private func read(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let client = try context.requireClient()
        let form = ResponseForm(turn, of: id.run, after: id.waits)
        let after = try request.wholeNumber("starting_after", in: 0...Int(Int32.max))
        guard try request.flag("stream") else {
            if after != nil {
                throw Problem(.invalidRequest, detail: "starting_after is only for streams; add stream=true")
            }
            return try await resource(id, form, owner: client.owner)
        }
        guard request.method != .head else {
            // No reader is attached, because even a reader that reads nothing would count as a reader of the run.
            return Response(status: .ok, headers: RunEventStream.headers)
        }
        let disconnect = try await context.disconnectSignal()
        let reader = try await runtime.reader(of: id.run, after: nil, owner: client.owner, token: client.tokenID)
        guard let reader else { throw Self.unknown(id.description) }
        let stream = RunEventStream(
            reader: AttachedReader(reader, disconnect: disconnect),
            encoder: ResponseEncoder(form, after: id.waits, from: after.map { $0 + 1 } ?? 0),
            channel: context.channel,
            heartbeat: heartbeat,
            isResumable: form.isBackground
        )
        return try await stream.response(onEarlyFault: false)
    }

    /// Returns a response as it is now.
    func resource(_ id: ResponseID, _ form: ResponseForm, owner: Owner) async throws -> Response {
        var encoder = ResponseEncoder(form, after: id.waits, from: nil)
        var frames: [UInt8] = []
        let start = try await runtime.readEvents(of: id.run, owner: owner) { encoder.encode($0, into: &frames) }
        if encoder.hasStarted { return .json(text: encoder.resource) }
        guard id.waits == 0 else { throw Self.unknown(id.description) }
        return .json(text: encoder.queuedResource(start))
    }

    @Sendable private func cancel(_ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let client = try context.requireClient()
        let form = ResponseForm(turn, of: id.run, after: id.waits)
        let isWaiting = try await runtime.isWaiting(id.run, owner: client.owner)
        guard form.isBackground || isWaiting else {
            throw Problem(
                .invalidRequest,
                detail:
                    "only a response with background, or one that waits for its client, can be cancelled; close the connection of any other"
            )
        }
        try await stop(id, client, context)
        return try await resource(id, form, owner: client.owner)
    }

    /// Stops the run of a response and waits for its end.
    private func stop(_ id: ResponseID, _ client: Principal, _ context: ToriiRequestContext) async throws {
        try await runtime.cancel(id.run, owner: client.owner)
        let reader = try await runtime.reader(of: id.run, after: nil, owner: client.owner, token: client.tokenID)
        guard let reader else { return }
        let attached = AttachedReader(reader, disconnect: try await context.disconnectSignal())
        while try await attached.reader.outcome().ending == nil {}
    }

    func interruptions(_ context: ToriiRequestContext) async throws -> Interruptions {
        Interruptions(disconnect: try await context.disconnectSignal(), grace: grace)
    }

    @Sendable private func inputItems(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let limit = try request.wholeNumber("limit", in: 1...100) ?? 20
        let order = request.query("order").map { ResponseInputItems.Order(rawValue: $0) } ?? .descending
        guard let order else { throw Problem(.invalidRequest, detail: "order must be asc or desc") }
        let after = request.query("after")
        guard let page = ResponseInputItems(of: turn, in: id.run, order, after: after, limit: limit) else {
            throw Problem(.invalidRequest, detail: "after must be the id of an item of this list")
        }
        return .json(page.jsonValue)
    }
}

extension Request {
    /// Returns a query parameter that is a whole number; `nil` if it is missing.
    ///
    /// - Throws: ``Problem`` for any other text, and for a number outside of the range.
    func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = query(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .invalidRequest,
                detail: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// Returns a query parameter that is true or false; false if it is missing.
    ///
    /// - Throws: ``Problem`` for any other text.
    fileprivate func flag(_ name: String) throws(Problem) -> Bool {
        switch query(name)?.lowercased() {
        case nil, "false": return false
        case "true": return true
        default: throw Problem(.invalidRequest, detail: "\(name) must be true or false")
        }
    }
}
