import CCurl

/// The event loop of a driver: one thread that runs all its transfers, and that alone uses libcurl's handles.
///
/// A socket, a command or a deadline wakes the thread, and it looks at nothing else. So the cost of one piece does not depend on
/// the number of open transfers.
final class CurlLoop {
    /// A transfer that waits in the queue.
    private struct Waiting {
        var transfer: Transfer
        var clock: TransferClock
    }

    private let mailbox: Mailbox
    private let poller: Poller
    private let environment: CurlEnvironment
    private let times = LoopTimes()
    private let untrusted: Lane
    private let trusted: Lane
    /// The most transfers that may run, and the most that may wait, in both lanes together.
    private let maximumTransfers: Int
    private let maximumWaiting: Int
    /// The lane that starts the next transfer when there is capacity.
    private var nextLane: Lane
    private var pacer = StepPacer()
    private var waiting: [ObjectIdentifier: Waiting] = [:]
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]

    /// The connections and the queue of one kind of request.
    private final class Lane {
        let pool: CurlPool
        var queue: FairQueue<ObjectIdentifier>

        init(pool: CurlPool, capacity: FairQueue<ObjectIdentifier>.Capacity) {
            self.pool = pool
            queue = FairQueue(capacity: capacity)
        }
    }

    private init?(mailbox: Mailbox, wakeEvent: WakeEvent, configuration: HTTPClient.Configuration) {
        guard Self.isLibraryReady, let poller = Poller(wakeEvent: wakeEvent),
            let untrusted = CurlPool(number: 0, poller: poller, configuration: configuration),
            let trusted = CurlPool(number: 1, poller: poller, configuration: configuration)
        else { return nil }
        self.mailbox = mailbox
        self.poller = poller
        environment = CurlEnvironment(configuration)
        // Each thread has an equal part of the limits.
        let threads = max(1, configuration.threads)
        let overall = max(1, configuration.maximumTransfers / threads)
        maximumTransfers = overall
        maximumWaiting = max(0, configuration.maximumWaiting / threads)
        self.untrusted = Lane(
            pool: untrusted,
            capacity: .init(perHost: max(1, configuration.maximumUntrustedTransfersPerHost), overall: overall)
        )
        self.trusted = Lane(
            pool: trusted,
            capacity: .init(perHost: max(1, configuration.maximumTransfersPerHost), overall: overall)
        )
        nextLane = self.trusted
    }

    /// Runs until a command shuts the loop down.
    static func run(reading mailbox: Mailbox, waking wakeEvent: WakeEvent, configuration: HTTPClient.Configuration) {
        guard let loop = CurlLoop(mailbox: mailbox, wakeEvent: wakeEvent, configuration: configuration) else {
            let error = TransportError(.limit, "libcurl could not start because memory or descriptors were missing.")
            failUnstarted(mailbox.close(error), error)
            return
        }
        while loop.execute(mailbox.drain()) { loop.step() }
        let end = TransportError(.cancelled, "The HTTP client was shut down.")
        let unread = mailbox.close(end)
        loop.environment.deliveries.deliverAll { _ in }
        loop.endAll(end)
        // These are listeners whose command was not read, and those that received bytes while the others were ended.
        for case .deliver(let transfer) in unread { loop.environment.deliveries.add(transfer) }
        loop.environment.deliveries.deliverAll { _ in }
        loop.environment.deliveries.resumeFinished()
        loop.untrusted.pool.close()
        loop.trusted.pool.close()
        failUnstarted(unread, end)
    }

    /// Whether `curl_global_init` succeeded; it must run once, before any other function of libcurl.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private static func failUnstarted(_ commands: [DriverCommand], _ error: TransportError) {
        for case .start(let transfer) in commands { transfer.finish(error) }
    }
}

// MARK: One step

