import Foundation
import StreamingJSON

/// Bodies that an iOS exporter sends, from the `Fixtures` folder.
enum HealthFixture: String, CaseIterable {
    case metrics = "hae_metrics"
    case twelveHourClock = "hae_metrics_12h_clock"
    case sleepUnaggregated = "hae_sleep_unaggregated"
    case workouts = "hae_workouts_v2"

    func json() throws -> JSONValue {
        let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
        guard let file = folder?.appending(path: rawValue + ".json") else { throw CocoaError(.fileNoSuchFile) }
        return try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }
}
