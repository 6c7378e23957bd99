import Programs

/// The options of the command line.
struct Options {
    var repetitions = 5
    /// The duration of each paced measurement, in seconds.
    var seconds = 4
    /// The number of tokens per second, for all streams together.
    ///
    /// It is the same for every number of streams, so that the rows differ only in that number: each of 200 streams then has a token
    /// every 20 ms.
    var rate = 10_000
    /// The size of one event on the wire, in bytes; about that of a chat completion's chunk.
    var bytes = 220
    var idleStreams = 2_000

    init(_ arguments: some Collection<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw ChildProcess.Failure("\(name) needs a number.")
            }
            switch name {
            case "--repetitions": repetitions = value
            case "--seconds": seconds = value
            case "--rate": rate = value
            case "--bytes": bytes = value
            case "--idle-streams": idleStreams = value
            default: throw ChildProcess.Failure("There is no option \(name).")
            }
        }
    }
}
