import BenchmarkReport
import Foundation
import Programs

/// Samples by perf of the processor time of a server.
struct Profile {
    private struct Sample {
        var count: Int
        var thread: String
        var module: Module
    }

    private let samples: [Sample]

    /// The number of samples.
    var count: Int { samples.map(\.count).reduce(0, +) }

    /// Samples some processes during a load.
    ///
    /// - Parameters:
    ///   - processes: The server's processes.
    ///   - program: The name of the server's file.
    ///   - folder: The folder for the samples.
    init(of processes: [Int32], program: String, in folder: URL, during load: () throws -> Void) throws {
        let file = folder.appendingPathComponent("perf-\(processes[0]).data").path
        let list = processes.map { "\($0)" }.joined(separator: ",")
        let perf = try Tool.make(
            "perf",
            ["record", "-q", "-N", "-B", "-e", "cpu-clock", "-F", "997", "-p", list, "-o", file]
        )
        try perf.run()
        defer { if perf.isRunning { perf.terminate() } }
        Thread.sleep(forTimeInterval: 1)
        guard perf.isRunning else {
            throw BenchmarkFailure("perf cannot sample; run as root, with kernel.perf_event_paranoid at 2 or less.")
        }
        try load()
        perf.interrupt()
        perf.waitUntilExit()
        let fields = "sample,comm,dso,sym"
        samples = try Tool.run(
            "perf",
            ["report", "-i", file, "--stdio", "--no-demangle", "-q", "-t", "|", "-s", "comm,dso,sym", "-F", fields]
        ).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", maxSplits: 3).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let count = Int(cells[0]) else { return nil }
            // `[.]` or `[k]` precedes the symbol.
            let symbol = String(cells[3].dropFirst(4))
            return Sample(
                count: count,
                thread: cells[1],
                module: Module(file: cells[2], symbol: symbol, program: program)
            )
        }
        guard count > 0 else { throw BenchmarkFailure("perf has no samples.") }
    }

    /// Returns a module's share of all samples, in percent.
    func share(_ module: Module) -> Double { share { $0.module == module } }

    /// The threads by name, most samples first, with their shares of all samples and of all samples in the kernel, in percent.
    var threads: [(name: String, share: Double, kernel: Double)] {
        Set(samples.map(\.thread)).map { name in
            (name, share { $0.thread == name }, share { $0.thread == name && $0.module == .kernel })
        }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    private func share(_ isMeant: (Sample) -> Bool) -> Double {
        Double(samples.filter(isMeant).map(\.count).reduce(0, +)) / Double(count) * 100
    }
}
