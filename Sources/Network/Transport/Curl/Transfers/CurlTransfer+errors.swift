import CCurl

extension CurlTransfer {
    /// The error for a result of libcurl; `nil` after a success.
    func error(for result: CURLcode) -> TransportError? {
        if request.onlyConnects, result == CURLE_PARTIAL_FILE, clock.isConnected {
            // The request only had to make the connection; there is no response to wait for.
            transfer.receive(HTTPResponseHead(status: 0, headers: [:]))
            return nil
        }
        // libcurl accepts a header that ends in the middle.
        let result = result == CURLE_OK && !hasHead ? CURLE_GOT_NOTHING : result
        guard result != CURLE_OK else { return nil }
        if let refusal { return refusal }
        if result == CURLE_OPERATION_TIMEDOUT { return error(forTimeout: clock.deadline?.stage ?? .total) }
        if result == CURLE_OUT_OF_MEMORY, clock.isConnected, !hasHead { return headerTooLong }
        if result == CURLE_COULDNT_CONNECT, openedSockets.isEmpty, let addressRefusal {
            return TransportError(.policy, "The request to \(transfer.host) is not allowed: \(addressRefusal).")
        }
        let fault = CurlFault(result, isConnected: clock.isConnected, hasHead: hasHead)
        return TransportError(fault.code, fault.message(naming: transfer.host), isRetrySafe: isRetrySafe)
    }

    func error(forTimeout stage: HTTPTimeouts.Stage) -> TransportError {
        TransportError(timeout: stage, of: transfer, connectStep: connectStep, isRetrySafe: isRetrySafe)
    }

    var headerTooLong: TransportError {
        TransportError(.limit, "The response header of \(transfer.host) is too long.")
    }

    var bodyTooLong: TransportError {
        TransportError(.limit, "The answer of \(transfer.host) is longer than \(request.maximumBodyBytes) bytes.")
    }

    var readerTooSlow: TransportError {
        TransportError(
            .limit,
            "The answer of \(transfer.host) was ended because its reader did not read for "
                + "\(environment.configuration.maximumHoldUp) while other answers on the same connection waited."
        )
    }

    private var hasHead: Bool { status != nil }

    private var isRetrySafe: Bool {
        !clock.isConnected || (!hasHead && request.isIdempotent)
    }

    private var connectStep: String {
        if ccurl_easy_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) == 0 { return "its name was not resolved" }
        // libcurl 7.88 reports the TCP connection only together with the TLS one.
        return request.isSecure ? "it was not accepted, or the TLS handshake did not end" : "it was not accepted"
    }
}

extension TransportError {
    /// The error for a time limit that was reached.
    init(
        timeout stage: HTTPTimeouts.Stage,
        of transfer: Transfer,
        connectStep: String = "",
        isRetrySafe: Bool = true
    ) {
        let host = transfer.host
        let limit = transfer.timeouts.limit(of: stage).map { "\($0)" } ?? "its time limit"
        let message =
            switch stage {
            case .queue: "There was no room for one more request to \(host) within \(limit)."
            case .connect: "No connection to \(host) within \(limit): \(connectStep)."
            case .firstByte: "\(host) did not answer within \(limit)."
            case .idle: "\(host) stopped sending for \(limit) in the middle of its answer."
            case .total: "The answer of \(host) was not complete within \(limit)."
            }
        self.init(.timeout(stage), message, isRetrySafe: isRetrySafe)
    }
}
