import StandIns

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts every stand-in on a fixed port, prints the settings that point the service at them, and logs each request.
@main
enum StandInsCommand {
    static func main() async {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.wantsHelp {
                Console.print(Options.help)
            } else {
                try await run(options)
            }
        } catch {
            Console.printError("standins: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let signals = TerminationSignals()
        let lineup = Lineup(options)
        let control = options.controlPort.map { KeyControl.server(of: lineup, port: $0) }
        let servers = lineup.standIns.map(\.server) + [control].compactMap(\.self)
        for server in servers {
            do {
                try await server.start()
            } catch let error as ListeningError {
                throw OptionError("\(error); --port-base N chooses other ports")
            }
        }
        Console.print(lineup.settings)
        let start = ContinuousClock.now
        await withDiscardingTaskGroup { group in
            for standIn in lineup.standIns {
                let log = RequestLog(standIn.server, since: start)
                group.addTask { await log.run() }
            }
            await signals.first()
            for server in servers { await server.stop() }
        }
    }
}
