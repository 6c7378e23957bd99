import Programs

/// What the command line may change.
struct Options {
    var repetitions = 5
    /// How long each paced measurement streams.
    var seconds = 4
    /// Tokens a second, for all streams together.
    ///
    /// It is the same for every number of streams, so that only that number differs between the rows: 200 streams then get a
    /// token every 20 ms each.
    var rate = 10_000
    /// How long one event is on the wire; about that of a chat completion's chunk.
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
