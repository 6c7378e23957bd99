import FoundationEssentials
public import LanguageModels

/// Carries out a router's rounds: starts and stops its models as the state machine says.
public struct RouterExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The names of the models.
        public var names: [String]
    }

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    private enum Report: Sendable {
        case ended(Int)
        case failed(Int, any Error)
        case timer(Int)
    }

    /// Asks the models in turn, and passes on what the first to speak says.
    ///
    /// - Throws: What the model threw that was asked last, unless an earlier one found the conversation too long; what the
    ///   speaker threw, once there is one.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: RouterLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let machine = RouterStateMachine(
            members: model.members.map { .init(contextSize: $0.contextSize, mayHedge: $0.mayHedge) },
            order: model.order(for: request),
            hedges: model.hedgeDelay != nil
        )
        let round = RouterRound(machine: machine, names: model.members.map(\.name), channel: channel)
        try await withThrowingTaskGroup(of: Report.self) { group in
            var errors: [Int: any Error] = [:]
            var actions = round.decide { $0.start() }
            while true {
                for action in actions {
                    switch action {
                    case .start(let member): Self.start(member, request, model, round, in: &group)
                    case .arm(let timer): Self.arm(timer, model, in: &group)
                    case .cancel: break
                    case .succeed, .fail:
                        group.cancelAll()
                        if case .fail(let member) = action { throw errors[member] ?? CancellationError() }
                        return
                    }
                }
                guard let report = try await group.next() else { throw CancellationError() }
                actions = Self.take(report, &errors, model, round)
            }
        }
    }

    private static func start(
        _ member: Int,
        _ request: LanguageModelExecutorGenerationRequest,
        _ model: RouterLanguageModel,
        _ round: RouterRound,
        in group: inout ThrowingTaskGroup<Report, any Error>
    ) {
        let routed = model.members[member]
        var request = request
        request.transcript = request.transcript.readable(by: routed.name)
        let stop = round.stopSignal(for: member)
        group.addTask { [request] in
            do {
                try await stop.running {
                    try await routed.respond(request, .init(sink: RouterRound.Member(round, member)))
                }
                return .ended(member)
            } catch {
                return .failed(member, error)
            }
        }
    }

    private static func arm(
        _ timer: Int,
        _ model: RouterLanguageModel,
        in group: inout ThrowingTaskGroup<Report, any Error>
    ) {
        guard let delay = model.hedgeDelay else { return }
        group.addTask {
            // Cancelled at the end of the round, when nobody asks for it any more.
            try? await model.wait(delay)
            return .timer(timer)
        }
    }

    private static func take(
        _ report: Report,
        _ errors: inout [Int: any Error],
        _ model: RouterLanguageModel,
        _ round: RouterRound
    ) -> [RouterRound.Action] {
        switch report {
        case .timer(let number): return round.decide { $0.timerFired(number) }
        case .ended(let member):
            let actions = round.decide { $0.ended(member) }
            if actions.contains(.succeed) {
                model.health.succeeded(member)
                round.close(member)
            }
            return actions
        case .failed(let member, let error):
            errors[member] = error
            let fault = Fault(error, now: .now)
            model.health.failed(member, fault)
            return round.decide { $0.failed(member, fault) }
        }
    }
}
