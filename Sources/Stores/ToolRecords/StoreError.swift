/// An error of a store, in a sentence that a person can act on.
///
/// No message contains a stored value, because rows may be personal or secret.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public struct Code: Hashable, Sendable {
        private enum Base { case conflict, damaged, superseded, outdated, unavailable, full }
        private let base: Base

        /// Another writer was first; read again, then decide.
        public static var conflict: Self { .init(base: .conflict) }

        /// The file is not a database, or its contents can no longer be trusted.
        public static var damaged: Self { .init(base: .damaged) }

        /// The database was written by a newer version of Torii.
        public static var superseded: Self { .init(base: .superseded) }

        /// The database was written by an older version of Torii and cannot be migrated by this call.
        public static var outdated: Self { .init(base: .outdated) }

        /// The disk has no room.
        public static var full: Self { .init(base: .full) }

        /// The store cannot be reached or written at the moment, for example because of a missing folder, a permission or a lock.
        public static var unavailable: Self { .init(base: .unavailable) }
    }

    /// The kind of failure.
    public var code: Code

    /// The cause of the failure, and what to do next.
    public var message: String

    /// The underlying error, if there was one.
    public var underlying: (any Error)?

    /// The place in the source that threw it, as `file:line`.
    public var location: String

    /// Makes an error; the compiler fills in the place.
    public init(
        _ code: Code,
        _ message: String,
        underlying: (any Error)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.code = code
        self.message = message
        self.underlying = underlying
        self.location = "\(file):\(line)"
    }

    /// The message.
    public var description: String { message }

    /// Returns what the log may say about an error: the sentence of a store's error, and otherwise only the type.
    ///
    /// The description of another error may contain data of a person or an upstream.
    public static func reason(of error: any Error) -> String {
        (error as? StoreError)?.message ?? "\(type(of: error))"
    }
}
