/// A request that cannot be understood, with the fields that are wrong.
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

    /// The first faults, in the order of the fields, and the number of the others.
    public var faults: FaultList

    /// Makes an error.
    public init(_ faults: FaultList) { self.faults = faults }

    /// The first faults in one sentence each, and the number of the others.
    public var description: String { faults.description }
}
