/// A request that cannot be understood, with every field that is wrong.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Fault: Sendable, Equatable {
        /// Where, as a JSON pointer (RFC 6901) into the body, with `#` for the whole.
        public var pointer: String
        /// What is wrong and what belongs there.
        public var detail: String

        /// Makes a fault.
        public init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// All that is wrong, in the order of the fields.
    public var faults: [Fault]

    /// Makes an error.
    public init(_ faults: [Fault]) { self.faults = faults }

    /// The faults in one sentence each.
    public var description: String { faults.map { "\($0.pointer): \($0.detail)" }.joined(separator: "; ") }
}
