import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct NDJSONLinesTests {
    private func lines(of body: String, ending: String) async throws -> ([String], TransportError?) {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for character in body { connection.write("\(String(character.utf8.count, radix: 16))\r\n\(character)\r\n") }
            connection.write(ending)
        }
        defer { server.stop() }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        var lines: [String] = []
        do {
            for try await line in response.body.ndjsonLines(maximumLineBytes: 20) {
                lines.append(String(decoding: line, as: UTF8.self))
            }
            return (lines, nil)
        } catch {
            return (lines, error)
        }
    }

    @Test func aWholeBody() async throws {
        let (lines, error) = try await lines(of: "{\"a\":1}\n{\"b\":\"語\"}\r\n\n3", ending: "0\r\n\r\n")
        #expect(lines == ["{\"a\":1}", "{\"b\":\"語\"}", "3"])
        #expect(error == nil)
    }

    @Test func anIncompleteBodyThrows() async throws {
        let (lines, error) = try await lines(of: "1\n2\n3", ending: "")
        #expect(lines == ["1", "2"])
        #expect(error?.code == .body)
    }

    @Test func aLineThatIsTooLong() async throws {
        let (lines, error) = try await lines(of: "1\n\(String(repeating: "2", count: 30))\n3\n", ending: "0\r\n\r\n")
        #expect(lines == ["1"])
        #expect(error?.code == .limit)
    }
}