extension CurlLoop {
    /// Waits for an event and lets libcurl work, then ends the transfers that are done or overdue, and starts those that can start.
    private func step() {
        let next = Self.earlier(times.next, Self.earlier(untrusted.pool.due, trusted.pool.due))
        if let pause = pacer.pause(at: .now, openTransfers: transfers.count) { poller.sleep(for: pause) }
        var readySockets = 0
        poller.wait(until: next) { readiness in
            readySockets += 1
            let socket = Int32(truncatingIfNeeded: readiness.token)
            let pool = readiness.token >> 32 == 0 ? untrusted.pool : trusted.pool
            pool.work(on: socket, readiness)
        }
        times.update()
        pacer.recordStep(at: times.now, readySockets: readySockets)
        untrusted.pool.workIfDue(at: times.now)
        trusted.pool.workIfDue(at: times.now)
        completeDeferred()
        finishOverdue()
        startNext()
    }

    /// Completes what libcurl's callbacks left for later, and ends the transfers that are done.
    private func completeDeferred() {
        environment.deliveries.deliverAll { resume($0) }
        completeDeferred(untrusted.pool)
        completeDeferred(trusted.pool)
        environment.deliveries.resumeFinished()
    }

    private static func earlier(
        _ first: ContinuousClock.Instant?,
        _ second: ContinuousClock.Instant?
    ) -> ContinuousClock.Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    private func completeDeferred(_ pool: CurlPool) {
        pool.pauseOverflowing()
        pool.forEachRefused { curl in finish(curl, curl.refusal) }
        pool.forEachFinished { curl, result in
            if curl.needsFreshConnection, pool.restart(curl) { return }
            finish(curl, curl.error(for: result), isOver: true)
        }
    }

    /// Carries out commands; returns `false` when the last one was to shut down.
    private func execute(_ commands: [DriverCommand]) -> Bool {
        for (index, command) in commands.enumerated() {
            switch command {
            case .start(let transfer): enqueue(transfer)
            case .stop(let transfer): stop(transfer)
            case .resume(let transfer): resume(transfer)
            case .deliver(let transfer): environment.deliveries.add(transfer)
            case .shutdown:
                let end = TransportError(.cancelled, "The HTTP client was shut down.")
                let rest = commands[(index + 1)...]
                Self.failUnstarted(Array(rest), end)
                for case .deliver(let transfer) in rest { environment.deliveries.add(transfer) }
                return false
            }
        }
        if !commands.isEmpty {
            completeDeferred()
            startNext()
        }
        return true
    }

    private func lane(of transfer: Transfer) -> Lane { transfer.isTrusted ? trusted : untrusted }
}

// MARK: Starting

extension CurlLoop {
    private func enqueue(_ transfer: Transfer) {
        guard transfer.isActive else { return }
        transfer.metrics?.record(.started)
        let id = ObjectIdentifier(transfer)
        let clock = TransferClock(timeouts: transfer.timeouts, now: times.now)
        waiting[id] = Waiting(transfer: transfer, clock: clock)
        times.set(transfer, to: clock)
        lane(of: transfer).queue.enqueue(id, host: transfer.origin, caller: transfer.caller)
        guard waiting.count > maximumWaiting else { return }
        // The transfers that were just added may be able to start.
        startNext()
        if waiting[id] != nil { failWaiting(transfer, queueIsFull(for: transfer)) }
    }

    private func queueIsFull(for transfer: Transfer) -> TransportError {
        TransportError(
            .limit,
            "The request to \(transfer.host) was not sent because too many other requests are waiting; try again later.",
            isRetrySafe: true
        )
    }

    private func startNext() {
        while transfers.count < maximumTransfers {
            // The lanes take turns, so that neither keeps the other from the shared capacity.
            let first = nextLane
            let second = first === trusted ? untrusted : trusted
            guard startNext(in: first) || startNext(in: second) else { return }
            nextLane = second
        }
    }

    /// Starts the next transfer of a lane; returns `false` when none of them can start now.
    private func startNext(in lane: Lane) -> Bool {
        guard let id = lane.queue.next() else { return false }
        if let next = waiting.removeValue(forKey: id) { start(next, in: lane) }
        return true
    }

