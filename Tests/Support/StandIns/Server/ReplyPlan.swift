/// The steps that send a reply with a misbehavior; `ReplyWriter` executes them.
struct ReplyPlan {
    enum Step: Sendable {
        case wait(StandInReply.Piece.Cue)
        case head
        case bytes([UInt8])
        /// Write the last bytes and the end of the framing in one flush, because a client that closes as soon as it has the whole body
        /// must find the answer ended.
        case end([UInt8])
        /// Wait until the client closes the connection.
        case stall
        /// Close the connection, with the answer complete or not.
        case close(isWhole: Bool)
        /// Reset the connection.
        case reset
    }

    private(set) var steps: [Step] = []

    init(_ reply: StandInReply, _ misbehavior: Misbehavior?) {
        switch misbehavior {
        case nil, .answer: plainAnswer(reply)
        case .delayHeader(let duration):
            steps.append(.wait(.pause(duration)))
            plainAnswer(reply)
        case .hold(let gate):
            steps.append(.wait(.gate(gate)))
            plainAnswer(reply)
        case .drip(let count, let pause):
            var dripping = reply
            let whole = reply.pieces.flatMap(\.bytes)
            dripping.pieces = stride(from: 0, to: whole.count, by: max(count, 1)).map {
                .init(Array(whole[$0..<min($0 + max(count, 1), whole.count)]), after: .pause(pause))
            }
            plainAnswer(dripping)
        case .stallBeforeHeader: steps.append(.stall)
        case .stall(let count): cut(reply, after: count, then: .stall)
        case .truncate(let count): cut(reply, after: count, then: .close(isWhole: false))
        case .resetBeforeHeader: steps.append(.reset)
        case .reset(let count): cut(reply, after: count, then: .reset)
        }
    }

    private mutating func plainAnswer(_ reply: StandInReply) {
        steps.append(.head)
        append(reply.pieces)
        if reply.endsAbruptly {
            steps.append(.close(isWhole: false))
            return
        }
        var lastBytes: [UInt8] = []
        if case .bytes(let bytes) = steps.last {
            lastBytes = bytes
            steps.removeLast()
        }
        steps.append(.end(lastBytes))
        if reply.framing == .untilClose { steps.append(.close(isWhole: true)) }
    }

    private mutating func cut(_ reply: StandInReply, after count: Int, then last: Step) {
        steps.append(.head)
        var left = count
        for piece in reply.pieces where left > 0 {
            append([.init(Array(piece.bytes.prefix(left)), after: piece.cue)])
            left -= piece.bytes.count
        }
        steps.append(last)
    }

    private mutating func append(_ pieces: [StandInReply.Piece]) {
        for piece in pieces {
            if case .none = piece.cue {} else { steps.append(.wait(piece.cue)) }
            if !piece.bytes.isEmpty { steps.append(.bytes(piece.bytes)) }
        }
    }
}
