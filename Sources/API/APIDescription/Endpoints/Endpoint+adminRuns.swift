import Accounts
import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Runs

    package static let runsOfAllClients = adminRead(
        .get("runs", as: "listRunsOfAllClients"),
        "Lists the runs of all clients with their times and counts, the newest first.",
        .administrators(readAccess, data: .shared),
        query: [
            Parameter("status", .text(), "One or more states, separated by commas."),
            Parameter("client", .text(), "Only runs of this client."),
            Parameter("user", .text(), "Only runs of the user with this id."),
            Parameter("model", .text(), "Only runs with this model."),
            Parameter("since", .time(), "The time of the first run."),
            Parameter("until", .time(), "The time after the last run."),
            Parameter("cursor", .text(), "The value of `next` in the previous page."),
            countLimit(upTo: 500, default: 50),
        ],
        answers: Answer(
            200,
            "A page, possibly with fewer runs than there are; `next` is null after the last one.",
            .json(WireRunList.schema)
        )
    )
    package static let runCounts = adminRead(
        .get("runs/counts", as: "countRuns"),
        "Counts the runs by their states: all that have not ended, and those that ended since a time.",
        .administrators(readAccess, data: .shared),
        query: [Parameter("since", .time(), "The least time of an end, at most 31 days ago. Default: 24 hours ago.")],
        answers: Answer(200, "The numbers.", .json(WireRunCounts.schema))
    )
    package static let runTimeline = adminRead(
        .get("runs/:run", as: "getRunTimeline"),
        "Returns the times and counts of a run with its spans: queues, model calls, tools and waits, without texts.",
        .administrators(readAccess, data: .shared),
        answers: Answer(200, "The run.", .json(WireRunTimeline.schema))
    )

    // MARK: Events

    package static let adminEvents = adminRead(
        .get("events", as: "followAdministration"),
        "Streams the changes of keys, rotations, clients, runs, usage and the audit chain, after a snapshot.",
        .administrators(.anyOf(Scope.forAdministrators.sorted()), data: .shared),
        headers: [
            Parameter(
                "Last-Event-ID",
                .text(),
                "The id of the last event, to continue after it. Default: a snapshot first."
            )
        ],
        answers: Answer(
            200,
            "The events, at most one a second for each object, with the objects of the other operations.",
            .events
        ),
        problems: [.overloaded]
    )
}
