import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Counts events in Torii, for each of its interfaces, and in nginx in front of the same model; then it profiles both.
struct CountsRows {
    private typealias Costs = [Unit: Cost]

    private(set) var report = Report()
    private let options: ServerOptions
    private let program: ELFFile
    private let probes = FunctionProbes()
    private let scratch: ScratchFolder
    private let model: LoadServerProcess

    /// Reads the server's symbols and starts the model.
    ///
    /// - Throws: If a program for counting is not installed.
    init(options: ServerOptions, scratch: ScratchFolder) throws {
        self.options = options
        self.scratch = scratch
        guard Tool.path("perf") != nil else {
            throw BenchmarkFailure("perf is missing; install it (apt-get install linux-perf).")
        }
        let symbols = options.server + ".debug"
        guard FileManager.default.fileExists(atPath: symbols) else {
            throw BenchmarkFailure(
                "\(symbols) is missing, which has the names of functions; scripts/release writes it."
            )
        }
        program = try ELFFile(options.server, symbols: symbols)
        model = try LoadServerProcess("ModelServer")
    }

    mutating func run() throws {
        let torii = try ToriiProcess(options.server, in: try scratch.folder("torii"), model: model.port)
        defer { torii.stop() }
        let nginx = try NginxProcess(in: try scratch.folder("nginx"), upstream: model.port)
        let interfaces = Self.interfaces(of: torii)
        let proxy = Subject(
            name: "nginx",
            dialect: .chatCompletions,
            port: nginx.port,
            processes: [nginx.number] + ProcessFigures(nginx.number).children
        )
        let hasCounter = try Self.countsInstructions(torii.number)
        var paced = [try costs(proxy, .paced, .pacedMany, hasCounter)]
        var burst = [try costs(proxy, .burst, .burst, hasCounter)]
        for subject in interfaces {
            paced.append(try costs(subject, .paced, .pacedMany, hasCounter))
            burst.append(try costs(subject, .burst, .burst, hasCounter))
        }
        if !hasCounter {
            let instructions = try instructionsByValgrind()
            for index in interfaces.indices {
                paced[index + 1][.instructions] = instructions[index].paced
                burst[index + 1][.instructions] = instructions[index].burst
            }
        }
        for (index, subject) in interfaces.enumerated() {
            add("\(subject.name), a further token, paced", paced[index + 1], paced[0], Self.ofPacedToken, \.token)
            add("\(subject.name), a further token in a burst", burst[index + 1], burst[0], Self.ofBurstToken, \.token)
            add("\(subject.name), a turn with its tokens at once", burst[index + 1], burst[0], Self.ofTurn, \.turn)
            add("\(subject.name), a turn with paced tokens", paced[index + 1], paced[0], [:], \.turn)
        }
        try profiles(interfaces, proxy)
    }
}

// MARK: - Counting

extension CountsRows {
    private static func interfaces(of torii: ToriiProcess) -> [Subject] {
        [("native", .native), ("chat", .chatCompletions), ("responses", .responses), ("messages", .messages)].map {
            name,
            dialect in
            Subject(name: name, dialect: dialect, port: torii.port, processes: [torii.number])
        }
    }

    /// Whether the machine can count instructions; virtual machines often cannot.
    private static func countsInstructions(_ process: Int32) throws -> Bool {
        do {
            _ = try EventCounter(.instruction, in: [process])
            return true
        } catch let failure as EventCounter.Failure where failure.isUnsupported {
            return false
        }
    }

    /// Counts calls, and then the kernel's events in a separate pass in which nothing slows the server down.
    private func costs(_ subject: Subject, _ calls: Shape, _ kernel: Shape, _ hasCounter: Bool) throws -> Costs {
        var found: Costs = [:]
        for units in Unit.ofCalls {
            report.printProgress("\(subject.name), \(calls.name): \(units.map(\.rawValue).joined(separator: ", "))")
            found.merge(try costs(subject, calls, turns: options["--turns"], units)) { $1 }
        }
        report.printProgress("\(subject.name), \(kernel.name): the kernel's events")
        let units = Unit.ofKernel + (hasCounter ? [.instructions] : [])
        let turns = max(options["--turns"], kernel.connections * 2)
        return found.merging(try costs(subject, kernel, turns: turns, units)) { $1 }
    }

    private func costs(_ subject: Subject, _ shape: Shape, turns: Int, _ units: [Unit]) throws -> Costs {
        defer { FunctionProbes.removeAll() }
        return try counted(subject, shape, turns: turns, units)
    }

