import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Runs

    static let runsOfAllClients = admin(
        .get,
        "runs",
        "listRunsOfAllClients",
        "Lists the runs of all clients with their times and counts, the newest first.",
        readAccess,
        query: [
            Parameter("status", .text(), "One or more states, separated by commas."),
            Parameter("client", .text(), "Only runs of this client."),
            Parameter("model", .text(), "Only runs with this model."),
            Parameter("since", .time(), "The time of the first run."),
            Parameter("until", .time(), "The time after the last run."),
            Parameter("cursor", .text(), "The value of `next` in the previous page."),
            countLimit(upTo: 500, default: 50),
        ],
        answers: Answer(
            200,
            "A page, possibly with fewer runs than there are; `next` is null after the last one.",
            .json(.object(.always("runs", .list(of: .named("AdminRun"))), .always("next", .text().orNull)))
        )
    )
    static let runCounts = admin(
        .get,
        "runs/counts",
        "countRuns",
        "Counts the runs by their states: all that have not ended, and those that ended since a time.",
        readAccess,
        query: [Parameter("since", .time(), "The least time of an end, at most 31 days ago. Default: 24 hours ago.")],
        answers: Answer(200, "The numbers.", .json(.named("RunCounts")))
    )
    static let runTimeline = admin(
        .get,
        "runs/:run",
        "getRunTimeline",
        "Returns the times and counts of a run with its spans: queues, model calls, tools and waits, without texts.",
        readAccess,
        answers: Answer(200, "The run.", .json(.named("RunTimeline")))
    )
}
