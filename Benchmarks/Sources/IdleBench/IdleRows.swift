import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Measures the cost of an idle stream, and whether memory grows with finished turns.
struct IdleRows {
    let options: ServerOptions
    private(set) var report = Report()

    init(options: ServerOptions) { self.options = options }

    mutating func run() throws {
        let descriptors = Descriptors.raiseLimit()
        let scratch = try ScratchFolder()
        let model = try LoadServerProcess("ModelServer")
        try readers(scratch, model, descriptors)
        try runs(scratch, model, descriptors)
        try manyTurns(scratch, model)
        withExtendedLifetime((scratch, model)) {}
    }

    /// Measures many readers of few runs: the cost of a reading connection.
    private mutating func readers(_ scratch: ScratchFolder, _ model: LoadServerProcess, _ descriptors: Int) throws {
        let streams = min(options["--streams"], descriptors - 1_000)
        let torii = try started("readers", scratch, model)
        let held = try ChatLoad(.native, port: torii.port, .init(tokens: 1, holds: true)).hold(connections: 100)
        try idle("\(streams) streams that read 100 runs", torii, streams: streams) {
            try ChatLoad(.native, port: torii.port, .init(tokens: 1)).hold(connections: streams, reading: held.runs)
        }
        _ = try held.close()
        torii.stop()
    }

    /// Measures as many runs as streams, each waiting for the model: two connections, a session and a log.
    private mutating func runs(_ scratch: ScratchFolder, _ model: LoadServerProcess, _ descriptors: Int) throws {
        // A run needs two of the server's descriptors.
        let streams = min(options["--streams"], (descriptors - 200) / 2)
        let torii = try started("runs", scratch, model)
        try idle("\(streams) runs that wait in the model", torii, streams: streams) {
            try ChatLoad(.native, port: torii.port, .init(tokens: 1, holds: true)).hold(connections: streams)
        }
        torii.stop()
    }

    private func started(_ name: String, _ scratch: ScratchFolder, _ model: LoadServerProcess) throws -> ToriiProcess {
        let torii = try ToriiProcess(
            options.server,
            in: try scratch.folder(name),
            model: model.port,
            // No run may end during the measurement.
            settings: ["TORII_RUN_DEADLINE": "86400", "TORII_ROUND_DEADLINE": "86400", "TORII_LOG_LEVEL": "warning"]
        )
        // One-time work is done before measuring.
        _ = try ChatLoad(.native, port: torii.port, .init(tokens: 5)).turns(connections: 16, turns: 500)
        return torii
    }

    private mutating func idle(
        _ name: String,
        _ torii: ToriiProcess,
        streams: Int,
        open: () throws -> HeldStreams
    ) throws {
        report.printProgress(name)
        let process = ProcessFigures(torii.number)
        let before = process.residentBytes
        let held = try open()
        // Work that follows the opening is done by then.
        Thread.sleep(forTimeInterval: 2)
        let each = Double(process.residentBytes - before) / Double(streams) / 1024
        report.add(
            ReportRow(
                "\(name): memory each",
                torii: "\(ReportRow.number(each, digits: 2)) KiB",
                baseline: "16.00 KiB",
                ratio: each / 16,
                bar: 1
            )
        )
        let seconds = options["--seconds"]
        let start = process.cpuMicroseconds
        Thread.sleep(forTimeInterval: Double(seconds))
        let share = Double(process.cpuMicroseconds - start) / Double(seconds) / 10_000
        report.add(
            ReportRow(
                "\(name): processor, over \(seconds) s",
                torii: "\(ReportRow.number(share, digits: 2)) %",
                baseline: "of one"
            )
        )
        let turns = try ChatLoad(.native, port: torii.port, .init(tokens: 5)).turns(connections: 1, turns: 100)
        guard turns.failures == 0 else { throw BenchmarkFailure("A new turn was not answered.") }
        report.add(
            ReportRow(
                "\(name): a new turn, first token",
                torii: "\(turns["first_p50_us"]) us",
                baseline: "p99 \(turns["first_p99_us"]) us"
            )
        )
        let ended = try held.close()
        guard ended == 0 else { throw BenchmarkFailure("\(ended) streams ended by themselves.") }
    }

    private mutating func manyTurns(_ scratch: ScratchFolder, _ model: LoadServerProcess) throws {
        let all = options["--turns"]
        let some = min(1_000, all)
        let torii = try ToriiProcess(
            options.server,
            in: try scratch.folder("turns"),
            model: model.port,
            settings: ["TORII_LOG_LEVEL": "warning"]
        )
        let load = ChatLoad(.native, port: torii.port, .init(tokens: 20))
        let process = ProcessFigures(torii.number)
        report.printProgress("\(some) turns")
        let early = try memory(of: process, after: some, load)
        report.printProgress("\(all) turns")
        let late = try memory(of: process, after: all - some, load)
        report.add(
            ReportRow(
                "memory after \(all) turns, and after \(some)",
                torii: "\(ReportRow.number(late / 1_048_576, digits: 2)) MiB",
                baseline: "\(ReportRow.number(early / 1_048_576, digits: 2)) MiB",
                ratio: late / early
            )
        )
        torii.stop()
    }

    private func memory(of process: ProcessFigures, after turns: Int, _ load: ChatLoad) throws -> Double {
        let figures = try load.turns(connections: 16, turns: turns)
        guard figures.failures == 0 else { throw BenchmarkFailure("\(figures.failures) turns were not answered.") }
        Thread.sleep(forTimeInterval: 2)
        return Double(process.residentBytes)
    }
}
