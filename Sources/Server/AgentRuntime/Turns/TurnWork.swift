import Accounts
import AgentTools
import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON
import Telemetry
import Transport

/// The work of one run: a turn with its model and tools, stored in the conversation at its end.
struct TurnWork: Sendable {
    let coordinator: RunCoordinator
    var request: Request
    var model: Model
    var policies: Policies

    /// Executes the turn, or resumes it when its run has waited; its events are appended to the run as they happen.
    ///
    /// When the task is cancelled, the upstream call and the running tools are cancelled at once. A turn that ends without an answer
    /// keeps its completed steps in the conversation: the message, the calls and their outputs, if tools were called and answered;
    /// otherwise nothing.
    func perform(_ run: LiveRun) async {
        policies.times?.waitEnded(at: .now)
        policies.meter.follow(run)
        // Set again, because the task that starts a waiting run may belong to another trace.
        await TraceContext.$current.withValue(policies.trace) {
            await ModelCallFailures.$current.withValue(ModelCallFailures()) {
                if request.sampleCount > 1 { await performSamples(run) } else { await performTurn(run) }
            }
        }
    }

    /// The way to resume the turn when its run has waited.
    var resumption: Resumption {
        Resumption(reserveTokens: { await policies.reserveTokens(self, $0) }, work: perform)
    }

    private func performTurn(_ run: LiveRun) async {
        let actions = run.actions
        let before = actions.suspended?.usage ?? WireUsage(inputTokens: 0, outputTokens: 0)
        var started: (session: LanguageModelSession, history: History)?
        var settled: WireUsage?
        var late = LateOutputs()
        do {
            var current = self
            if actions.suspended == nil {
                run.append(.started(RunStart(run.identity)))
            } else {
                // Stored before an approved call is made, so that no process repeats the call after a crash.
                try await coordinator.store(run)
                current = try await policies.renewed(self)
            }
            let history = try await history(of: run.identity, isBegun: actions.suspended != nil)
            let work = current.speaking(after: history.entries + request.input.history)
            late = try await lateOutputs(in: run.identity, noticedBy: actions.suspended)
            let recorder = TurnRecorder(
                run,
                meter: policies.meter,
                format: request.format,
                valueText: request.valueText
            )
            let session = try work.session(
                for: run.identity,
                after: history.entries,
                actions.suspended,
                onText: { try recorder.appendText($0, orCall: $1) },
                onRoundEnd: { round, isWhole in run.append { $0.events(for: round, isWhole: isWhole) } }
            )
            started = (session, history)
            let resolutions = actions.suspended.map { _ in actions.resolutions(with: model.clientAnswers) }
            let keepsToolChoice = actions.suspended?.keepsToolChoice ?? false
            let approved = actions.approvedForDevices
            var (turn, answer) = try await work.answer(
                resolutions,
                in: session,
                of: run.identity,
                late,
                keepsToolChoice: keepsToolChoice,
                onEvent: recorder.append
            )
            var (examined, answers) = try await work.examine(turn.pendingCalls, of: run, in: session, approved)
            while !answers.isEmpty {
                // A call that would fail, or that no device can make, needs no wait: the model gets its answer now, and the others keep waiting.
                for known in answers {
                    guard let call = turn.pendingCalls.first(where: { $0.id == known.id })?.call else { continue }
                    try await recorder.append(.toolStarted(call))
                }
                (turn, answer) = try await work.answer(
                    answers,
                    in: session,
                    of: run.identity,
                    late,
                    onEvent: recorder.append
                )
                (examined, answers) = try await work.examine(turn.pendingCalls, of: run, in: session, approved)
            }
            // Also for a turn that waits now, because its client may start other requests meanwhile.
            let charged = policies.meter.settle()
            settled = charged
            let spent = before + WireUsage(session.usage, cost: charged.cost)
            if turn.isSuspended {
                let suspended = added(to: session, after: history.storedCount)
                if try await work.wait(run, for: turn.pendingCalls, examined, suspended, history.position, spent) {
                    return
                }
                throw CancellationError()
            }
            let rest = try recorder.end(answer)
            guard run.workEnded(hasAnswer: true) == .completed else { throw CancellationError() }
            let ending = LiveRun.Ending(
                status: .completed,
                events: rest
                    + [
                        .answered(
                            RunAnswer(
                                text: answer?.object.serialized() ?? turn.response.segments.text,
                                artifacts: run.artifacts,
                                model: turn.response.metadata.modelName,
                                finishReason: FinishReason(turn.response.metadata),
                                stopSequence: try? turn.response.metadata["stop_sequence"]?.value(String.self),
                                loweredLimit: turn.response.metadata.loweredLimit
                            )
                        ),
                        .completed(usage: spent),
                    ],
                turn: commit(
                    added(to: session, after: history.storedCount),
                    of: run,
                    after: history.position,
                    seeing: late
                )
            )
            await coordinator.end(run, ending, usage: spent)
        } catch {
            // The charged amount: the session itself does not count a round that was cut off.
            let spent = before + (settled ?? policies.meter.settle())
            if let started,
                let ending = refusal(error, of: run, in: started.session, after: started.history, late, spent)
            {
                return await coordinator.end(run, ending, usage: spent)
            }
            let turn =
                started.flatMap {
                    commit(completedSteps(in: $0.session, after: $0.history), of: run, after: $0.history.position)
                }
                ?? coordinator.abandonedTurn(of: run).turn
            await coordinator.fail(run, with: error, usage: spent, turn)
        }
    }