    private func counted(_ subject: Subject, _ shape: Shape, turns: Int, _ units: [Unit]) throws -> Costs {
        guard let libc = ProcessFigures(subject.processes[0]).mappedFile("libc.so.6") else {
            throw BenchmarkFailure("\(subject.name) does not use libc.so.6, so its allocations cannot be counted.")
        }
        let library = try ELFFile(libc)
        let program = subject.name == "nginx" ? nil : program
        let events = try units.compactMap { unit in
            try unit.event(libc: library, swift: program, probes).map { (unit: unit, event: $0) }
        }
        if events.isEmpty { return [:] }
        try subject.warmUp(shape)
        let counters = try events.map { (unit: $0.unit, counter: try EventCounter($0.event, in: subject.processes)) }
        let costs = try subject.costs(shape, turns: turns) { counters.map(\.counter.count) }
        return Dictionary(zip(counters.map(\.unit), costs)) { $1 }
    }

    /// Counts the instructions of a separate server that valgrind executes.
    private func instructionsByValgrind() throws -> [(paced: Cost, burst: Cost)] {
        report.printProgress("instructions, by valgrind")
        let server = try Callgrind(options.server, in: try scratch.folder("torii-callgrind"), model: model.port)
        defer { server.torii.stop() }
        var total = 0
        let counts = {
            total += try server.sinceLast().instructions
            return [total]
        }
        return try Self.interfaces(of: server.torii).map { subject in
            try subject.warmUp(.burst)
            return (
                paced: try subject.costs(.pacedSlowly, turns: 40, counts)[0],
                burst: try subject.costs(.burst, turns: 32, counts)[0]
            )
        }
    }
}

// MARK: - Rows

extension CountsRows {
    private static let ofPacedToken: [Unit: Double] = [
        .allocations: 4, .referenceCounts: 160, .systemCalls: 4, .contextSwitches: 0.8, .wakeUps: nothing,
        .instructions: 6000,
    ]
    private static let ofBurstToken: [Unit: Double] = [
        .allocations: 0.5, .referenceCounts: 15, .systemCalls: 0.1, .contextSwitches: nothing, .wakeUps: nothing,
        .instructions: 6000,
    ]
    private static let ofTurn: [Unit: Double] = [
        .allocations: 250, .referenceCounts: 2500, .systemCalls: 25, .contextSwitches: 6, .instructions: 900_000,
    ]
    /// The bar for events that must not occur; only the server's timers, which are unrelated to tokens, stay below it.
    private static let nothing = 0.05

    private mutating func add(
        _ name: String,
        _ torii: Costs,
        _ nginx: Costs,
        _ bars: [Unit: Double],
        _ part: (Cost) -> Double
    ) {
        for unit in Unit.allCases {
            guard let figure = torii[unit].map(part) else { continue }
            report.add(
                ReportRow(
                    "\(name): \(unit.rawValue)",
                    torii: ReportRow.number(figure, digits: 2),
                    baseline: nginx[unit].map { ReportRow.number(part($0), digits: 2) } ?? "",
                    figure: figure,
                    bar: bars[unit]
                )
            )
        }
    }

    /// Adds the distribution of the processor time of paced streams.
    private mutating func profiles(_ interfaces: [Subject], _ nginx: Subject) throws {
        let proxied = try profile(nginx)
        for subject in interfaces {
            let profile = try profile(subject)
            let name = "\(subject.name), CPU"
            for module in Module.allCases {
                let share = profile.share(module)
                let baseline = Self.percent(proxied.share(module))
                report.add(ReportRow("\(name): \(module.rawValue)", torii: Self.percent(share), baseline: baseline))
            }
            for thread in profile.threads where thread.share >= 1 {
                let kernel = "kernel \(Self.percent(thread.kernel))"
                let share = Self.percent(thread.share)
                report.add(ReportRow("\(name): thread \(thread.name)", torii: share, baseline: kernel))
            }
        }
    }

    private func profile(_ subject: Subject) throws -> Profile {
        report.printProgress("\(subject.name): profile")
        let file = subject.name == "nginx" ? "nginx" : URL(fileURLWithPath: options.server).lastPathComponent
        try subject.warmUp(.paced)
        return try Profile(of: subject.processes, program: file, in: scratch.url) {
            try subject.load(.pacedMany, seconds: options["--seconds"])
        }
    }

    private static func percent(_ share: Double) -> String { "\(ReportRow.number(share, digits: 1)) %" }
}
