import CCurl

/// A transfer that libcurl runs: the handle, what its callbacks need, and the time limits.
///
/// It is used on the loop's thread only.
final class CurlTransfer {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    var clock: TransferClock
    /// The status of the response, once its header has arrived.
    var status: Int?
    /// The connection that carries it.
    var ends: ConnectionEnds?
    /// Whether the response arrived over HTTP/2.
    var isMultiplexed = false
    /// Whether its pause keeps its connection from being read.
    var holdsUpConnection = false

    let request: RequestTraits
    /// The pool of the transfer's lane, which outlives it: the loop owns both for its whole life, and ends every transfer before it
    /// closes a pool.
    unowned let pool: CurlPool
    let times: LoopTimes
    let environment: CurlEnvironment
    private var headers: CurlHeaderList
    /// The header that authorizes the request at the proxy; libcurl sends it only there.
    private var proxyHeaders: CurlHeaderList
    private var body: RequestBody?
    var head: ResponseHeadParser
    /// The error for which a callback ended the transfer.
    var refusal: TransportError?
    /// The reason for which an address was refused.
    var addressRefusal: String?
    /// The number of times that libcurl had a connection ready for the request, and whether the last one was reused.
    var attemptCount = 0
    var wasReused = false
    /// The number of connections that were made for it.
    var connectionCount = 0
    /// The sockets that were opened for it.
    var openedSockets: [Int32] = []
    /// Whether the transfer must restart on a new connection, because the reused one is not fit, or a reused one failed before.
    var needsFreshConnection = false
    /// The number of bytes of the body that may still arrive.
    var remainingBodyBytes: Int

    /// The properties of a request that are needed after its header and its body are freed.
    struct RequestTraits {
        var isIdempotent: Bool
        var mayBeResent: Bool
        var isSecure: Bool
        var usesProxy: Bool
        var onlyConnects: Bool
        var isDecoded: Bool
        var maximumBodyBytes: Int
    }

    /// Creates a transfer; `nil` when libcurl is out of memory.
    init?(
        _ transfer: Transfer,
        _ request: PreparedRequest,
        _ clock: TransferClock,
        in pool: CurlPool,
        _ times: LoopTimes,
        _ environment: CurlEnvironment
    ) {
        guard let easy = curl_easy_init() else { return nil }
        self.transfer = transfer
        self.easy = easy
        self.clock = clock
        self.pool = pool
        self.times = times
        self.environment = environment
        self.request = RequestTraits(
            isIdempotent: request.method.isIdempotent,
            mayBeResent: request.mayBeResent,
            isSecure: request.isSecure,
            usesProxy: request.usesProxy,
            onlyConnects: request.onlyConnects,
            isDecoded: request.acceptsCompression,
            maximumBodyBytes: request.maximumBodyBytes
        )
        remainingBodyBytes = request.maximumBodyBytes
        head = ResponseHeadParser(maximumBytes: request.maximumHeaderBytes)
        headers = CurlHeaderList(request.headers, hasBody: request.body != nil)
        proxyHeaders = CurlHeaderList(authorizing: request.usesProxy ? environment.configuration.proxy : nil)
        body = request.body.map { RequestBody($0) }
        configure(request)
        ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, headers.list)
        if let list = proxyHeaders.list { ccurl_easy_set_list(easy, CURLOPT_PROXYHEADER, list) }
        if let count = body?.count, let address = body?.address {
            ccurl_easy_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(count))
            ccurl_easy_set_pointer(easy, CURLOPT_POSTFIELDS, address)
        }
    }

    /// The handle must be removed from the pool before.
    deinit {
        curl_easy_cleanup(easy)
    }

    /// The transfer to which a handle belongs.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        ccurl_easy_get_private(easy).map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Frees the header with its secrets, and the body.
    ///
    /// The request is sent, and no redirect or log-in needs it again; the response may stream for a long time.
    func forgetRequest() {
        ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, nil)
        headers.wipe()
        ccurl_easy_set_list(easy, CURLOPT_PROXYHEADER, nil)
        proxyHeaders.wipe()
        // A server can answer before it has read the whole body.
        guard let count = body?.count, ccurl_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T) == curl_off_t(count) else {
            return
        }
        ccurl_easy_set_pointer(easy, CURLOPT_POSTFIELDS, nil)
        body = nil
    }

    /// Resets the counts before another start, in which the transfer has a connection of its own.
    func prepareToRestart() {
        needsFreshConnection = false
        attemptCount = 0
        connectionCount = 0
        ccurl_easy_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    }

    /// Records how many bytes were sent and received.
    func recordBytes() {
        guard let metrics = transfer.metrics else { return }
        // The first number is the header with the part of the body that was sent with it, the second one the body alone.
        let sent = max(
            ccurl_easy_get_long(easy, CURLINFO_REQUEST_SIZE),
            Int(ccurl_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T))
        )
        let received =
            ccurl_easy_get_long(easy, CURLINFO_HEADER_SIZE)
            + Int(ccurl_easy_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T))
        if sent > 0 { metrics.record(.sent(sent)) }
        if received > 0 { metrics.record(.received(received)) }
    }
}

// MARK: Pausing

extension CurlTransfer {
    /// Continues to receive after a pause; returns the error if that ended the transfer.
    func resume() -> TransportError? {
        clock.resumed(at: times.now)
        times.set(transfer, to: clock)
        pool.recordResume(of: self)
        // The call can call back with the bytes that libcurl kept.
        let result = ccurl_easy_resume(easy)
        return result == CURLE_OK ? nil : error(for: result)
    }

    /// Pauses the transfer if its reader is behind.
    func pauseIfFull() {
        guard transfer.pauseIfFull(), ccurl_easy_pause(easy) == CURLE_OK else { return }
        recordPause()
    }

    /// Makes libcurl send the frames that it has queued for this connection; resuming a transfer does that.
    func flushQueuedFrames() {
        // A paused transfer stays paused. Resuming it may deliver bytes that libcurl kept; they are paused again, or accepted if its reader
        // has just caught up and the command to resume is on its way.
        let staysPaused = holdsUpConnection
        if !staysPaused { ccurl_easy_pause(easy) }
        ccurl_easy_resume(easy)
        if staysPaused { ccurl_easy_pause(easy) }
    }

    /// Records a pause.
    func recordPause() {
        clock.paused(at: times.now)
        pool.recordPause(of: self)
        if holdsUpConnection {
            times.scheduleCheck(of: transfer, noLaterThan: environment.holdUpLimit.firstCheck(at: times.now))
        }
    }
}

/// The bytes of a request, in memory that libcurl can read; libcurl makes no copy.
struct RequestBody: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ body: [UInt8]) {
        // One byte more gives an empty body an address too; for libcurl, no address means that a callback delivers the body.
        bytes = .allocate(byteCount: body.count + 1, alignment: 1)
        bytes.copyBytes(from: body)
        bytes[body.count] = 0
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count - 1 }

    /// The start of the bytes, valid as long as this value exists.
    var address: UnsafeMutableRawPointer? { bytes.baseAddress }
}
