import Accounts
import AgentWire

extension WireSchema {
    /// The settings of a plan or of one user; `null` lifts a limit.
    static let planSettings = object(
        PlanNumber.allCases.map { number -> Member in
            .maybe(
                number.rawValue,
                (number.isMoney ? text("An amount, such as \"2.50\".") : integer(from: 1, to: number.largest)).orNull
            )
        } + [
            .maybe(
                "models",
                list(of: nonEmptyText(), "Names of models, each perhaps with a star at its end.", most: 64).orNull
            ),
            .maybe("model", nonEmptyText("The model of a request that names none.").orNull),
            .maybe("effort", word(UserPlan.efforts, "The most reasoning before an answer.").orNull),
        ],
        isClosed: true,
        "Whatever is missing is inherited from the plan `default`; null lifts a limit."
    )

    /// The settings of a client's users.
    static let userSettings = closed(
        .maybe("scopes", list(of: nonEmptyText(), "Scopes of users, as far as the token has them too.", most: 256)),
        .maybe(
            "plans",
            map(of: named("PlanSettings"), "The plans by their names; `default` and `anonymous` always exist.")
        ),
        .maybe("anonymous_total", named("PlanSettings").orNull),
        .maybe("new_users_per_day", integer(from: 1, to: UserSettings.mostNewUsers).orNull),
        .maybe("new_anonymous_users_per_day", integer(from: 1, to: UserSettings.mostNewUsers).orNull),
        .maybe(
            "retention_days",
            integer("Of the plan `default`.", from: 1, to: PlanNumber.retentionDays.largest).orNull
        ),
        .maybe("inventory", word(UserSettings.inventoryWords, "The users that share a list of items.")),
        .maybe("own_data", flag("Whether requests without a user may use own data."))
    )
}
