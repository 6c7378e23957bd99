import NIOCore

/// A buffer that joins the small pieces of a body, and rejects a body in too many of them.
///
/// A body in chunks of one byte would otherwise cost a pass through the pipeline and through the request's task for each byte.
struct BodyPieces {
    /// The number of pieces that a body may have, whatever their size.
    static let freePieces = 32 << 10
    /// The minimum average size of further pieces, in bytes.
    static let bytesPerPiece = 16
    /// The size from which a piece is passed on without joining, in bytes.
    static let largePiece = 4 << 10
    /// The size at which joined pieces are passed on, in bytes.
    static let joinedBytes = 64 << 10

    /// An error: the body arrives in too many pieces.
    struct TooMany: Error {}

    private var count = 0
    private var bytes = 0
    private var joined: ByteBuffer?

    /// Resets the counts for a new body.
    mutating func reset() { (count, bytes) = (0, 0) }

    /// Adds a piece, and returns the buffers to pass on now, in order.
    ///
    /// - Throws: ``TooMany``.
    mutating func add(
        _ piece: ByteBuffer,
        _ allocator: ByteBufferAllocator
    ) throws(TooMany) -> (ByteBuffer?, ByteBuffer?) {
        count += 1
        bytes += piece.readableBytes
        guard count <= Self.freePieces || count - Self.freePieces <= bytes / Self.bytesPerPiece else { throw TooMany() }
        guard piece.readableBytes < Self.largePiece else { return (removeJoined(), piece) }
        guard var joined else {
            joined = piece
            return (nil, nil)
        }
        self.joined = nil
        // The first piece shares the buffer of the socket; joined pieces have a buffer of their own.
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

    /// Removes and returns the joined pieces; `nil` if there are none.
    mutating func removeJoined() -> ByteBuffer? {
        defer { joined = nil }
        return joined
    }
}
