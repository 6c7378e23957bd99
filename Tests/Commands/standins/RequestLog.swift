import StandIns

/// Prints a line for each request of a stand-in, with its start and end in milliseconds since the start of the command.
struct RequestLog: Sendable {
    private let server: StandInServer
    private let start: ContinuousClock.Instant

    init(_ server: StandInServer, since start: ContinuousClock.Instant) {
        self.server = server
        self.start = start
    }

    /// Prints until the server stops.
    func run() async {
        var open: [Int: RecordedRequest] = [:]
        for await event in server.events() {
            switch event {
            case .received(let request): open[request.id] = request
            case .headerSent: break
            case .answered(let id, let status, let instant): report(open.removeValue(forKey: id), "\(status)", instant)
            case .cutOff(let id, let instant): report(open.removeValue(forKey: id), "broken off", instant)
            case .closedByPeer(let id, let instant):
                guard let request = open.removeValue(forKey: id) else { break }
                report(request, "not completely answered", instant)
                Console.print(
                    "\(label(id)) closed by client at \(milliseconds(since: start, instant)) ms, "
                        + "\(milliseconds(since: request.receivedAt, instant)) ms after its request"
                )
            }
        }
    }

    private func report(_ request: RecordedRequest?, _ outcome: String, _ instant: ContinuousClock.Instant) {
        guard let request else { return }
        let times = "\(milliseconds(since: start, request.receivedAt)) → \(milliseconds(since: start, instant)) ms"
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let target = query.isEmpty ? request.path : request.path + "?" + query
        Console.print("\(label(request.id)) \(times)  \(request.method) \(target)  \(outcome)")
    }

    private func label(_ id: Int) -> String { "[\(server.name) #\(id)]" }

    private func milliseconds(since start: ContinuousClock.Instant, _ instant: ContinuousClock.Instant) -> Int {
        Int((instant - start) / .milliseconds(1))
    }
}