    /// Returns the work in the language of the conversation, if the turn follows that.
    private func speaking(after entries: [Transcript.Entry]) -> TurnWork {
        guard request.context.followsConversation, let locale = MessageLanguage.locale(ofConversation: entries) else {
            return self
        }
        var work = self
        work.request.context.locale = locale
        return work
    }

    /// Executes or resumes the turn.
    ///
    /// If the turn has its answer and the answer needs a schema, it is parsed and validated.
    private func answer(
        _ resolutions: [ToolResolution]?,
        in session: LanguageModelSession,
        of run: LiveRun.Identity,
        _ late: LateOutputs,
        keepsToolChoice: Bool = false,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> (LanguageModelSession.Turn, StructuredAnswer?) {
        guard let format = request.format else {
            let turn = try await execute(
                resolutions,
                in: session,
                of: run,
                late,
                keepsToolChoice: keepsToolChoice,
                onEvent: onEvent
            )
            if request.wantsJSON, !turn.isSuspended { try AnswerFormat.checkObject(turn.response.segments.text) }
            return (turn, nil)
        }
        do {
            let turn = try await execute(
                resolutions,
                in: session,
                of: run,
                late,
                keepsToolChoice: keepsToolChoice,
                onEvent: onEvent
            )
            return (turn, turn.isSuspended ? nil : try format.answer(in: turn.response.segments.text))
        } catch let error as GeneratedContent.ParsingError {
            throw AnswerFormat.misfit(error)
        }
    }

    /// Makes the run wait for its client; false when it was stopped meanwhile.
    private func wait(
        _ run: LiveRun,
        for calls: [PendingToolCall],
        _ examined: [String: ExaminedCall],
        _ entries: [Transcript.Entry],
        _ historyCount: Int,
        _ usage: WireUsage
    ) async throws -> Bool {
        let deadline = coordinator.now() + coordinator.limits.actionDeadline / .seconds(1)
        return try await coordinator.wait(
            run,
            for: calls.map { action(for: $0, examined[$0.id] ?? ExaminedCall(), deadline: deadline) },
            { eventCount in
                RunActions.SuspendedTurn(
                    entries: entries.map(\.jsonValue),
                    historyCount: historyCount,
                    usage: usage,
                    eventCount: eventCount,
                    token: run.identity.token,
                    sender: run.identity.sender
                )
            },
            resumption
        )
    }
}
