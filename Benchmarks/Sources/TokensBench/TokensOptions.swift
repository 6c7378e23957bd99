import BenchmarkReport

/// The command line: `--rounds`, `--turn`.
struct TokensOptions {
    /// The number of rounds, in each of which every way is measured once.
    private(set) var rounds = 31

    /// The processor time of a turn in microseconds, of which a signed token may add a hundredth.
    ///
    /// The default is the bar of `relay`, which is stricter than a turn's present cost.
    private(set) var turn = 150

    /// Reads the arguments after the program's name.
    init(_ arguments: some Collection<String>) throws(BenchmarkFailure) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard ["--rounds", "--turn"].contains(name) else {
                throw BenchmarkFailure("There is no option \(name).")
            }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw BenchmarkFailure("\(name) needs a number.")
            }
            if name == "--rounds" { rounds = value } else { turn = value }
        }
    }
}
