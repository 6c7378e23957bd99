import CCurl

/// A transfer while libcurl has it: the handle, what its callbacks need, and the time limits.
///
/// It lives on the loop's thread.
final class CurlTransfer {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    var clock: TransferClock
    /// The status of the answer, once its header is in.
    var status: Int?
    /// The connection it goes over.
    var ends: ConnectionEnds?
    /// Whether the answer has come in HTTP/2.
    var isMultiplexed = false
    /// Whether its connection is not read from because of it.
    var holdsUpConnection = false

    let request: RequestTraits
    unowned let pool: CurlPool
    let times: LoopTimes
    let environment: CurlEnvironment
    private var headers: CurlHeaderList
    /// The header that logs in to the proxy; libcurl sends it to nobody else.
    private var proxyHeaders: CurlHeaderList
    private var body: RequestBody?
    var head: ResponseHeadParser
    /// Why a callback has told libcurl to stop.
    var refusal: TransportError?
    /// Why an address was not connected to.
    var addressRefusal: String?
    /// How often libcurl has had a connection ready for the request, and whether the last one was a kept one.
    var attemptCount = 0
    var wasReused = false
    /// How many connections were made for it.
    var connectionCount = 0
    /// The sockets that were opened for it.
    var openedSockets: [Int32] = []
    /// Whether libcurl was told to give up because the kept connection is not fit, or one such was enough.
    var needsFreshConnection = false
    /// How many bytes of the body may still come.
    var remainingBodyBytes: Int

    /// What must be known of a request after its header and its body have gone.
    struct RequestTraits {
        var isIdempotent: Bool
        var mayBeResent: Bool
        var isSecure: Bool
        var usesProxy: Bool
        var sendsNothing: Bool
        var isDecoded: Bool
        var maximumBodyBytes: Int
    }

    /// `nil` when libcurl is out of memory.
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
            sendsNothing: request.sendsNothing,
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

    /// The handle must have been taken from the pool before.
    deinit {
        curl_easy_cleanup(easy)
    }

    /// The transfer to which a handle belongs.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        ccurl_easy_get_private(easy).map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The request is out, and no redirect or log-in will need it again: close the secrets and free the body now, for the
    /// answer may stream for a long time.
    func forgetRequest() {
        ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, nil)
        headers.wipe()
        ccurl_easy_set_list(easy, CURLOPT_PROXYHEADER, nil)
        proxyHeaders.wipe()
        // A server may answer before it has read the whole body.
        guard let count = body?.count, ccurl_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T) == curl_off_t(count) else {
            return
        }
        ccurl_easy_set_pointer(easy, CURLOPT_POSTFIELDS, nil)
        body = nil
    }

    /// Nothing of the request has been sent, or it may be sent again; the next time it gets a connection of its own.
    func prepareToRestart() {
        needsFreshConnection = false
        attemptCount = 0
        connectionCount = 0
        ccurl_easy_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    }

    /// Counts what went over the wire.
    func recordBytes() {
        guard let page = transfer.page else { return }
        // The first number holds the header and as much of the body as went with it, the second one the body alone.
        let sent = max(
            ccurl_easy_get_long(easy, CURLINFO_REQUEST_SIZE),
            Int(ccurl_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T))
        )
        let received =
            ccurl_easy_get_long(easy, CURLINFO_HEADER_SIZE)
            + Int(ccurl_easy_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T))
        if sent > 0 { page.record(.sent(sent)) }
        if received > 0 { page.record(.received(received)) }
    }
}

// MARK: Pausing

extension CurlTransfer {
    /// Goes on receiving after a pause; gives the error when that has ended the transfer.
    func resume() -> TransportError? {
        clock.resumed(at: times.now)
        times.set(transfer, to: clock)
        pool.hasResumed(self)
        // May call back with the bytes that were held back.
        let result = ccurl_easy_resume(easy)
        return result == CURLE_OK ? nil : error(for: result)
    }

    /// Receives no more until the reader has caught up, when it is behind.
    func pauseIfFull() {
        guard transfer.pauseIfFull(), ccurl_easy_pause(easy) == CURLE_OK else { return }
        hasPaused()
    }

    /// Makes libcurl send the frames that it has kept for this connection: to go on after a pause does it.
    func sendWhatIsKept() {
        // A transfer that is paused stays so. Going on may give it bytes that were held back; they are paused over again, or
        // taken, when its reader has caught up just now and the command to go on is on its way.
        let staysPaused = holdsUpConnection
        if !staysPaused { ccurl_easy_pause(easy) }
        ccurl_easy_resume(easy)
        if staysPaused { ccurl_easy_pause(easy) }
    }

    /// A pause has begun.
    func hasPaused() {
        clock.paused(at: times.now)
        pool.hasPaused(self)
        if holdsUpConnection { times.look(at: transfer, noLaterThan: environment.holdUpLimit.firstLook(at: times.now)) }
    }
}
