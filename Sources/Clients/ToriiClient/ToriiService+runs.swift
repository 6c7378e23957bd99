public import AgentWire
import StreamingJSON

extension ToriiService {
    /// Sends a message and returns the events of the turn.
    ///
    /// - Parameter conversation: The conversation to continue, from ``AgentWire/NativeEvent/started(run:conversation:model:)``; `nil`
    ///   starts one.
    public func chat(_ message: String, conversation: String? = nil, options: RunOptions = RunOptions()) -> RunEvents {
        chat(ChatRequest(message: message, conversation: conversation), options: options)
    }

    /// Sends a turn and returns its events.
    ///
    /// Nothing is sent before the events are iterated, and each iteration is a turn of its own unless the options have an idempotency
    /// key. The tools of the options are added to those of the request.
    public func chat(_ request: ChatRequest, options: RunOptions = RunOptions()) -> RunEvents {
        var request = request
        request.stream = true
        if !options.tools.isEmpty {
            request.clientTools = (request.clientTools ?? []) + options.tools.map(\.definition)
        }
        return events(WireRequest("POST", ["v1", "chat"], body: request.jsonValue), options)
    }

    /// Reads a value out of a text and returns the events of the extraction.
    public func extract(_ request: ExtractRequest, options: RunOptions = RunOptions()) -> RunEvents {
        var request = request
        request.stream = true
        return events(WireRequest("POST", ["v1", "extract"], body: request.jsonValue), options)
    }

    /// Calls one of the server's tools without a model and returns the events of the call.
    ///
    /// A request without a policy for a lost connection gets `finish`, because the server would cancel a direct call with its connection,
    /// and nothing could be resumed. The call is canceled when the app stops reading, as the options say.
    public func call(_ request: ToolCallRequest, options: RunOptions = RunOptions()) -> RunEvents {
        events(
            WireRequest(
                "POST",
                ["v1", "tools", request.tool],
                query: [
                    ("locale", request.locale), ("time_zone", request.timeZone),
                    ("confirm", request.isConfirmed ? "true" : nil),
                    ("on_disconnect", (request.onDisconnect ?? .finish).rawValue),
                ],
                body: request.arguments
            ),
            options
        )
    }

    /// Calls one of the server's tools without a model and returns the result.
    ///
    /// A tool that fails returns a call whose status is `failed`.
    ///
    /// - Throws: ``ToriiError``; with the problem `confirmation-needed` if a person must agree first.
    public func callTool(_ request: ToolCallRequest, options: RunOptions = RunOptions()) async throws -> WireToolCall {
        var call: WireToolCall?
        for try await event in self.call(request, options: options) {
            if case .toolFinished(var finished) = event {
                finished.arguments = request.arguments
                call = finished
            }
        }
        guard let call else { throw ToriiError(.invalidAnswer, "The call has ended without a result.") }
        return call
    }

    /// Joins a run that exists and returns its events.
    ///
    /// Calls of the app's tools and approvals that the run still waits for are answered; those that were answered before are not.
    ///
    /// - Parameter event: The id of the last event that is known, ``RunEvents/Iterator/lastEventID``; `nil` for all events.
    public func events(of run: String, after event: String? = nil, options: RunOptions = RunOptions()) -> RunEvents {
        RunEvents(service: self, source: .run(run, after: event), options: options)
    }

    private func events(_ request: WireRequest, _ options: RunOptions) -> RunEvents {
        RunEvents(service: self, source: .request(request.streaming), options: options)
    }
}

extension ToriiService {
    /// Returns the state of a run, and the answer so far.
    public func run(_ id: String) async throws(ToriiError) -> RunDescription {
        try await requester.value(WireRequest("GET", ["v1", "runs", id]))
    }

    /// Returns a page of the runs that have not ended, the oldest first, with what each waits for.
    ///
    /// - Parameters:
    ///   - status: `queued`, `running` or `waiting`; `nil` for all.
    ///   - cursor: The `next` of the page before.
    ///   - limit: The number of runs, from 1 to 200.
    public func runs(
        status: String? = nil,
        cursor: String? = nil,
        limit: Int? = nil
    ) async throws(ToriiError) -> RunPage {
        try await requester.value(
            WireRequest(
                "GET",
                ["v1", "runs"],
                query: [("status", status), ("cursor", cursor), ("limit", limit.map(String.init))]
            )
        )
    }

    /// Answers calls that a run waits for: outputs of the app's tools, and a person's decisions.
    ///
    /// The same answer may be sent again, also after the end of the run.
    ///
    /// - Returns: The state of the run.
    @discardableResult
    public func answer(_ run: String, with answers: RunAnswers) async throws(ToriiError) -> RunDescription {
        var answers = answers
        answers.stream = nil
        return try await requester.value(WireRequest("POST", ["v1", "runs", run, "outputs"], body: answers.jsonValue))
    }

    /// Cancels a run; one that has ended stays as it is.
    ///
    /// - Returns: The state of the run.
    @discardableResult
    public func cancelRun(_ id: String) async throws(ToriiError) -> RunDescription {
        try await requester.value(WireRequest("POST", ["v1", "runs", id, "cancel"]))
    }
}
