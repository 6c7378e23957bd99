import Glibc
import Measuring
import Transport

/// Torii's client with the task of `CurlBaseline`: it has the same arguments and prints the same line.
@main struct TransportStreams {
    static func main() async throws {
        Descriptors.raiseLimit()
        // A hanging run ends by this alarm, and the benchmark reports it.
        alarm(300)
        guard let task = StreamTask(CommandLine.arguments.dropFirst()) else {
            print("TransportStreams tokens <port> <streams> <events each> <rate> <bytes each> bytes|events|delays")
            print("TransportStreams idle <port> <streams>")
            exit(2)
        }
        let client = HTTPClient()
        try await warmUp(client, port: task.port)
        switch task {
        case .tokens(let load): try await measure(load, with: client)
        case .idle(let port, let streams): try await measureIdle(streams, port: port, with: client)
        }
        await client.shutdown()
    }

    /// Reads one whole answer, so that one-time work is done before measuring.
    private static func warmUp(_ client: HTTPClient, port: Int) async throws {
        let response = try await client.send(.loopback("http://127.0.0.1:\(port)/short"))
        for try await _ in response.body.serverSentEvents {}
    }

    /// Measures the processor time from the start of the events until every reader has its last token.
    private static func measure(_ load: TokenLoad, with client: HTTPClient) async throws {
        let opened = Latch(load.streams)
        let received = Latch(load.streams)
        try await withThrowingTaskGroup { group in
            for _ in 0..<load.streams {
                group.addTask {
                    do {
                        try await load.readOne(with: client, opened: opened, received: received)
                    } catch {
                        opened.fail(error)
                        received.fail(error)
                        throw error
                    }
                }
            }
            try await opened.wait()
            let before = CPUTime.microseconds()
            _ = try await client.send(.loopback("http://127.0.0.1:\(load.port)/go")).body.collect(upTo: 0)
            try await received.wait()
            let after = CPUTime.microseconds()
            // Every stream must also end without an error.
            try await group.waitForAll()
            let delays = load.delays.map { " " + $0.summary } ?? ""
            print("open=\(load.streams) tokens=\(load.streams * load.events) cpu_us=\(after - before)\(delays)")
        }
    }

    /// Measures the memory of open transfers, each with a task that waits for its next bytes.
    private static func measureIdle(_ streams: Int, port: Int, with client: HTTPClient) async throws {
        let opened = Latch(streams)
        try await withThrowingTaskGroup { group in
            let before = ResidentMemory.bytes()
            for _ in 0..<streams {
                group.addTask {
                    do {
                        let response = try await client.send(.loopback("http://127.0.0.1:\(port)/idle"))
                        opened.arrive()
                        for try await _ in response.body {}
                    } catch let error as TransportError where error.code == .cancelled {
                        // This is the end of the measurement.
                    } catch {
                        opened.fail(error)
                        throw error
                    }
                }
            }
            try await opened.wait()
            print("open=\(streams) rss_bytes=\(ResidentMemory.bytes() - before)")
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

extension HTTPRequest {
    /// Makes a request to the load server.
    static func loopback(_ url: String) -> HTTPRequest { HTTPRequest(.get, url, isTrusted: true) }
}
