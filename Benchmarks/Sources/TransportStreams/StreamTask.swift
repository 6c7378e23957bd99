/// The task that the arguments describe.
enum StreamTask {
    case tokens(TokenLoad)
    case idle(port: Int, streams: Int)

    init?(_ arguments: some Collection<String>) {
        let arguments = Array(arguments)
        let numbers = arguments.dropFirst().prefix(5).map { Int($0) ?? 0 }
        switch arguments.first {
        case "tokens" where arguments.count == 7:
            self = .tokens(
                TokenLoad(
                    port: numbers[0],
                    streams: numbers[1],
                    events: numbers[2],
                    rate: numbers[3],
                    bytes: numbers[4],
                    decodes: arguments[6] != "bytes",
                    delays: arguments[6] == "delays" ? Delays() : nil
                )
            )
        case "idle" where arguments.count == 3:
            self = .idle(port: numbers[0], streams: numbers[1])
        default:
            return nil
        }
    }

    var port: Int {
        switch self {
        case .tokens(let load): load.port
        case .idle(let port, _): port
        }
    }
}
