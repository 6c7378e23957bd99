import BenchmarkReport

/// What the command line may change: `--turns`.
struct TurnOptions {
    /// How many turns without a budget are measured for each row; of those that wait for the disk a fiftieth.
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
