import FoundationEssentials
import LanguageModels

/// The order in which a router's models are asked.
struct RoutingOrder {
    /// The models' weights; `nil` and 0 for models that are never drawn as the first.
    let weights: [Int?]
    /// Whether each model rests.
    let isResting: [Bool]

    /// Returns the order for a draw.
    ///
    /// The same draw yields the same order as long as the same models rest.
    ///
    /// First the model that is drawn by weight, then the others in the order of the list, then those that rest, in the order of the list.
    func indices(draw: UInt64) -> [Int] {
        let healthy = weights.indices.filter { !isResting[$0] }
        let resting = weights.indices.filter { isResting[$0] }
        var order = healthy + resting
        // The draw is first among all models, so that the rest of one model does not move the conversations of the others.
        var drawn = Self.drawn(draw, among: Array(weights.indices), weights)
        if let first = drawn, isResting[first] { drawn = Self.drawn(draw, among: healthy, weights) }
        if let drawn {
            order.removeAll { $0 == drawn }
            order.insert(drawn, at: 0)
        }
        return order
    }

    private static func drawn(_ draw: UInt64, among candidates: [Int], _ weights: [Int?]) -> Int? {
        let total = candidates.reduce(0) { $0 + (weights[$1] ?? 0) }
        guard total > 0 else { return nil }
        var rest = Int(draw % UInt64(total))
        for candidate in candidates {
            rest -= weights[candidate] ?? 0
            if rest < 0 { return candidate }
        }
        return nil
    }

    /// Returns the draw for a request.
    ///
    /// All rounds and turns of a conversation have the same draw, so that the conversation stays with one model, whose provider may cache
    /// its start.
    static func draw(for request: LanguageModelExecutorGenerationRequest) -> UInt64 {
        let first = request.transcript.lazy.compactMap { if case .prompt(let prompt) = $0 { prompt.id } else { nil } }
            .first
        // FNV-1a, then mixed as in splitmix64 because ids may differ in their last letter only. The hash of Swift's standard library
        // differs from process to process.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in (first ?? request.id.uuidString).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
