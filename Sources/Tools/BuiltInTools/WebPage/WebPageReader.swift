import AgentTools
import Synchronization
import Transport

/// Fetches web pages and caches the latest, so that reading the next part needs no request.
final class WebPageReader: Sendable {
    private struct Key: Hashable {
        let url: String
        let language: Caller.Language
    }

    /// The number of bytes that are read of a body.
    private static let maximumBytes = 2 << 20

    private let client: HTTPClient
    private let hosts: HostPatterns?
    private let timeouts: HTTPTimeouts
    private let now: @Sendable () -> ContinuousClock.Instant
    private let calls = SharedCalls<Key, FetchedPage>()
    private let pages = Mutex(TimedCache<Key, FetchedPage>(capacity: 16, maximumAge: .seconds(5 * 60)))

    init(
        client: HTTPClient,
        hosts: HostPatterns?,
        timeouts: HTTPTimeouts,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.client = client
        self.hosts = hosts
        self.timeouts = timeouts
        self.now = now
    }

    /// Returns the page at an address.
    ///
    /// - Throws: ``WebPageFailure``, or `CancellationError` if the task was cancelled.
    func page(at address: PageAddress, for caller: Caller) async throws -> FetchedPage {
        let key = Key(url: address.url, language: caller.language)
        let time = now()
        if let known = pages.withLock({ $0.value(for: key, at: time) }) { return known.value }
        return try await calls.value(for: key) { [self] in
            let page = try await fetch(key)
            pages.withLock { $0.store(page, for: key, at: now()) }
            return page
        }
    }

    @concurrent private func fetch(_ key: Key) async throws -> FetchedPage {
        // The request is not trusted because the address comes from a model: the address policy checks it and every redirect.
        var request = HTTPRequest(
            .get,
            key.url,
            headers: [
                "Accept": "text/html,application/xhtml+xml,text/plain;q=0.9,application/json;q=0.9,*/*;q=0.1",
                "Accept-Language": key.language == .japanese ? "ja,en;q=0.5" : "en,*;q=0.5",
            ],
            timeouts: timeouts
        )
        request.acceptsCompression = true
        // Reading stops earlier; this ends a body that grows while nothing is read.
        request.maximumDecodedBytes = 4 * Self.maximumBytes
        let host = HTTPRequest.host(of: key.url)
        do {
            let fetched = try await client.fetch(request, following: RedirectPolicy(maximum: 5, hosts: hosts))
            let finalHost = HTTPRequest.host(of: fetched.url)
            guard (200..<300).contains(fetched.response.status) else {
                throw WebPageFailure.status(fetched.response.status, host: finalHost)
            }
            let (bytes, isCut) = try await Self.prefix(of: fetched.response.body)
            let contentType = fetched.response.headers["Content-Type"]
            guard let page = FetchedPage(bytes, contentType: contentType, url: fetched.url, isCut: isCut) else {
                throw WebPageFailure.notText(type: Self.shown(contentType), host: finalHost)
            }
            return page
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw WebPageFailure(error, host: host)
        }
    }

    private static func prefix(of body: HTTPResponseBody) async throws(TransportError) -> ([UInt8], isCut: Bool) {
        var bytes: [UInt8] = []
        var reader = body.makeAsyncIterator()
        while let chunk = try await reader.next() {
            bytes += chunk
            // Dropping the iterator ends the transfer.
            if bytes.count > maximumBytes { return (Array(bytes.prefix(maximumBytes)), true) }
        }
        return (bytes, false)
    }

    /// Returns a media type if it is valid; otherwise an empty text.
    private static func shown(_ contentType: String?) -> String {
        let type = ContentType(contentType).mediaType
        return type.count <= 80 && type.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/+.-".contains($0)) }
            ? type : ""
    }
}
