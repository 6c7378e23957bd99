import CCurl

/// Runs all transfers of a driver on one thread, which alone touches libcurl's handles.
final class CurlLoop {
    private let multi: UnsafeMutableRawPointer
    private let mailbox: Mailbox
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private let clock = ContinuousClock()

    private init(multi: UnsafeMutableRawPointer, mailbox: Mailbox) {
        self.multi = multi
        self.mailbox = mailbox
    }

    /// Works until a command says to shut down.
    static func run(reading mailbox: Mailbox) {
        guard isLibraryReady, let multi = curl_multi_init() else {
            failUnstarted(mailbox.close(TransportError(.limit, "libcurl could not be started.")))
            return
        }
        mailbox.open(WakeHandle(multi))
        let loop = CurlLoop(multi: multi, mailbox: mailbox)
        while loop.obey(mailbox.drain()) {
            loop.turn()
        }
        let end = TransportError(.cancelled, "The HTTP client was shut down.")
        let unread = mailbox.close(end)
        loop.endAll(end)
        failUnstarted(unread)
        curl_multi_cleanup(multi)
    }

    /// `curl_global_init` must run once, before anything else of libcurl.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private static func failUnstarted(_ commands: [DriverCommand]) {
        for case .start(let transfer) in commands {
            transfer.finish(TransportError(.cancelled, "The HTTP client was shut down."))
        }
    }
}

extension CurlLoop {
    /// Carries out commands; `false` when the last one was to shut down.
    private func obey(_ commands: [DriverCommand]) -> Bool {
        for (index, command) in commands.enumerated() {
            switch command {
            case .start(let transfer): start(transfer)
            case .stop(let transfer): remove(transfer)
            case .resume(let transfer): transfers[ObjectIdentifier(transfer)]?.resume(at: clock.now)
            case .shutdown:
                Self.failUnstarted(Array(commands[(index + 1)...]))
                return false
            }
        }
        return true
    }

    /// Lets libcurl work, ends what is done or late, and waits for something to happen.
    private func turn() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        finishDone()
        let next = finishLate()
        curl_multi_poll(multi, nil, 0, next, nil)
    }

    private func start(_ transfer: Transfer) {
        guard transfer.isWanted else { return }
        guard let curl = CurlTransfer(transfer, now: clock.now), curl_multi_add_handle(multi, curl.easy) == CURLM_OK
        else {
            transfer.finish(TransportError(.limit, "libcurl took no further request.", isRetrySafe: true))
            return
        }
        transfers[ObjectIdentifier(transfer)] = curl
    }

    /// Takes a transfer from libcurl; one that is still going loses its connection by that.
    @discardableResult
    private func remove(_ transfer: Transfer) -> CurlTransfer? {
        guard let curl = transfers.removeValue(forKey: ObjectIdentifier(transfer)) else { return nil }
        curl_multi_remove_handle(multi, curl.easy)
        return curl
    }

    private func finishDone() {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE,
                let easy = message.pointee.easy_handle,
                let curl = CurlTransfer.of(easy)
            else { continue }
            let error = curl.error(for: ccurl_message_result(message))
            remove(curl.transfer)
            curl.transfer.finish(error)
        }
    }

    /// Ends the transfers whose time is up; gives the milliseconds to the next limit.
    private func finishLate() -> Int32 {
        let now = clock.now
        var next = now + .seconds(60)
        var late: [(CurlTransfer, HTTPTimeouts.Stage)] = []
        for curl in transfers.values {
            guard let deadline = curl.clock.deadline else { continue }
            if deadline.at <= now {
                late.append((curl, deadline.stage))
            } else {
                next = min(next, deadline.at)
            }
        }
        for (curl, stage) in late {
            let error = curl.error(forTimeout: stage)
            remove(curl.transfer)
            curl.transfer.finish(error)
        }
        // Rounded up, for waking a moment too early would mean to spin until the limit.
        let wait = (next - now).components
        return Int32(wait.seconds * 1000 + wait.attoseconds / 1_000_000_000_000_000 + 1)
    }

    private func endAll(_ error: TransportError) {
        for curl in Array(transfers.values) {
            remove(curl.transfer)
            curl.transfer.finish(error)
        }
    }
}
