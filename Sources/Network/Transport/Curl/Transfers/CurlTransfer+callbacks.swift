import CCurl
import Glibc

extension CurlTransfer {
    /// Makes libcurl call this object's functions.
    func setCallbacks() {
        // Unretained: the loop holds this object until the handle is removed from libcurl.
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_easy_set_pointer(easy, CURLOPT_PRIVATE, context)
        ccurl_easy_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_easy_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_easy_set_pointer(easy, CURLOPT_PREREQDATA, context)
        ccurl_easy_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        ccurl_easy_set_data_callback(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        ccurl_easy_set_data_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
        ccurl_easy_set_ready_callback(easy, connectionIsReady)
        ccurl_easy_set_open_socket_callback(easy, makeSocket)
        pool.setCloseCallback(of: easy)
    }

    /// Makes the socket for an address if the policy allows it.
    ///
    /// libcurl calls it with every address that it tries, so no name, spelling or redirect avoids the check.
    fileprivate func openSocket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        // The address of a proxy is trusted, and with a proxy no other address is connected to.
        if !transfer.isTrusted, !request.usesProxy {
            let socketAddress = ccurl_sockaddr_address(address)
            guard let ip = IPAddress(socketAddress), let port = IPAddress.port(of: socketAddress) else {
                return CURL_SOCKET_BAD
            }
            let policy = environment.configuration.addressPolicy
            let own = policy.allowsOwnAddresses ? [] : OwnAddresses.shared.current
            if let refusal = policy.refusal(of: ip, port: port, ownAddresses: own) {
                addressRefusal = refusal.description
                return CURL_SOCKET_BAD
            }
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.pointee.family, kind, address.pointee.protocol)
        openedSockets.append(descriptor)
        return descriptor
    }

    /// Records the connection; returns whether to send the request over it.
    fileprivate func connected(local: SocketEnd?, peer: SocketEnd?) -> Bool {
        let count = ccurl_easy_get_long(easy, CURLINFO_NUM_CONNECTS)
        let isReused = count == connectionCount
        connectionCount = count
        _ = pool.leaveConnection(self)
        ends = if let local, let peer { ConnectionEnds(local: local, peer: peer) } else { nil }
        if let ends {
            if !isReused {
                pool.recordConnection(openedSockets, at: ends)
            } else if !pool.isReusable(ends) {
                needsFreshConnection = true
                return false
            }
        }
        guard mayContinue(over: isReused) else { return false }
        if request.isSecure { pool.joinConnection(self) }
        enter { $0.connected(at: times.now) }
        return true
    }

    /// Counts the attempt; returns `false` for one that could repeat the request's effect.
    private func mayContinue(over isReused: Bool) -> Bool {
        defer { wasReused = isReused }
        attemptCount += 1
        guard attemptCount > 1 else {
            transfer.metrics?.record(.connected(isReused: isReused))
            return true
        }
        // libcurl resends a request when a reused connection ends without a response. The server may have processed it. On a new
        // connection libcurl resends only when an HTTP/2 server has said that it did nothing.
        guard wasReused, ccurl_easy_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 else { return true }
        if request.mayBeResent {
            // One resend is enough: a server that fails at each request would otherwise receive it on all its idle connections.
            needsFreshConnection = isReused
            return !isReused
        }
        refusal = TransportError(
            .firstByte,
            "\(transfer.host) closed the connection before it answered; the request may have had its effect."
        )
        return false
    }

    /// Changes the stage, which may bring the deadline forward.
    private func enter(_ change: (inout TransferClock) -> Void) {
        change(&clock)
        times.set(transfer, to: clock)
    }

    /// Reads a line of the header; returns whether libcurl continues.
    fileprivate func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        switch head.feed(line) {
        case .incomplete: return true
        case .tooLong:
            isMultiplexed = ccurl_easy_get_long(easy, CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0
            refuse(headerTooLong)
            return isMultiplexed
        case .head(let head):
            status = head.status
            isMultiplexed = ccurl_easy_get_long(easy, CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0
            pool.recordAnswer(of: self)
            enter { $0.received(at: times.now) }
            transfer.metrics?.record(.firstByte(after: clock.age(at: times.now)))
            forgetRequest()
            transfer.receive(head)
            return true
        }
    }

    fileprivate func receive(body piece: LentBytes) -> Transfer.Reception {
        guard refusal == nil else { return isMultiplexed ? .stored : .abort }
        guard piece.count <= remainingBodyBytes else {
            refuse(bodyTooLong)
            return isMultiplexed ? .stored : .abort
        }
        // libcurl decodes all that it has read, of whatever length, and would keep it while paused. So a decoded piece is accepted in any
        // case, because its length is limited, and the pause follows.
        let reception = transfer.receive(piece, canOverflow: request.isDecoded, environment.deliveries)
        switch reception {
        case .stored:
            remainingBodyBytes -= piece.count
            // The timer is not set again: it fires at the earlier deadline, and the new one is read then.
            clock.received(at: times.now)
            if request.isDecoded { pool.pauseLater(self) }
        case .pause: recordPause()
        // A command to stop is on its way; it also resets the stream of an HTTP/2 connection.
        case .abort: return .stored
        }
        return reception
    }

    /// Ends the transfer as soon as libcurl has returned.
    private func refuse(_ error: TransportError) {
        refusal = error
        pool.endLater(self)
    }
}

private func transfer(behind context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func makeSocket(
    context: UnsafeMutableRawPointer?,
    purpose: curlsocktype,
    address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = transfer(behind: context), let address else { return CURL_SOCKET_BAD }
    return transfer.openSocket(for: address)
}

private func connectionIsReady(
    context: UnsafeMutableRawPointer?,
    peer: UnsafeMutablePointer<CChar>?,
    local: UnsafeMutablePointer<CChar>?,
    peerPort: Int32,
    localPort: Int32
) -> Int32 {
    guard let transfer = transfer(behind: context),
        transfer.connected(local: socketEnd(local, localPort), peer: socketEnd(peer, peerPort))
    else { return Int32(CURL_PREREQFUNC_ABORT) }
    return Int32(CURL_PREREQFUNC_OK)
}

private func socketEnd(_ address: UnsafeMutablePointer<CChar>?, _ port: Int32) -> SocketEnd? {
    address.flatMap { IPAddress(String(cString: $0)) }.map {
        SocketEnd(address: $0, port: UInt16(truncatingIfNeeded: port))
    }
}

private func receiveHeader(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any number except the length of the line makes libcurl stop.
    return transfer(behind: context)?.receive(headerLine: line) == true ? line.count : -1
}

private func receiveBody(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let piece = LentBytes(UnsafeRawBufferPointer(start: bytes, count: size * count))
    guard piece.count > 0 else { return 0 }
    switch transfer(behind: context)?.receive(body: piece) {
    case .stored: return piece.count
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort, nil: return -1
    }
}
