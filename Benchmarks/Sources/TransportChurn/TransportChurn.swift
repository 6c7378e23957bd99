import Foundation
import Measuring
import Programs
import Transport

/// Cancels thousands of transfers at random moments and checks that all their resources are released.
///
/// Each round has its own client, which is shut down at the end. Then its descriptors must be closed, and every transfer must have
/// ended exactly once. A first round, which does not count, does the one-time work.
@main struct TransportChurn {
    static func main() async throws {
        alarm(600)
        Descriptors.raiseLimit()
        let options = try Options(CommandLine.arguments.dropFirst())
        let server = try LoadServerProcess()
        let deaf = DeafListener()
        print(
            "\(options.rounds) rounds of \(options.transfers) transfers, \(options.width) at once, seed \(options.seed)"
        )

        var generator = SeededGenerator(seed: options.seed)
        var ledger = Ledger(transfers: options.transfers)
        for round in 0...options.rounds {
            let plans = (0..<options.transfers).map { _ in Plan(using: &generator) }
            let result = await run(plans, atOnce: options.width, port: server.port, deafPort: deaf.port)
            ledger.close(round, result)
        }
        withExtendedLifetime((server, deaf)) {}
        let faults = ledger.faults()
        for fault in faults { print("FAULT: \(fault)") }
        print(faults.isEmpty ? "All resources were released." : "\(faults.count) faults.")
        exit(faults.isEmpty ? 0 : 1)
    }

    /// Runs one round, with a client that is shut down at the end.
    private static func run(_ plans: [Plan], atOnce width: Int, port: Int, deafPort: UInt16) async -> RoundResult {
        // Two threads, so that the transfers are spread over two loops; a small window, so that it fills quickly.
        let client = HTTPClient(
            configuration: .init {
                $0.threads = 2
                $0.bodyWindowBytes = 32 * 1024
            }
        )
        let outcome = await Churn(client: client, port: port, deafPort: deafPort).run(plans, atOnce: width)
        let sockets = Ledger.openSockets()
        await client.shutdown()
        return RoundResult(outcome: outcome, metrics: client.metrics, socketsBeforeShutdown: sockets)
    }
}

/// The state at the end of a round.
struct RoundResult {
    var outcome: Churn.Outcome
    /// The client's metrics.
    var metrics: [String: UpstreamMetrics]
    var socketsBeforeShutdown: Int
}
