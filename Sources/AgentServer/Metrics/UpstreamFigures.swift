import Foundation
import Telemetry
import Transport

/// What has happened between the server and its upstreams, by the upstreams' names.
///
/// All hosts that are no configured upstream's count as one: which web pages were read is not for a metric to tell.
package struct UpstreamFigures {
    /// The name under which those count.
    static let others = "(others)"

    /// The figures of one upstream.
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

    /// By name, in the order of the names.
    let upstreams: [(name: String, figures: Figures)]

    /// Puts a client's metrics together.
    ///
    /// - Parameter names: The names of the configured upstreams, by host as the client names it.
    init(_ metrics: [String: UpstreamMetrics], names: [String: String]) {
        var figures: [String: Figures] = [:]
        for (host, metrics) in metrics {
            figures[names[host.lowercased()] ?? Self.others, default: Figures()].add(metrics)
        }
        upstreams = figures.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The names of upstreams by the hosts of their URLs; of several at one host the first counts.
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
