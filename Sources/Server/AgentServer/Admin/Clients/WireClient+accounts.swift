import Accounts
import AgentWire
import StoredValues
import StreamingJSON

extension WireClient {
    /// Makes a description of a client.
    ///
    /// - Parameter currency: The currency of amounts of money; `nil` if it is not known.
    init(_ client: ClientDescription, currency: String?) {
        self.init(
            id: client.id,
            name: client.name,
            scopes: client.scopes.map(\.description),
            limits: WireClientLimits(client.limits),
            currency: client.limits.hasMoneyBudget ? currency : nil,
            instructions: client.instructions,
            expiresAt: client.expiresAt,
            revokedAt: client.revokedAt,
            createdAt: client.createdAt,
            changedAt: client.changedAt,
            tokens: client.tokens.map { token in
                Token(
                    id: token.id,
                    lastFour: token.lastFour,
                    createdAt: token.createdAt,
                    expiresAt: token.expiresAt
                )
            }
        )
    }
}

extension WireClientReply {
    /// Makes the one answer that has a token's text.
    init(_ issued: IssuedToken, currency: String?, warnings: [String] = []) {
        self.init(
            client: WireClient(issued.client, currency: currency),
            token: NewToken(id: issued.id, secret: issued.token),
            warnings: warnings
        )
    }
}

extension ClientLimits {
    /// Makes limits of those that a request has.
    ///
    /// - Throws: ``WireError`` with every amount of money that is too large to count.
    init(_ limits: WireClientLimits) throws(WireError) {
        var faults = FaultList()
        func money(_ text: String?, _ key: String) -> Money? {
            guard let text else { return nil }
            if let money = Money(text) { return money }
            faults.append(.init(pointer: "#/\(key)", detail: WireClientLimits.amountRule))
            return nil
        }
        self.init(
            requestsPerMinute: limits.requestsPerMinute,
            concurrentRuns: limits.concurrentRuns,
            tokensPerMinute: limits.tokensPerMinute,
            tokensPerDay: limits.tokensPerDay,
            tokensPerMonth: limits.tokensPerMonth,
            moneyPerDay: money(limits.moneyPerDay, "money_per_day"),
            moneyPerMonth: money(limits.moneyPerMonth, "money_per_month"),
            timeZone: limits.timeZone,
            models: limits.models,
            effort: limits.effort?.rawValue
        )
        if !faults.isEmpty { throw WireError(faults) }
    }
}
