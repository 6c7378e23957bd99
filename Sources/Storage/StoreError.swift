/// What went wrong in a store, in a sentence that a person can act on.
///
/// No message holds a stored value: rows may be personal, and sealed secrets are nobody's business.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public struct Code: Hashable, Sendable {
        private enum Base { case conflict, damaged, superseded, outdated, unavailable }
        private let base: Base

        /// Another writer got there first; read again and decide anew.
        public static var conflict: Self { .init(base: .conflict) }

        /// The file is not a database, or its contents cannot be trusted any more.
        public static var damaged: Self { .init(base: .damaged) }

        /// The database was written by a newer version of Torii than this one.
        public static var superseded: Self { .init(base: .superseded) }

        /// The database was written by an older version of Torii, and this time it may not be brought up to date.
        public static var outdated: Self { .init(base: .outdated) }

        /// The store cannot be reached or written at the moment: no such folder, no permission, disk full, locked.
        public static var unavailable: Self { .init(base: .unavailable) }
    }

    /// The kind of failure.
    public var code: Code

    /// What happened and what to do next.
    public var message: String

    /// The error below this one, if there was one.
    public var underlying: (any Error)?

    /// Where in the source it was thrown, as `file:line`.
    public var location: String

    /// Makes an error; the place is filled in by the compiler.
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

    /// The message alone.
    public var description: String { message }
}
