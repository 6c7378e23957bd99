import AgentWire

extension RunTimeline {
    /// A part of a run's time.
    struct Span: Sendable, Equatable {
        /// The part's kind, with its counts.
        enum Kind: Sendable, Equatable {
            /// It waits for its conversation or a slot.
            case queue
            /// The model is called.
            case round(Round)
            /// A tool of the server is called.
            case tool(ToolCall)
            /// It waits for its client.
            case wait(Wait)
        }

        /// The milliseconds from the request to the start.
        var start: Int
        /// The milliseconds; `nil` until it has ended.
        var duration: Int?
        /// The kind.
        var kind: Kind

        init(start: Int, duration: Int? = nil, kind: Kind) {
            (self.start, self.duration, self.kind) = (start, duration, kind)
        }
    }

    /// A model call.
    struct Round: Sendable, Equatable {
        /// The way in which it ended.
        enum End: Sendable, Equatable {
            /// The model named a reason.
            case finished(FinishReason)
            /// It failed.
            case failed
            /// It was cut short.
            case stopped
        }

        /// The number, from 1.
        var number: Int
        /// The model, such as `openai:gpt-6.1-terra`.
        var model: String
        /// The milliseconds from the start to the first piece of the answer; `nil` if there was none.
        var firstContent: Int?
        /// The tokens, as the provider has counted them.
        var usage = RoundUsage()
        /// The way in which it ended; `nil` while it runs, and if the model named no reason.
        var end: End?
    }

    /// A call of one of the server's tools.
    struct ToolCall: Sendable, Equatable {
        /// The states of a call.
        enum State: String, Sendable, CaseIterable {
            /// It runs.
            case running
            /// It has its output.
            case done
            /// It has failed.
            case failed
            /// It was cut short.
            case stopped
        }

        /// The number of the model call that requested it; 0 without one.
        var round: Int
        /// The tool.
        var tool: String
        /// The state.
        var state = State.running
    }

    /// The kinds of waits for the client.
    enum WaitKind: String, Sendable, CaseIterable {
        /// A person's decision about a call.
        case approval
        /// The output of a tool of the client.
        case clientTool = "client_tool"

        init(_ kind: RequiredAction.Kind) {
            self =
                switch kind {
                case .approval: .approval
                case .clientTool: .clientTool
                }
        }
    }

    /// A wait for the client.
    struct Wait: Sendable, Equatable {
        /// The number of the model call that requested the call.
        var round: Int
        /// The tool.
        var tool: String
        /// The kind.
        var kind: WaitKind
    }
}

extension RunTimeline.Span {
    /// Ends a span that is cut short by the end of its run.
    mutating func stop(at now: Int) {
        duration = max(0, now - start)
        switch kind {
        case .queue, .wait: break
        case .round(var round):
            round.end = .stopped
            kind = .round(round)
        case .tool(var call):
            call.state = .stopped
            kind = .tool(call)
        }
    }
}
