import Testing

@testable import ToriiClient

@Suite(.timeLimit(.minutes(1))) struct PushedTransferTests {
    private static let failure = ExchangeError(.broken, "cut")

    /// The pieces are the same for every order in which the reader asks and the transfer proceeds.
    @Test(arguments: [0, 1, 2, 3])
    func theReaderMayAskBeforeOrAfterEachPiece(asksFirst: Int) async throws {
        var state = PushedTransfer()
        var pieces: [[UInt8]] = []
        func take(_ actions: [PushedTransfer.Action]) {
            for case .resumePiece(let waiter, let piece) in actions { waiter.resume(returning: piece) }
            for case .resumeHead(let waiter, let head) in actions { waiter.resume(returning: head) }
        }
        take(state.received((200, [])))
        let head = await withCheckedContinuation { waiter in take(state.awaitHead(waiter)) }
        #expect((try? head.get())?.status == 200)
        for number in 0..<3 {
            let piece = await withCheckedContinuation { waiter in
                if number < asksFirst {
                    take(state.awaitPiece(waiter))
                    take(state.received([UInt8(number)]))
                } else {
                    take(state.received([UInt8(number)]))
                    take(state.awaitPiece(waiter))
                }
            }
            pieces.append((try? piece.get() ?? []) ?? [])
        }
        #expect(pieces == [[0], [1], [2]])
        take(state.ended(nil))
        let end = await withCheckedContinuation { waiter in take(state.awaitPiece(waiter)) }
        #expect(try end.get() == nil)
    }

    @Test func aSlowReaderPausesTheSenderOnce() async throws {
        var state = PushedTransfer(windowBytes: 3)
        #expect(state.received([1]).isEmpty)
        #expect(state.received([2, 3]).count == 1)
        #expect(state.received([4]).isEmpty)
        var resumes = 0
        let piece = await withCheckedContinuation { waiter in
            for action in state.awaitPiece(waiter) {
                switch action {
                case .resumePiece(let waiter, let piece): waiter.resume(returning: piece)
                case .resume: resumes += 1
                default: Issue.record("\(action)")
                }
            }
        }
        #expect(try piece.get() == [1, 2, 3, 4])
        #expect(resumes == 1)
    }

    @Test func anErrorReachesBothWaiters() async {
        var state = PushedTransfer()
        let head = await withCheckedContinuation { waiter in
            #expect(state.awaitHead(waiter).isEmpty)
            for case .resumeHead(let waiter, let head) in state.ended(Self.failure) { waiter.resume(returning: head) }
        }
        #expect(throws: Self.failure) { try head.get() }
        let piece = await withCheckedContinuation { waiter in
            for case .resumePiece(let waiter, let piece) in state.awaitPiece(waiter) { waiter.resume(returning: piece) }
        }
        #expect(throws: Self.failure) { try piece.get() }
    }

    @Test func theBytesBeforeAnErrorAreRead() async throws {
        var state = PushedTransfer()
        _ = state.received([7])
        _ = state.ended(Self.failure)
        let piece = await withCheckedContinuation { waiter in
            for case .resumePiece(let waiter, let piece) in state.awaitPiece(waiter) { waiter.resume(returning: piece) }
        }
        #expect(try piece.get() == [7])
    }
}
