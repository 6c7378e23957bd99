import LongWork
import StandIns
import Synchronization
import Testing

@testable import AgentTools

@Suite(.timeLimit(.minutes(1))) struct SharedCallsTests {
    private struct Broken: Error {}

    /// A table with the actions that it returned.
    private final class Book: Sendable {
        let table = Mutex(SharedCallTable<String, Int>())
        /// The last started call, and the number of started calls.
        let call = Mutex(0)
        let begun = Mutex(0)
    }

    @Test func anEndedCallIsMadeAgain() async throws {
        let calls = SharedCalls<String, Int>()
        let gate = StandInGate()
        let (begun, source) = AsyncStream<Void>.makeStream()
        let count = Mutex(0)
        let call: @Sendable () async throws -> Int = {
            source.yield()
            await gate.wait()
            return count.withLock { count in
                count += 1
                return count
            }
        }
        async let first = calls.value(for: "a", call)
        for await _ in begun { break }
        // A call with another key is separate.
        #expect(try await calls.value(for: "b") { 7 } == 7)
        gate.open()
        #expect(try await first == 1)
        #expect(try await calls.value(for: "a", call) == 2)
    }

    @Test func itIsMadeWhereLongWorkIs() async throws {
        let isThere = try await SharedCalls<String, Bool>().value(for: "a") {
            withUnsafeCurrentTask { $0?.unownedTaskExecutor == LongWork.executor.asUnownedTaskExecutor() }
        }
        #expect(isThere)
    }

    @Test func aFailureIsThrownToAllWaiters() async {
        let calls = SharedCalls<String, Int>()
        await #expect(throws: Broken.self) { try await calls.value(for: "a") { throw Broken() } }
        #expect((try? await calls.value(for: "a") { 1 }) == 1)
    }

    @Test func theLastCancelledWaiterEndsTheCall() async throws {
        let calls = SharedCalls<String, Int>()
        let (begun, source) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await calls.value(for: "a") {
                source.yield()
                // A stream without an end: only cancellation ends the call.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                end.yield()
                return 1
            }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in ended { break }
        #expect(try await calls.value(for: "a") { 5 } == 5)
    }

    @Test func everyOrderOfJoiningLeavingAndEndingLeavesNoState() async throws {
        typealias Table = SharedCallTable<String, Int>
        // The orders in which waiters join (j, J), are cancelled (l, L), and the call ends (f), with the number of started calls.
        let orders: [([Character], begun: Int)] = [
            (["j", "l"], 1), (["l", "j"], 0), (["j", "f", "l"], 1), (["j", "J", "f"], 1), (["j", "J", "l", "L"], 1),
            (["j", "J", "l", "f"], 1), (["J", "L", "j", "f"], 2), (["j", "f", "J", "f"], 2),
        ]
        for (order, expected) in orders {
            let book = Book()
            let perform: @Sendable (Table.Action) -> Void = { action in
                switch action {
                case .none: break
                case .start(let id):
                    book.call.withLock { $0 = id }
                    book.begun.withLock { $0 += 1 }
                case .release(let waiter), .abandon(let waiter, _): waiter.resume(throwing: CancellationError())
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for step in order {
                    let id = step.isUppercase ? 2000 : 1000
                    switch step.lowercased() {
                    case "j":
                        let (joined, source) = AsyncStream<Void>.makeStream()
                        group.addTask {
                            _ = try? await withCheckedThrowingContinuation { (waiter: Table.Waiter) in
                                perform(book.table.withLock { $0.join("a", id, waiter) })
                                source.yield()
                            }
                        }
                        for await _ in joined { break }
                    case "l": perform(book.table.withLock { $0.leave("a", id) })
                    default:
                        let id = book.call.withLock { $0 }
                        for waiter in book.table.withLock({ $0.finish("a", call: id) }) { waiter.resume(returning: 1) }
                    }
                }
                let id = book.call.withLock { $0 }
                for waiter in book.table.withLock({ $0.finish("a", call: id) }) { waiter.resume(returning: 1) }
            }
            book.table.withLock { table in
                table.forget(1000)
                table.forget(2000)
                #expect(table.isEmpty, "\(order)")
            }
            #expect(book.begun.withLock { $0 } == expected, "\(order)")
        }
    }
}
