import Storage
import Synchronization

extension Issuers {
    /// The numbers since the start.
    package var figures: TokenFigures {
        var figures = counts.withLock { $0 }
        figures.tokenCount = cache.withLock(\.count)
        figures.keys = rows.filter { $0.settings?.place != nil }.map { row in
            let state = row.keys.state
            return TokenFigures.Keys(
                client: row.record.client,
                issuer: row.record.name,
                age: state.age,
                readings: state.readings
            )
        }
        return figures
    }
}
