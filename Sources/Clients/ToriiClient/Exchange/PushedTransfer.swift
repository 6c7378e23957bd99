/// The state of a transfer that pushes its pieces: those that wait for the reader, and the reader that waits for them.
///
/// It decides for an exchange over URLSession, whose delegate is called on a thread of its own. The shell holds a lock, asks, unlocks, and
/// does what the action says.
package struct PushedTransfer: Sendable {
    /// The status and the header fields.
    package typealias Head = (status: Int, headers: [ExchangeField])
    /// The task that waits for the header.
    package typealias HeadWaiter = CheckedContinuation<Result<Head, ExchangeError>, Never>
    /// The reader that waits for a piece.
    package typealias PieceWaiter = CheckedContinuation<Result<[UInt8]?, ExchangeError>, Never>

    /// The shell's next actions.
    package enum Action: Sendable {
        case resumeHead(HeadWaiter, Result<Head, ExchangeError>)
        case resumePiece(PieceWaiter, Result<[UInt8]?, ExchangeError>)
        /// Ask the sender to pause, because the reader is slow.
        case suspend
        /// Ask the sender to continue.
        case resume
    }

    private let windowBytes: Int
    private var head: Head?
    private var pieces: [[UInt8]] = []
    private var byteCount = 0
    private var isSuspended = false
    /// The end: `nil` while there is none; a success for a complete body.
    private var end: Result<Void, ExchangeError>?
    private var headWaiter: HeadWaiter?
    private var pieceWaiter: PieceWaiter?

    /// Makes the state of a transfer that has not started.
    ///
    /// - Parameter windowBytes: The number of waiting bytes at which the sender pauses.
    package init(windowBytes: Int = 256 * 1024) { self.windowBytes = windowBytes }

    /// Registers the task that waits for the header.
    package mutating func awaitHead(_ waiter: HeadWaiter) -> [Action] {
        if let head { return [.resumeHead(waiter, .success(head))] }
        if let end { return [.resumeHead(waiter, .failure(Self.error(before: end)))] }
        headWaiter = waiter
        return []
    }

    /// Registers the reader that waits for a piece.
    package mutating func awaitPiece(_ waiter: PieceWaiter) -> [Action] {
        if !pieces.isEmpty {
            let bytes = pieces.count == 1 ? pieces[0] : pieces.flatMap(\.self)
            pieces = []
            byteCount = 0
            defer { isSuspended = false }
            return [.resumePiece(waiter, .success(bytes))] + (isSuspended ? [.resume] : [])
        }
        if let end { return [.resumePiece(waiter, end.map { nil })] }
        pieceWaiter = waiter
        return []
    }

    /// Records the header.
    package mutating func received(_ head: Head) -> [Action] {
        guard self.head == nil, end == nil else { return [] }
        self.head = head
        defer { headWaiter = nil }
        return headWaiter.map { [.resumeHead($0, .success(head))] } ?? []
    }

    /// Records a piece.
    package mutating func received(_ piece: [UInt8]) -> [Action] {
        guard end == nil, !piece.isEmpty else { return [] }
        if let waiter = pieceWaiter {
            pieceWaiter = nil
            return [.resumePiece(waiter, .success(piece))]
        }
        pieces.append(piece)
        byteCount += piece.count
        guard byteCount >= windowBytes, !isSuspended else { return [] }
        isSuspended = true
        return [.suspend]
    }

    /// Records the end.
    ///
    /// - Parameter error: The error; `nil` for a complete body.
    package mutating func ended(_ error: ExchangeError?) -> [Action] {
        guard end == nil else { return [] }
        let end: Result<Void, ExchangeError> = error.map { .failure($0) } ?? .success(())
        self.end = end
        defer { (headWaiter, pieceWaiter) = (nil, nil) }
        var actions: [Action] = []
        if let headWaiter { actions.append(.resumeHead(headWaiter, .failure(Self.error(before: end)))) }
        if let pieceWaiter { actions.append(.resumePiece(pieceWaiter, end.map { nil })) }
        return actions
    }

    /// The error of a transfer that ended before its header.
    private static func error(before end: Result<Void, ExchangeError>) -> ExchangeError {
        if case .failure(let error) = end { return error }
        return ExchangeError(.broken, "The connection ended before the response.")
    }
}
