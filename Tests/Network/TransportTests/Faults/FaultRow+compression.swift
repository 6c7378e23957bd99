import Testing
import Transport

extension FaultRow {
    /// The faults of a compressed body.
    static let compression: [FaultRow] = [
        FaultRow("gzip bomb: 64 MiB of zeros", .limit) { client in
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            try await ChildProcess.run(
                ["/bin/sh", "-c", "head -c 67108864 /dev/zero | gzip -c"],
                environment: ["PATH": "/usr/bin:/bin"],
                output: folder.file("bomb.gz")
            )
            let bomb = try folder.contents(of: "bomb.gz")
            return await client.compressed(bomb, maximumDecodedBytes: 1 << 20, upTo: 1 << 30)
        },
        FaultRow("not gzip", .body) { client in
            await client.compressed(Array("this was never compressed".utf8))
        },
        FaultRow("gzip cut short", .body) { client in
            // The header of a gzip file (RFC 1952) without anything after it.
            await client.compressed([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        }
        .notMet("libcurl 7.88 does not check that the compressed data is complete."),
    ]
}

extension HTTPClient {
    /// Requests a page whose gzip form is these bytes.
    fileprivate func compressed(
        _ bytes: [UInt8],
        maximumDecodedBytes: Int? = nil,
        upTo limit: Int? = nil
    ) async -> FaultOutcome {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
            connection.write(bytes)
            connection.waitForPeerToClose()
        }
        defer { server.stop() }
        var request = HTTPRequest.marked(.get, server.url())
        request.acceptsCompression = true
        if let maximumDecodedBytes { request.maximumDecodedBytes = maximumDecodedBytes }
        return await outcome(of: request, upTo: limit)
    }
}
