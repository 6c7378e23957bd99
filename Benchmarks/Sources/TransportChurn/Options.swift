import Programs

/// The options of the command line.
struct Options {
    var rounds = 5
    var transfers = 2_000
    /// The number of transfers in parallel.
    var width = 200
    var seed: UInt64 = 20_261_121

    init(_ arguments: some Collection<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw ChildProcess.Failure("\(name) needs a number.")
            }
            switch name {
            case "--rounds": rounds = value
            case "--transfers": transfers = value
            case "--width": width = value
            case "--seed": seed = UInt64(value)
            default: throw ChildProcess.Failure("There is no option \(name).")
            }
        }
    }
}
