import FoundationEssentials
public import LanguageModels

/// Runs a router's rounds: starts and stops its models as the state machine decides.
public struct RouterExecutor: LanguageModelExecutor {
    /// Identifies an executor's configuration.
    public struct Configuration: Hashable, Sendable {
        /// The names of the models.
        public var names: [String]
    }

    /// Makes an executor, which has no state: everything it needs is in the model.
    public init(configuration: Configuration) throws {}

    private enum Report: Sendable {
        case ended(Int)
        case failed(Int, any Error)
        case timer(Int)
    }

    /// Asks the models in order and passes on the answer of the first that sends anything.
    ///
    /// - Throws: The error of the last model that was asked, unless an earlier one found the conversation too long; the error of the
    ///   speaker, once there is one.
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
                actions = Self.actions(after: report, &errors, model, round)
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
            // The timer is cancelled at the end of the round, when its result is no longer needed.
            try? await model.wait(delay)
            return .timer(timer)
        }
    }

    private static func actions(
        after report: Report,
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
            let fault = ClassifiedFault(error, now: .now)
            model.health.failed(member, fault)
            return round.decide { $0.failed(member, fault) }
        }
    }
}
