import Accounts

/// The numbers of authentications, users and issuers.
struct AccountFigures {
    let authentications: [AuthenticationMetrics.Key: Int]
    /// The checks of signed tokens; `nil` if none are accepted.
    let tokens: TokenFigures?
    let newUsers: [NewUsers: Int]
    let userCount: Int
}

extension MetricsPage {
    /// Writes the families of accounts.
    func writeAccounts(_ page: inout PrometheusText) {
        page.family(
            "torii_authentications_total",
            .counter,
            "Authentications of requests, by kind of credential and outcome."
        )
        for (key, count) in accounts.authentications.sorted(by: { $0.key.order < $1.key.order }) {
            page.sample("torii_authentications_total", ["kind": key.kind.rawValue, "outcome": key.outcome], count)
        }
        for (outcome, count) in (accounts.tokens?.outcomes ?? [:]).sorted(by: { $0.key < $1.key }) {
            page.sample("torii_authentications_total", ["kind": "jwt", "outcome": outcome], count)
        }
        if let tokens = accounts.tokens { write(tokens, &page) }
        page.family("torii_users_in_memory", .gauge, "Users of clients that are in memory.")
        page.sample("torii_users_in_memory", [:], accounts.userCount)
        page.family(
            "torii_users_created_total",
            .counter,
            "New users, by client and kind: created, or limited because the client has had its new users of a day."
        )
        for (users, count) in accounts.newUsers.sorted(by: { $0.key.order < $1.key.order }) {
            page.sample(
                "torii_users_created_total",
                ["client": users.client, "kind": users.kind, "outcome": users.outcome],
                count
            )
        }
    }

    private func write(_ tokens: TokenFigures, _ page: inout PrometheusText) {
        page.family("torii_token_check_seconds", .histogram, "Time to check signed tokens that were not in memory.")
        page.histogram("torii_token_check_seconds", [:], tokens.checkTime)
        page.family("torii_token_cache_entries", .gauge, "Checked signed tokens in memory.")
        page.sample("torii_token_cache_entries", [:], tokens.tokenCount)
        page.family("torii_issuer_key_age_seconds", .gauge, "Time since the keys of an issuer were read.")
        for keys in tokens.keys {
            guard let age = keys.age else { continue }
            page.sample(
                "torii_issuer_key_age_seconds",
                ["client": keys.client, "issuer": keys.issuer],
                age / .seconds(1)
            )
        }
        page.family("torii_issuer_refreshes_total", .counter, "Readings of the keys of an issuer, by outcome.")
        for keys in tokens.keys {
            let readings = [("succeeded", keys.readings.succeeded), ("failed", keys.readings.failed)]
            for (outcome, count) in readings {
                page.sample(
                    "torii_issuer_refreshes_total",
                    ["client": keys.client, "issuer": keys.issuer, "outcome": outcome],
                    count
                )
            }
        }
    }
}

extension AuthenticationMetrics.Key {
    fileprivate var order: String { "\(kind.rawValue) \(outcome)" }
}

extension NewUsers {
    fileprivate var order: String { "\(client) \(kind) \(outcome)" }
}
