import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import StoredValues

/// The routes of runs: listing those that have not ended (`GET /v1/runs`); and the status, events and cancellation of one: `/v1/runs/{id}`.
///
/// A run is visible only to its client.
struct RunRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.runs) { request, context in
                try await list(request, context)
            },
            Route(.run) { _, context in
                try await describe(context)
            },
            Route(.runEvents) { request, context in
                try await events(request, context)
            },
            Route(.runOutputs) { request, context in
                try await answer(request, context)
            },
            Route(.runCancel) { _, context in
                let run = try context.pathParameter("run")
                try await runtime.cancel(run, owner: try context.requireClient().owner)
                return try await describe(context)
            },
        ]
    }

    /// Accepts answers for a waiting run, and responds at once, with the events that follow, or with the run's reply, as the request asks.
    @Sendable private func answer(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let run = try context.pathParameter("run")
        let answers = try await request.json(with: Request.texts) { try RunAnswers(jsonValue: $0) }
        let disconnect = try await context.disconnectSignal()
        let holder = try context.requireClient()
        let owner = holder.owner
        let isStreaming = answers.stream ?? request.acceptsEvents
        let isWaiting = isStreaming || answers.stream != nil
        let reader = try await runtime.answer(
            run,
            with: answers,
            owner: owner,
            token: holder.tokenID,
            isReading: isWaiting
        )
        guard let reader else {
            return .json(try await runtime.run(run, owner: owner).jsonValue, status: .accepted)
        }
        let attached = AttachedReader(reader, disconnect: disconnect)
        guard isStreaming else { return try await attached.reply(of: runtime, owner: owner) }
        let stream = RunEventStream(attached, channel: context.channel, heartbeat: heartbeat)
        return try await stream.response(onEarlyFault: false)
    }

    /// Returns the client's runs that have not ended, including those without a conversation.
    @Sendable private func list(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let status = request.query("status").map { RunStatus(rawValue: $0) }
        if let status, status?.isOver ?? true {
            throw Problem(
                .invalidRequest,
                detail:
                    "status must be queued, running or waiting; GET /v1/conversations/{conversation} lists ended runs"
            )
        }
        let limit = request.query("limit").map { Int($0) } ?? 50
        guard let limit, (1...200).contains(limit) else {
            throw Problem(.invalidRequest, detail: "limit must be a number from 1 to 200")
        }
        let page = try await runtime.unfinishedRuns(
            of: try context.requireClient().owner,
            status: status ?? nil,
            cursor: request.query("cursor"),
            limit: limit
        )
        return .json(page.jsonValue)
    }

    @Sendable private func describe(_ context: ToriiRequestContext) async throws -> Response {
        let run = try context.pathParameter("run")
        return .json(try await runtime.run(run, owner: try context.requireClient().owner).jsonValue)
    }

    @Sendable private func events(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let run = try context.pathParameter("run")
        guard request.method != .head else {
            // No reader is attached, because even a reader that reads nothing would count as a reader of the run.
            _ = try await runtime.run(run, owner: try context.requireClient().owner)
            return Response(status: .ok, headers: RunEventStream.headers)
        }
        let after = try LastEventID.read(request, run: run)
        let disconnect = try await context.disconnectSignal()
        let client = try context.requireClient()
        let reader = try await runtime.reader(of: run, after: after, owner: client.owner, token: client.tokenID)
        guard let reader else {
            // A browser's EventSource does not reconnect after this status.
            return Response(status: .noContent)
        }
        let stream = RunEventStream(
            AttachedReader(reader, disconnect: disconnect),
            channel: context.channel,
            heartbeat: heartbeat
        )
        return try await stream.response(onEarlyFault: false)
    }
}
