import Accounts
package import Secrets
import Storage
import StreamingJSON

extension ClientDescription {
    /// The description of a client for administrators: everything except the secrets of its tokens.
    var jsonValue: JSONValue {
        [
            "id": .string(id),
            "name": .string(name),
            "scopes": .texts(scopes.map(\.description)),
            "limits": limits.jsonValue,
            "expires_at": .time(expiresAt),
            "revoked_at": .time(revokedAt),
            "created_at": .time(createdAt),
            "changed_at": .time(changedAt),
            "tokens": .array(
                tokens.map { token in
                    [
                        "id": .string(token.id),
                        "last_four": .text(token.lastFour),
                        "created_at": .time(token.createdAt),
                        "expires_at": .time(token.expiresAt),
                    ]
                }
            ),
        ]
    }
}

extension ClientLimits {
    /// The limits that are set, by name; money as a decimal text.
    var jsonValue: JSONValue {
        var object = JSONObject()
        object["requests_per_minute"] = requestsPerMinute.map(JSONValue.integer)
        object["concurrent_runs"] = concurrentRuns.map(JSONValue.integer)
        object["tokens_per_minute"] = tokensPerMinute.map(JSONValue.integer)
        object["tokens_per_day"] = tokensPerDay.map(JSONValue.integer)
        object["tokens_per_month"] = tokensPerMonth.map(JSONValue.integer)
        object["money_per_day"] = moneyPerDay.map { .string($0.description) }
        object["money_per_month"] = moneyPerMonth.map { .string($0.description) }
        object["time_zone"] = timeZone.map(JSONValue.string)
        return .object(object)
    }
}

extension IssuedToken {
    /// The client and the token with its secret.
    ///
    /// No other response contains the secret.
    var jsonValue: JSONValue {
        ["client": client.jsonValue, "token": ["id": .string(id), "secret": .string(token.shown)]]
    }
}

extension SecretString {
    /// The secret in clear text, for the only time that a new token is shown.
    package var shown: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
