public import FoundationEssentials

/// The times and counts of a run, opaque to the store: JSON texts without texts of people or models.
public struct RunTimelineRecord: Sendable, Equatable {
    /// The counts, for lists of runs.
    public var counts: String

    /// The spans.
    public var spans: String

    /// Makes a record.
    public init(counts: String, spans: String) { (self.counts, self.spans) = (counts, spans) }
}

/// A run in a list of all clients' runs, without its request and its events.
public struct RunListing: Sendable, Equatable, Identifiable {
    /// The run's id.
    public var id: String

    /// The owner.
    public var owner: Owner

    /// The node that performs the run, or has performed it.
    public var node: NodeID

    /// The model that answers; empty for a direct call.
    public var model: String

    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?

    /// The status.
    public var status: RunStatus

    /// The time of the request.
    public var createdAt: Date

    /// The time of the last change of the status.
    public var updatedAt: Date

    /// The counts of its timeline; `nil` if none is stored.
    public var counts: String?

    /// Makes a listing.
    public init(
        id: String,
        owner: Owner,
        node: NodeID = .local,
        model: String,
        tool: String?,
        status: RunStatus,
        createdAt: Date,
        updatedAt: Date,
        counts: String?
    ) {
        self.id = id
        self.owner = owner
        self.node = node
        self.model = model
        self.tool = tool
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.counts = counts
    }
}

/// The runs that a list of all clients' runs shows.
public struct RunFilter: Sendable, Equatable {
    /// The statuses; empty for all.
    public var statuses: Set<RunStatus>

    /// The id of the client, whose users are included; `nil` for all.
    public var client: String?

    /// The id of the user; `nil` for all.
    public var user: String?

    /// The model; `nil` for all.
    public var model: String?

    /// The least id; `nil` for none.
    ///
    /// Ids have the order of the requests.
    public var firstID: String?

    /// The id below which all ids are; `nil` for none.
    public var endID: String?

    /// Makes a filter.
    public init(
        statuses: Set<RunStatus> = [],
        client: String? = nil,
        user: String? = nil,
        model: String? = nil,
        firstID: String? = nil,
        endID: String? = nil
    ) {
        self.statuses = statuses
        self.client = client
        self.user = user
        self.model = model
        self.firstID = firstID
        self.endID = endID
    }

    /// Whether a run is shown.
    public func includes(_ run: RunListing) -> Bool {
        guard user == nil || user == run.owner.user else { return false }
        return (statuses.isEmpty || statuses.contains(run.status)) && client.map { $0 == run.owner.client } ?? true
            && model.map { $0 == run.model } ?? true && firstID.map { $0 <= run.id } ?? true
            && endID.map { run.id < $0 } ?? true
    }
}

/// A part of a list of all clients' runs, the newest first.
public struct RunListPage: Sendable, Equatable {
    /// The runs.
    public var runs: [RunListing]

    /// The id down to which the store has looked; `nil` if it has looked at all runs.
    public var endID: String?

    /// Makes a page.
    public init(runs: [RunListing], endID: String?) { (self.runs, self.endID) = (runs, endID) }
}
