import Synchronization
import Transport

/// Runs transfers that are cancelled at predetermined moments, a number of them in parallel.
struct Churn: Sendable {
    let client: HTTPClient
    /// The port of the load server.
    let port: Int
    /// The port of a listener that never accepts.
    let deafPort: UInt16

    /// The outcomes of the transfers of a round.
    struct Outcome: Sendable {
        var ends: [Stage: Int] = [:]
        var failures: [String] = []

        var count: Int { ends.values.reduce(0, +) + failures.count }
    }

    private enum End: Sendable {
        case expected(Stage)
        case failed(String)
    }

    /// Runs all plans and waits for all of them.
    func run(_ plans: [Plan], atOnce width: Int) async -> Outcome {
        var outcome = Outcome()
        await withTaskGroup(of: End.self) { group in
            var rest = plans[...]
            for plan in rest.prefix(width) { group.addTask { await end(of: plan) } }
            rest = rest.dropFirst(width)
            while let end = await group.next() {
                switch end {
                case .expected(let stage): outcome.ends[stage, default: 0] += 1
                case .failed(let why): outcome.failures.append(why)
                }
                if let plan = rest.popFirst() { group.addTask { await self.end(of: plan) } }
            }
        }
        return outcome
    }

    private func end(of plan: Plan) async -> End {
        let progress = Progress()
        // A separate task, because it is cancelled independently of this one.
        let task = Task { try await transfer(plan.moment, progress) }
        for _ in 0..<plan.turns { await Task.yield() }
        if plan.delay > .zero { try? await Task.sleep(for: plan.delay) }
        task.cancel()
        do {
            try await task.value
            return .expected(.complete)
        } catch let error as TransportError where error.code == .cancelled {
            return .expected(progress.stage)
        } catch is CancellationError {
            return .expected(progress.stage)
        } catch {
            return .failed("\(plan.moment): \(error)")
        }
    }

    private func transfer(_ moment: Moment, _ progress: Progress) async throws {
        let response = try await client.send(request(moment))
        progress.hasHead()
        switch moment {
        case .atTheStart, .beforeConnect, .beforeHead, .midBody:
            // The bytes are enough: under a sanitizer, decoding is so slow that little else would happen.
            for try await _ in response.body {}
        case .whilePaused:
            // Far more arrives than fits into the window, and nothing reads it.
            await Self.waitUntilCancelled()
            withExtendedLifetime(response) {}
            try Task.checkCancellation()
        case .atTheEnd:
            _ = try await response.body.collect(upTo: 10_000)
        }
    }

    /// Waits for cancellation without a long sleep, because a cancelled sleep keeps its memory until its time is over.
    private static func waitUntilCancelled() async {
        let (stream, source) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(source) {}
    }

    private func request(_ moment: Moment) -> HTTPRequest {
        switch moment {
        case .atTheStart, .midBody: request("/drip")
        case .beforeConnect: request("/", at: Int(deafPort))
        case .beforeHead: request("/silent")
        case .whilePaused: request("/endless")
        case .atTheEnd: request("/short")
        }
    }

    private func request(_ path: String, at otherPort: Int? = nil) -> HTTPRequest {
        HTTPRequest(.get, "http://127.0.0.1:\(otherPort ?? port)\(path)", isTrusted: true)
    }
}

/// Whether a transfer's header has arrived, shared between two tasks.
private final class Progress: Sendable {
    private let isOpen = Atomic<Bool>(false)

    func hasHead() { isOpen.store(true, ordering: .relaxed) }

    var stage: Stage { isOpen.load(ordering: .relaxed) ? .inBody : .beforeHead }
}
