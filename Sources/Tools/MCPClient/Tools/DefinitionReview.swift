public import FoundationEssentials
public import ToolRecords

/// The decision which definitions of a server's tools are offered: those that the operator has accepted.
///
/// The first list of a server is accepted as it is, unless the operator wants to accept it by hand. Whatever is new or changed later is
/// withheld, because a server that was harmless at first may hide instructions in a later definition.
public struct DefinitionReview: Sendable, Equatable {
    /// A definition that the server sent.
    public struct Candidate: Sendable, Equatable {
        /// The tool's name at the server.
        public var tool: String
        /// The digest of the definition.
        public var digest: String
        /// The description that the operator reviews.
        public var summary: String

        /// Makes a candidate.
        public init(tool: String, digest: String, summary: String) {
            (self.tool, self.digest, self.summary) = (tool, digest, summary)
        }
    }

    /// The tools that are offered.
    public private(set) var offered: Set<String> = []
    /// The tools whose definition is new.
    public private(set) var new: [String] = []
    /// The tools whose definition differs from the accepted one.
    public private(set) var changed: [String] = []
    /// The records to store.
    public private(set) var records: [ToolDefinitionRecord] = []
    /// Whether the whole list is accepted because it is the first one.
    public let isFirstSight: Bool

    /// Decides about the list of a server.
    ///
    /// - Parameter known: The records of the server.
    public init(
        _ candidates: [Candidate],
        of server: String,
        known: [ToolDefinitionRecord],
        acceptsFirst: Bool,
        at time: Date
    ) {
        isFirstSight = known.isEmpty && acceptsFirst && !candidates.isEmpty
        let records = Dictionary(known.map { ($0.tool, $0) }) { first, _ in first }
        for candidate in candidates {
            let record = records[candidate.tool]
            if let record, record.acceptedDigest == candidate.digest || isFirstSight { offered.insert(candidate.tool) }
            if isFirstSight { offered.insert(candidate.tool) }
            if !offered.contains(candidate.tool) {
                if record?.acceptedDigest == nil { new.append(candidate.tool) } else { changed.append(candidate.tool) }
            }
            guard record?.seenDigest != candidate.digest else { continue }
            self.records.append(
                ToolDefinitionRecord(
                    server: server,
                    tool: candidate.tool,
                    acceptedDigest: isFirstSight ? candidate.digest : record?.acceptedDigest,
                    seenDigest: candidate.digest,
                    summary: candidate.summary,
                    seenAt: time,
                    acceptedAt: isFirstSight ? time : record?.acceptedAt
                )
            )
        }
    }

    /// Returns the records of the definitions that an acceptance changes.
    ///
    /// - Parameter tool: The tool; `nil` for all tools of the server.
    public static func accepting(
        _ tool: String?,
        in known: [ToolDefinitionRecord],
        at time: Date
    ) -> [ToolDefinitionRecord] {
        known.filter { !$0.isAccepted && (tool == nil || $0.tool == tool) }.map { record in
            var record = record
            (record.acceptedDigest, record.acceptedAt) = (record.seenDigest, time)
            return record
        }
    }
}
