import Foundation
import Telemetry
import Transport

/// The metrics of upstream calls, by name of the upstream.
///
/// All hosts that are not a configured upstream count together, because metrics must not reveal which web pages were read.
package struct UpstreamFigures {
    /// The name for those hosts.
    static let others = "(others)"

    /// The metrics of one upstream.
    struct Figures {
        var outcomes: [String: Int] = [:]
        var openTransfers = 0
        var bytesSent = 0
        var bytesReceived = 0
        var newConnections = 0
        var reusedConnections = 0
        var timeToFirstByte = DurationHistogram(bounds: DurationHistogram.answers)

        mutating func add(_ metrics: UpstreamMetrics) {
            for (outcome, count) in metrics.outcomes { outcomes["\(outcome)", default: 0] += count }
            openTransfers += metrics.openTransfers
            bytesSent += metrics.bytesSent
            bytesReceived += metrics.bytesReceived
            newConnections += metrics.connectionsNew
            reusedConnections += metrics.connectionsReused
            timeToFirstByte.add(metrics.timeToFirstByte)
        }
    }

    /// The metrics, sorted by name.
    let upstreams: [(name: String, figures: Figures)]

    /// Groups the metrics of an HTTP client.
    ///
    /// - Parameter names: The names of the configured upstreams, by host as the client reports it.
    init(_ metrics: [String: UpstreamMetrics], names: [String: String]) {
        var figures: [String: Figures] = [:]
        for (host, metrics) in metrics {
            figures[names[host.lowercased()] ?? Self.others, default: Figures()].add(metrics)
        }
        upstreams = figures.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the names of upstreams by the hosts of their URLs.
    ///
    /// If several have one host, the first name is used.
    package static func names(_ upstreams: [(name: String, url: String?)]) -> [String: String] {
        var names: [String: String] = [:]
        for (name, text) in upstreams {
            guard let text, let url = URL(string: text), let host = url.host()?.lowercased() else { continue }
            let usual = url.scheme == "https" ? 443 : 80
            let place = url.port.map { $0 == usual ? host : "\(host):\($0)" } ?? host
            if names[place] == nil { names[place] = name }
        }
        return names
    }
}
