import AgentWire
import HTTPTypes

extension Endpoint {
    private static let exportedLines = Answer(
        200,
        "A record in each line, whose member `record` names it: the user, its identities, plan, usage, conversations, items, "
            + "health samples and devices.",
        .lines
    )

    package static let userExport = Endpoint(
        operation: .get("/v1/users/self/export", as: "exportUser"),
        summary: "Exports all that is kept of the user.",
        users: .clients(.anyClient, data: .own),
        answers: [exportedLines],
        problems: [.overloaded]
    )

    package static let userErasure = Endpoint(
        operation: .delete("/v1/users/self", as: "eraseUser"),
        summary: "Erases the user with all of its data; the person is another user from the next request on.",
        users: .clients(.anyClient, data: .own),
        answers: [Answer(204, "Nothing of the user is kept any more.")],
        problems: [.runElsewhere, .overloaded]
    )

    package static let userOfClientExport = adminRead(
        .get("clients/:client/users/:user/export", as: "exportUserOfClient"),
        "Exports all that is kept of a user of a client.",
        .administrators(userAccess, data: .client),
        answers: exportedLines
    )

    package static let userOfClientErasure = admin(
        .delete("clients/:client/users/:user", as: "eraseUserOfClient"),
        "Erases a user of a client with all of its data.",
        .administrators(userAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conflict, .runElsewhere]
    )
}
