import BenchmarkReport
import Programs

/// Measures the same load on both sides alternately, several times.
struct Contest {
    var repetitions: Int

    /// The medians of both sides, and of the ratios of the pairs.
    struct Outcome {
        var torii: Double
        var baseline: Double
        var ratio: Double
    }

    /// Runs both programs with the same arguments, each with a new server; `figure` reads their output.
    func run(
        _ arguments: (_ port: Int) -> [String],
        figure: (_ printed: [String: Int]) throws -> Double
    ) throws -> Outcome {
        var torii: [Double] = []
        var baseline: [Double] = []
        for repetition in 0..<repetitions {
            // The first side meets a colder machine, so the sides alternate in being first.
            for isTorii in repetition.isMultiple(of: 2) ? [false, true] : [true, false] {
                let server = try LoadServerProcess()
                let program = isTorii ? "TransportStreams" : "CurlBaseline"
                let value = try withExtendedLifetime(server) {
                    try figure(ChildProcess.figures(program, arguments(server.port)))
                }
                if isTorii { torii.append(value) } else { baseline.append(value) }
            }
        }
        return Outcome(
            torii: torii.median,
            baseline: baseline.median,
            ratio: zip(torii, baseline).map { $0 / $1 }.median
        )
    }
}
