import Accounts
import AgentRuntime
import Foundation
import Storage

extension PriceTable {
    /// Returns the cost that a turn reserves today, and the model that decides it; `nil` if its models are free or have no price.
    ///
    /// - Parameter chosen: The models that answer, of which the most expensive one counts. If none is chosen, the keys decide, so it is the
    ///   cheapest of those that may.
    func turnCost(input: Int, output: Int, of chosen: [ModelReference]) -> (model: String, cost: Money)? {
        let today = String(Date.now.formatted(.iso8601).prefix(10))
        let models = chosen.isEmpty ? Upstream.standardModels.map(\.model) : chosen
        let costs = models.map(\.description).compactMap { model -> (model: String, cost: Money)? in
            let estimate = TurnEstimate(models: [model], inputTokens: input, maxOutputTokens: output)
            guard let cost = price(of: model, on: today)?.highestCost(of: estimate), cost > .zero else { return nil }
            return (model, cost)
        }
        return chosen.isEmpty ? costs.min { $0.cost < $1.cost } : costs.max { $0.cost < $1.cost }
    }
}
