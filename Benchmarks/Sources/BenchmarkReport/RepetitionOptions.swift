/// The command line of a benchmark that measures in its own process: `--repetitions`.
public struct RepetitionOptions {
    /// The number of times that everything is measured.
    public private(set) var repetitions = 15

    /// Reads the arguments after the program's name.
    public init(_ arguments: some Collection<String>) throws(BenchmarkFailure) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard name == "--repetitions" else { throw BenchmarkFailure("There is no option \(name).") }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw BenchmarkFailure("\(name) needs a number.")
            }
            repetitions = value
        }
    }
}