    private func start(_ next: Waiting, in lane: Lane) {
        let transfer = next.transfer
        var clock = next.clock
        clock.started(at: times.now)
        guard let request = transfer.takeRequest(),
            let curl = CurlTransfer(transfer, request, clock, in: lane.pool, times, environment), lane.pool.add(curl)
        else {
            lane.queue.release(host: transfer.origin)
            conclude(
                transfer,
                TransportError(.limit, "libcurl could not start another request.", isRetrySafe: true),
                nil
            )
            return
        }
        transfers[ObjectIdentifier(transfer)] = curl
        times.set(transfer, to: clock)
    }

    private func resume(_ transfer: Transfer) {
        guard let curl = transfers[ObjectIdentifier(transfer)] else { return }
        if let error = curl.resume() { finish(curl, error) }
    }
}

// MARK: Ending

extension CurlLoop {
    /// Ends a transfer that its caller no longer needs.
    private func stop(_ transfer: Transfer) {
        let error = TransportError(.cancelled, "The request to \(transfer.host) was cancelled.")
        if let curl = transfers[ObjectIdentifier(transfer)] {
            finish(curl, error)
        } else {
            failWaiting(transfer, error)
        }
    }

    private func failWaiting(_ transfer: Transfer, _ error: TransportError) {
        let id = ObjectIdentifier(transfer)
        guard waiting.removeValue(forKey: id) != nil else { return }
        lane(of: transfer).queue.cancel(id)
        conclude(transfer, error, nil)
    }

    /// - Parameter isOver: Whether libcurl has finished with it.
    private func finish(_ curl: CurlTransfer, _ error: TransportError?, isOver: Bool = false) {
        let transfer = curl.transfer
        guard transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        curl.recordBytes()
        let lane = lane(of: transfer)
        lane.pool.remove(curl, isOver: isOver)
        lane.queue.release(host: transfer.origin)
        conclude(transfer, error, curl.status)
    }

    /// Completes a transfer, as its last step.
    private func conclude(_ transfer: Transfer, _ error: TransportError?, _ status: Int?) {
        times.remove(transfer)
        if let error {
            transfer.metrics?.record(.ended(.failed(error.code)))
        } else if let status {
            transfer.metrics?.record(.ended(.answered(status: status)))
        }
        transfer.finish(error)
    }

    /// Ends the transfers whose deadline has passed, and sets the current deadline of the others.
    private func finishOverdue() {
        while let id = times.popDue() {
            if let curl = transfers[id] {
                guard checkHoldUp(of: curl) else { continue }
                guard let deadline = curl.clock.deadline, deadline.at <= times.now else {
                    times.set(curl.transfer, to: curl.clock)
                    continue
                }
                finish(curl, curl.error(forTimeout: deadline.stage))
            } else if let next = waiting[id] {
                guard let deadline = next.clock.deadline, deadline.at <= times.now else {
                    times.set(next.transfer, to: next.clock)
                    continue
                }
                failWaiting(next.transfer, TransportError(timeout: deadline.stage, of: next.transfer))
            }
        }
    }

    /// Ends a transfer that has blocked others for too long, and excuses one that is blocked itself; returns `false` when it
    /// ended.
    private func checkHoldUp(of curl: CurlTransfer) -> Bool {
        let pool = lane(of: curl.transfer).pool
        if curl.holdsUpConnection, let start = curl.clock.pauseStart {
            let waiting = pool.countHeldUp(by: curl)
            switch environment.holdUpLimit.decision(pausedSince: start, waiting: waiting, at: times.now) {
            case .checkAgain(let instant): times.scheduleCheck(of: curl.transfer, noLaterThan: instant)
            case .end:
                finish(curl, curl.readerTooSlow)
                return false
            }
        } else if let start = pool.holdUpStart(of: curl) {
            // The upstream is not to blame for the time that another stream's reader cost.
            curl.clock.excludeTime(until: environment.holdUpLimit.excuseEnd(since: start, at: times.now))
        }
        return true
    }

    private func endAll(_ error: TransportError) {
        for curl in Array(transfers.values) { finish(curl, error) }
        for next in Array(waiting.values) { failWaiting(next.transfer, error) }
    }
}
