import Synchronization
import TestWaits
import Testing

@testable import StorageSQLite

/// The line of erasures: deletions one after the other, and one emptying of the log for all that wait.
@Suite(.timeLimit(.minutes(1))) struct ErasureLineTests {
    private struct Failure: Error {}

    /// Counts the calls at work, and the most at once.
    private final class Work: Sendable {
        private let state = Mutex((now: 0, most: 0, total: 0))

        var most: Int { state.withLock(\.most) }
        var total: Int { state.withLock(\.total) }

        func perform() async {
            state.withLock { state in
                state.now += 1
                state.total += 1
                state.most = max(state.most, state.now)
            }
            // Lets the others arrive, if they may.
            for _ in 0..<5 { await Task.yield() }
            state.withLock { $0.now -= 1 }
        }
    }

    @Test func oneDeletesAtATime() async throws {
        let (line, work) = (ErasureLine(), Work())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    // A failure lets the next one work.
                    try? await line.delete {
                        await work.perform()
                        if number % 3 == 0 { throw Failure() }
                    }
                }
            }
        }
        #expect(work.total == 50 && work.most == 1)
        await line.delete { await work.perform() }
        #expect(work.total == 51)
    }

    /// Those that arrive while the log is emptied wait for the next time, which one of them performs for all; each learns of a failure.
    @Test(arguments: [false, true]) func thoseThatWaitShareOneEmptying(fails: Bool) async throws {
        let (line, work, executor) = (ErasureLine(), Work(), SteppedExecutor())
        let (gate, opening) = AsyncStream<Void>.makeStream()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask(executorPreference: executor) {
                let isEmptied: Void? = try? await line.empty {
                    for await _ in gate { break }
                    await work.perform()
                }
                return isEmptied != nil
            }
            await executor.runUntilAllWait()
            for _ in 0..<20 {
                group.addTask(executorPreference: executor) {
                    let isEmptied: Void? = try? await line.empty {
                        await work.perform()
                        if fails { throw Failure() }
                    }
                    return isEmptied != nil
                }
            }
            await executor.runUntilAllWait()
            #expect(work.total == 0)
            opening.yield()
            executor.runFreely()
            var succeeded = 0
            for await result in group where result { succeeded += 1 }
            #expect(succeeded == (fails ? 1 : 21))
        }
        #expect(work.total == 2 && work.most == 1)
    }
}
