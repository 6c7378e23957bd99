import Testing
import Transport

/// The number of times that a request is sent when reused connections end as soon as it is read.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientResendTests {
    @Test(arguments: [HTTPMethod.get, .post])
    func aRequestIsSentAtMostTwice(method: HTTPMethod) async {
        let connections = Counter()
        let requests = Counter()
        let hasBoth = Gate()
        // Two connections are idle; each is closed when it is reused. Later connections work.
        let server = RawServer { connection in
            let number = connections.next()
            guard connection.readRequest() != nil else { return }
            _ = requests.next()
            if number == 1 { hasBoth.wait() } else if number == 2 { hasBoth.open() }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            if connection.readRequest() != nil { _ = requests.next() }
        }
        defer { server.stop() }
        let client = HTTPClient()
        async let first = client.outcome(of: .marked(.get, server.url()))
        async let second = client.outcome(of: .marked(.get, server.url()))
        _ = await (first, second)
        #expect(requests.count == 2)
        var question = HTTPRequest.marked(method, server.url())
        question.resendsWhenKeptConnectionEnds = true
        let outcome = await client.outcome(of: question)
        guard case .answer("3") = outcome else {
            Issue.record("it is not answered on the new connection: \(outcome)")
            return
        }
        #expect(requests.count == 4)
    }
}
