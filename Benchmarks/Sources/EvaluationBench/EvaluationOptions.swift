import BenchmarkReport

/// The command line of this benchmark: `--repetitions`, and `--slowest` for the slowest tuned messages alone.
struct EvaluationOptions {
    private(set) var repetitions = 15
    /// The number of the slowest tuned messages to print instead of the other rows.
    private(set) var slowest: Int?

    /// Reads the arguments after the program's name.
    init(_ arguments: some Collection<String>) throws(BenchmarkFailure) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard ["--repetitions", "--slowest"].contains(name) else {
                throw BenchmarkFailure("There is no option \(name).")
            }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw BenchmarkFailure("\(name) needs a number.")
            }
            if name == "--slowest" { slowest = value } else { repetitions = value }
        }
    }
}
