import Cancellation
import Testing

@Suite struct UncancelledTests {
    private struct Fault: Error {}

    @TaskLocal private static var requestID = ""

    @Test func aCancelledCallerDoesNotCancelTheOperation() async throws {
        let (started, source) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let caller = Task {
            try await uncancelled {
                source.yield()
                for await _ in released { break }
                try Task.checkCancellation()
                return 7
            }
        }
        for await _ in started { break }
        caller.cancel()
        release.yield()
        #expect(try await caller.value == 7)
    }

    @Test func aCallerThatIsAlreadyCancelledRunsTheOperation() async {
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await uncancelled { Task.isCancelled }
        }
        #expect(await caller.value == false)
    }

    @Test func theErrorOfTheOperationIsThrown() async {
        await #expect(throws: Fault.self) { try await uncancelled { throw Fault() } }
    }

    @Test func theOperationHasTheTaskLocalValuesOfItsCaller() async {
        let id = await Self.$requestID.withValue("r1") { await uncancelled { Self.requestID } }
        #expect(id == "r1")
    }
}
