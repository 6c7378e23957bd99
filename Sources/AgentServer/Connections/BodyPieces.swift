import NIOCore

/// Joins the small pieces in which a body arrives, and refuses one in senselessly many.
///
/// A body in chunks of a byte each would otherwise cost a step through the pipeline, and one through the request's task, for each byte.
struct BodyPieces {
    /// Pieces that a body may have, however small they are.
    static let freePieces = 32 << 10
    /// Least average size of further pieces.
    static let bytesPerPiece = 16
    /// Pieces of this size are passed on as they are.
    static let largePiece = 4 << 10
    /// Joined pieces are passed on when they have this size.
    static let joinedBytes = 64 << 10

    /// The body arrives in too many pieces.
    struct TooMany: Error {}

    private var count = 0
    private var bytes = 0
    private var joined: ByteBuffer?

    /// A new body begins.
    mutating func begin() { (count, bytes) = (0, 0) }

    /// Adds a piece; returns the buffers that are to be passed on now, in order.
    ///
    /// - Throws: ``TooMany``.
    mutating func add(
        _ piece: ByteBuffer,
        _ allocator: ByteBufferAllocator
    ) throws(TooMany) -> (ByteBuffer?, ByteBuffer?) {
        count += 1
        bytes += piece.readableBytes
        guard count <= Self.freePieces || count - Self.freePieces <= bytes / Self.bytesPerPiece else { throw TooMany() }
        guard piece.readableBytes < Self.largePiece else { return (take(), piece) }
        guard var joined else {
            joined = piece
            return (nil, nil)
        }
        self.joined = nil
        // The first piece shares the buffer of the socket; the joined ones have their own.
        if joined.readableBytes < Self.largePiece, joined.writableBytes < piece.readableBytes {
            var buffer = allocator.buffer(capacity: Self.largePiece)
            buffer.writeImmutableBuffer(joined)
            joined = buffer
        }
        joined.writeImmutableBuffer(piece)
        guard joined.readableBytes < Self.joinedBytes else { return (joined, nil) }
        self.joined = joined
        return (nil, nil)
    }

    /// Returns what is joined so far, to be passed on; `nil` when there is nothing.
    mutating func take() -> ByteBuffer? {
        defer { joined = nil }
        return joined
    }
}
