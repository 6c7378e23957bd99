import BenchmarkReport

/// The command line: `--turns`.
struct TurnOptions {
    /// The number of turns without a budget for each row; rows that wait for the disk have a fiftieth.
    private(set) var turns = 50_000

    /// Reads the arguments after the program's name.
    init(_ arguments: some Collection<String>) throws(BenchmarkFailure) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard name == "--turns" else { throw BenchmarkFailure("There is no option \(name).") }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 5000 else {
                throw BenchmarkFailure("\(name) needs a number of at least 5000.")
            }
            turns = value
        }
    }
}
