import AgentTools
import ModelContextProtocol
import Subprocess
import Synchronization
import SystemPackage
import Transport

/// Messages by the standard input and output of a command, one a line.
///
/// ``run()`` starts the command, and starts it again with growing delays when it ends. When its task is cancelled, the command's input
/// is closed, and its processes are ended. If Torii is killed, the system closes the command's input.
final class CommandChannel: MCPChannel {
    private struct State {
        var pending = PendingRequests()
        /// The lines for the command; `nil` while it does not run.
        var lines: AsyncStream<[UInt8]>.Continuation?
        var generation = 0
        var starters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextStarter = 0
        var fault: String?
        /// The search for the key of the running command in what it writes; `nil` without a key.
        var echo: SecretEcho?
    }

    let server: String
    let command: MCPServerCommand
    /// Receives a line that the command wrote to its standard error, and what happened to it.
    let note: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// The most lines that wait to be written.
    private static let mostLines = 256

    init(server: String, command: MCPServerCommand, note: @escaping @Sendable (String) -> Void) {
        (self.server, self.command, self.note) = (server, command, note)
    }

    var generation: Int { state.withLock(\.generation) }

    @concurrent func send(_ request: RPCRequest, _ delivery: MCPDelivery) async throws -> RPCResponse {
        try await started()
        if let echo = state.withLock(\.echo) { EchoedSecrets.current?.add(echo) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let failure = state.withLock { state -> MCPFailure? in
                    guard !Task.isCancelled else { return nil }
                    if let failure = write(.request(request), &state) { return failure }
                    state.pending.add(request.id, delivery, waiter)
                    return nil
                }
                if let failure { return waiter.resume(throwing: failure) }
                // Cancelled before the request was added.
                if Task.isCancelled {
                    state.withLock { $0.pending.remove(request.id) }?.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            state.withLock { $0.pending.remove(request.id) }?.resume(throwing: CancellationError())
        }
    }

    @concurrent func post(_ message: RPCMessage, _ delivery: MCPDelivery) async throws {
        if let failure = state.withLock({ write(message, &$0) }) { throw failure }
    }

    @concurrent func listen(_ delivery: MCPDelivery) async throws -> Bool {
        // Messages arrive on the one pipe anyway.
        let generation = generation
        while self.generation == generation { try await Task.sleep(for: .seconds(5)) }
        return true
    }

    @concurrent func close(_ delivery: MCPDelivery) async {}

    /// Writes a message, or returns why it cannot be written.
    private func write(_ message: RPCMessage, _ state: inout State) -> MCPFailure? {
        guard let lines = state.lines else { return ended(state.fault) }
        switch lines.yield(Array(message.serialized().utf8) + [0x0A]) {
        case .enqueued: return nil
        default:
            return MCPFailure(.timedOut, of: server, "the command does not read its input", isRetrySafe: true)
        }
    }

    private func ended(_ fault: String?) -> MCPFailure {
        MCPFailure(.unreachable, of: server, fault ?? "the command does not run", isRetrySafe: true)
    }

    /// Waits until the command runs for the first time; later it must run already.
    private func started() async throws {
        let isReady = try state.withLock { state in
            if state.lines != nil { return true }
            if state.generation > 0 || state.fault != nil { throw ended(state.fault) }
            return false
        }
        guard !isReady else { return }
        let id = state.withLock { state in
            state.nextStarter += 1
            return state.nextStarter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.lines != nil || state.fault != nil || Task.isCancelled { return true }
                    state.starters[id] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.starters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}

// MARK: - The process

extension CommandChannel {
    @concurrent func run() async {
        var delay = RestartDelay()
        while !Task.isCancelled {
            let start = ContinuousClock.now
            let fault = await runOnce()
            end(fault)
            guard !Task.isCancelled else { return }
            let wait = delay.next(after: .now - start)
            note("\(fault); it is started again in \(wait)")
            try? await Task.sleep(for: wait)
        }
    }

    /// Runs the command to its end and returns why it ended.
    private func runOnce() async -> String {
        do {
            let (configuration, echo) = try await command.configuration()
            state.withLock { $0.echo = echo }
            let result = try await Subprocess.run(
                configuration,
                input: .inputWriter,
                output: .sequence,
                error: .sequence
            ) {
                execution in
                await talk(with: execution)
                // The group may have processes left that the command started.
                try? execution.processIdentifier.endGroup()
            }
            return "the command ended: \(result.terminationStatus)"
        } catch let error as SubprocessError {
            return "the command could not be started: \(TextLine("\(error)", limit: 200).text)"
        } catch {
            return "the command could not be started: \(TextLine("\(error)", limit: 200).text)"
        }
    }

    private func talk(with execution: Execution<CustomWriteInput, SequenceOutput, SequenceOutput>) async {
        let (lines, source) = AsyncStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingOldest(Self.mostLines)
        )
        let starters = state.withLock { state in
            state.lines = source
            state.generation += 1
            state.fault = nil
            defer { state.starters = [:] }
            return Array(state.starters.values)
        }
        for starter in starters { starter.resume() }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                let writer = execution.standardInputWriter
                for await line in lines { guard (try? await writer.write(line)) != nil else { break } }
                try? await writer.finish()
                return false
            }
            group.addTask { [self] in
                await readErrors(execution.standardError)
                return false
            }
            group.addTask { [self] in
                await readAnswers(execution.standardOutput)
                return true
            }
            // The end of the output is the end of the conversation.
            for await isOutput in group where isOutput { break }
            source.finish()
            group.cancelAll()
        }
        await execution.teardown(using: [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))
        ])
    }

    private func readAnswers(_ output: SubprocessOutputSequence) async {
        var lines = OutputLines(limit: MCPLimits.messageBytes)
        do {
            for try await piece in output {
                let complete = piece.withUnsafeBytes { lines.append($0) }
                for line in complete { await receive(line) }
            }
        } catch {}
        if lines.droppedCount > 0 { note("\(lines.droppedCount) messages were too long and are dropped") }
    }

    private func receive(_ line: [UInt8]) async {
        // Some commands write other lines than messages; they are ignored.
        let (only, echo) = state.withLock { ($0.pending.only, $0.echo) }
        var text = String(decoding: line, as: UTF8.self)
        if let echo { text = echo.removing(fromJSON: text) }
        for message in (try? RPCMessage.messages(lenient: text, answering: only)) ?? [] { await receive(message) }
    }

    private func receive(_ message: RPCMessage) async {
        switch message {
        case .response(let response):
            guard let id = response.id else { return }
            state.withLock { $0.pending.remove(meantBy: id) }?.resume(returning: response)
        case .notification:
            for receiver in state.withLock({ $0.pending.receivers }) { _ = await receiver(message) }
            await command.receive(message)
        case .request(let request):
            let receiver = state.withLock { $0.pending.newest }
            let answer = await receiver?(message) ?? RPCResponse(id: request.id, .unknownMethod(request.method))
            _ = state.withLock { write(.response(answer), &$0) }
        }
    }

    private func readErrors(_ output: SubprocessOutputSequence) async {
        var lines = OutputLines(limit: 8192)
        var budget = LogBudget()
        do {
            for try await piece in output {
                for line in piece.withUnsafeBytes({ lines.append($0) }) where budget.allows(at: .now) {
                    note(TextLine(withoutKey(String(decoding: line, as: UTF8.self)), limit: 500).text)
                }
            }
        } catch {}
    }

    /// Returns a line for the log without the command's key.
    private func withoutKey(_ line: String) -> String {
        state.withLock(\.echo)?.removing(fromDecoded: line) ?? line
    }

    private func end(_ fault: String) {
        let (waiters, starters) = state.withLock { state in
            state.lines?.finish()
            state.lines = nil
            state.fault = fault
            defer { state.starters = [:] }
            return (state.pending.removeAll(), Array(state.starters.values))
        }
        for waiter in waiters { waiter.resume(throwing: MCPFailure(.brokenOff, of: server, fault)) }
        for starter in starters { starter.resume(throwing: ended(fault)) }
    }
}
