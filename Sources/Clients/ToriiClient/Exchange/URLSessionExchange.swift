// The tests compile this file on Linux too, over Foundation's implementation of URLSession there (Tests/Clients/URLSessionExchangeTests).
#if canImport(Darwin) || TORII_URLSESSION
#if TORII_URLSESSION
import Foundation
public import FoundationNetworking
public import ToriiClient
#else
public import Foundation
#endif

/// The exchange of Apple's systems: URLSession.
///
/// It keeps no cookies, caches and credentials, and follows no redirects.
public final class URLSessionExchange: HTTPExchange {
    private let session: URLSession
    private let transfers = URLSessionTransfers()

    /// Makes an exchange.
    ///
    /// - Parameter configuration: The session's settings, such as a proxy; `nil` for those of a session that stores nothing.
    public init(configuration: URLSessionConfiguration? = nil) {
        let settings = configuration ?? .ephemeral
        settings.httpCookieStorage = nil
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        session = URLSession(configuration: settings, delegate: transfers, delegateQueue: nil)
    }

    // The session holds its delegate until then; bodies that are being read continue.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns when the first bytes of the body, or the end of an empty one, have arrived.
    public func send(_ request: ExchangeRequest) async throws(ExchangeError) -> ExchangeResponse {
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(), url.host != nil,
            scheme == "https" || scheme == "http"
        else {
            throw ExchangeError(.invalidURL, "'\(request.url)' is no address of a server.")
        }
        let task = session.dataTask(with: URLRequest(request, url))
        let transfer = transfers.add(task)
        let reader = URLSessionReader(transfer)
        let head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                transfer.perform { $0.awaitHead(waiter) }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
        let (status, headers) = try head.get()
        return ExchangeResponse(
            status: status,
            headers: headers,
            body: ExchangeBody { () throws(ExchangeError) in try await reader.next() }
        )
    }
}

/// The reader of one body; its release ends the transfer.
private final class URLSessionReader: Sendable {
    private let transfer: URLSessionTransfer

    init(_ transfer: URLSessionTransfer) { self.transfer = transfer }

    deinit { transfer.task.cancel() }

    func next() async throws(ExchangeError) -> [UInt8]? {
        let piece = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in transfer.perform { $0.awaitPiece(waiter) } }
        } onCancel: {
            transfer.task.cancel()
        }
        return try piece.get()
    }
}

/// A task of the session with its state.
private final class URLSessionTransfer: @unchecked Sendable {
    let task: URLSessionTask
    private let lock = NSLock()
    /// Only used while the lock is held.
    private var state = PushedTransfer()

    init(_ task: URLSessionTask) { self.task = task }

    /// Asks the state and does what it says.
    func perform(_ change: (inout PushedTransfer) -> [PushedTransfer.Action]) {
        let actions = lock.withLock { change(&state) }
        for action in actions {
            switch action {
            case .resumeHead(let waiter, let head): waiter.resume(returning: head)
            case .resumePiece(let waiter, let piece): waiter.resume(returning: piece)
            #if canImport(Darwin)
            case .suspend: task.suspend()
            case .resume: task.resume()
            #else
            // Foundation's implementation on Linux ends the process if a task ends while it is suspended.
            case .suspend, .resume: break
            #endif
            }
        }
    }
}

/// The delegate of the session: it finds the transfer of a task.
private final class URLSessionTransfers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    #if canImport(Darwin)
    typealias RedirectHandler = @Sendable (URLRequest?) -> Void
    #else
    typealias RedirectHandler = (URLRequest?) -> Void
    #endif

    private let lock = NSLock()
    /// Only used while the lock is held.
    private var transfers: [Int: URLSessionTransfer] = [:]

    func add(_ task: URLSessionTask) -> URLSessionTransfer {
        let transfer = URLSessionTransfer(task)
        lock.withLock { transfers[task.taskIdentifier] = transfer }
        return transfer
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let transfer = lock.withLock({ transfers[dataTask.taskIdentifier] }) else { return }
        let head = Self.head(of: dataTask)
        transfer.perform { state in (head.map { state.received($0) } ?? []) + state.received([UInt8](data)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = lock.withLock({ transfers.removeValue(forKey: task.taskIdentifier) }) else { return }
        let head = Self.head(of: task)
        let failure = error.map { ExchangeError($0) }
        transfer.perform { state in
            // An error before any byte is that of the connection; a response without a body has only its end.
            (failure == nil ? head.map { state.received($0) } ?? [] : []) + state.ended(failure)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping RedirectHandler
    ) {
        completionHandler(nil)
    }

    private static func head(of task: URLSessionTask) -> PushedTransfer.Head? {
        guard let response = task.response as? HTTPURLResponse else { return nil }
        let headers = response.allHeaderFields.compactMap { name, value -> ExchangeField? in
            guard let name = name as? String else { return nil }
            return ExchangeField(name, "\(value)")
        }
        return (response.statusCode, headers)
    }
}

extension URLRequest {
    fileprivate init(_ request: ExchangeRequest, _ url: URL) {
        let (seconds, attoseconds) = request.silenceLimit.components
        // For a task of a session this is the time between two packets, not that of the whole transfer.
        self.init(
            url: url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
        )
        httpMethod = request.method
        httpBody = request.body.map { Data($0) }
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
        if let token = request.token {
            let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
            setValue("Bearer \(text)", forHTTPHeaderField: "Authorization")
        }
    }
}

extension ExchangeError {
    fileprivate init(_ error: any Error) {
        let code = (error as? URLError)?.code ?? URLError.Code(rawValue: (error as NSError).code)
        let kind: Kind =
            switch code {
            case .badURL, .unsupportedURL: .invalidURL
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: .unreachable
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .tls
            case .cancelled: .canceled
            default: .broken
            }
        self.init(kind, "The connection failed: \(error.localizedDescription)")
    }
}
#endif
