import CCurl

/// A transfer while libcurl has it: the handle, what its callbacks need, and the time limits.
///
/// It lives on the driver's thread.
final class CurlTransfer {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private(set) var clock: TransferClock
    private var headers: CurlHeaderList
    private var head: ResponseHeadParser
    private var hasHead = false
    /// Why a callback has told libcurl to stop.
    private var refusal: TransportError?

    /// `nil` when libcurl is out of memory.
    init?(_ transfer: Transfer, now: ContinuousClock.Instant) {
        guard let easy = curl_easy_init() else { return nil }
        self.transfer = transfer
        self.easy = easy
        clock = TransferClock(timeouts: transfer.request.timeouts, now: now)
        head = ResponseHeadParser(maximumBytes: transfer.request.maximumHeaderBytes)
        headers = CurlHeaderList(transfer.request.headers, hasBody: transfer.request.body != nil)
        configure()
    }

    /// The handle must have been taken from the multi handle before.
    deinit {
        curl_easy_cleanup(easy)
    }

    /// The transfer to which a handle belongs.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        ccurl_easy_get_private(easy).map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Goes on receiving after a pause.
    func resume(at now: ContinuousClock.Instant) {
        clock.resumed(at: now)
        // May call back with the bytes that were held back.
        ccurl_easy_resume(easy)
    }
}

// MARK: Options

extension CurlTransfer {
    private func configure() {
        let request = transfer.request
        // Unretained: the loop holds this object until the handle is out of libcurl's hands.
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_easy_set_pointer(easy, CURLOPT_PRIVATE, context)
        ccurl_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_easy_set_pointer(easy, CURLOPT_PREREQDATA, context)
        ccurl_easy_set_data_callback(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        ccurl_easy_set_data_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
        ccurl_easy_set_ready_callback(easy, connectionIsReady)

        ccurl_easy_set_string(easy, CURLOPT_URL, request.url)
        ccurl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_easy_set_string(easy, CURLOPT_PROXY, "")
        ccurl_easy_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        ccurl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without this, dropping a transfer waits for its name look-up, and with it the whole thread.
        ccurl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        ccurl_easy_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        // libcurl's own connect limit only decides how the time is shared between several addresses.
        ccurl_easy_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connect.wholeMilliseconds)
        ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, headers.list)
        setMethod(request)
    }

    private func setMethod(_ request: PreparedRequest) {
        if let body = request.body {
            ccurl_easy_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
            // An empty array may have no address, which libcurl would take for "read the body from a callback".
            let terminated = body.isEmpty ? [0] : body
            terminated.withUnsafeBytes { bytes in
                _ = ccurl_easy_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
        } else if request.method == .head {
            ccurl_easy_set_long(easy, CURLOPT_NOBODY, 1)
        }
        // HEAD is left to NOBODY: libcurl would wait for a body otherwise.
        if request.method != .head || request.body != nil {
            ccurl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }
}

// MARK: Callbacks

extension CurlTransfer {
    fileprivate func connected() {
        clock.connected(at: .now)
    }

    /// Whether to go on.
    fileprivate func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        switch head.feed(line) {
        case .incomplete: return true
        case .tooLong:
            refusal = headerTooLong
            return false
        case .head(let head):
            hasHead = true
            clock.received(at: .now)
            // The request is out, and no redirect or log-in will need its header again: close the secrets now, for the body
            // may stream for a long time.
            ccurl_easy_set_list(easy, CURLOPT_HTTPHEADER, nil)
            headers.wipe()
            transfer.receive(head)
            return true
        }
    }

    fileprivate func receive(body piece: [UInt8]) -> Transfer.Reception {
        let reception = transfer.receive(piece)
        switch reception {
        case .taken: clock.received(at: .now)
        case .pause: clock.paused(at: .now)
        case .abort: break
        }
        return reception
    }
}

private func transfer(behind context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionIsReady(
    context: UnsafeMutableRawPointer?,
    peer: UnsafeMutablePointer<CChar>?,
    local: UnsafeMutablePointer<CChar>?,
    peerPort: Int32,
    localPort: Int32
) -> Int32 {
    transfer(behind: context)?.connected()
    return Int32(CURL_PREREQFUNC_OK)
}

private func receiveHeader(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any number but the length of the line makes libcurl stop.
    return transfer(behind: context)?.receive(headerLine: line) == true ? line.count : -1
}

private func receiveBody(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let piece = [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
    guard !piece.isEmpty else { return 0 }
    switch transfer(behind: context)?.receive(body: piece) {
    case .taken: return piece.count
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort, nil: return -1
    }
}

// MARK: Errors

extension CurlTransfer {
    /// What libcurl's result means; `nil` when all went well.
    func error(for result: CURLcode) -> TransportError? {
        // libcurl is content with a header that ends in the middle.
        let result = result == CURLE_OK && !hasHead ? CURLE_GOT_NOTHING : result
        guard result != CURLE_OK else { return nil }
        if let refusal { return refusal }
        if result == CURLE_OPERATION_TIMEDOUT { return error(forTimeout: clock.deadline?.stage ?? .total) }
        if result == CURLE_OUT_OF_MEMORY, clock.isConnected, !hasHead { return headerTooLong }
        let fault = CurlFault(result, isConnected: clock.isConnected, hasHead: hasHead)
        return TransportError(fault.code, fault.message(naming: transfer.host), isRetrySafe: isRetrySafe)
    }

    func error(forTimeout stage: HTTPTimeouts.Stage) -> TransportError {
        let host = transfer.host
        let limit = transfer.request.timeouts.limit(of: stage).map { "\($0)" } ?? "its time limit"
        let message =
            switch stage {
            case .connect: "No connection to \(host) within \(limit): \(connectStep)."
            case .firstByte: "\(host) did not answer within \(limit)."
            case .idle: "\(host) stopped sending for \(limit) in the middle of its answer."
            case .total: "The answer of \(host) was not complete within \(limit)."
            }
        return TransportError(.timeout(stage), message, isRetrySafe: isRetrySafe)
    }

    private var headerTooLong: TransportError {
        TransportError(.limit, "The response header of \(transfer.host) is too long.")
    }

    private var isRetrySafe: Bool {
        !clock.isConnected || (!hasHead && transfer.request.method.isIdempotent)
    }

    private var connectStep: String {
        if ccurl_easy_get_time(easy, CURLINFO_NAMELOOKUP_TIME_T) == 0 { return "its name was not resolved" }
        // libcurl 7.88 reports the TCP connection only together with the TLS one.
        let isSecure = transfer.request.url.lowercased().hasPrefix("https:")
        return isSecure ? "it was not accepted, or the TLS handshake did not end" : "it was not accepted"
    }
}

extension Duration {
    /// Whole milliseconds, at least one; libcurl reads 0 as no limit.
    fileprivate var wholeMilliseconds: Int {
        max(1, Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000))
    }
}
