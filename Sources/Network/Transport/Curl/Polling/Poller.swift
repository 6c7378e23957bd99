import CCurl
import Glibc

/// The one epoll descriptor on which a loop waits for its sockets, its wake signal and its timer.
///
/// It belongs to one thread; only the wake signal is used from others.
final class Poller {
    /// The events of a socket.
    struct Readiness {
        /// The token with which the socket was added.
        var token: UInt64
        var isReadable: Bool
        var isWritable: Bool
        var hasFailed: Bool
    }

    private static let capacity = 256
    private static let wakeToken = UInt64.max
    private static let timerToken = UInt64.max - 1

    private let epoll: Int32
    private let timer: Int32
    private let wakeEvent: WakeEvent
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
    /// When the timer fires; `nil` when it is not set.
    private var alarm: ContinuousClock.Instant?

    /// Creates a poller; `nil` when the process has no descriptor left.
    init?(wakeEvent: WakeEvent) {
        self.wakeEvent = wakeEvent
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard epoll >= 0, timer >= 0, control(EPOLL_CTL_ADD, wakeEvent.descriptor, .read, token: Self.wakeToken),
            control(EPOLL_CTL_ADD, timer, .read, token: Self.timerToken)
        else { return nil }
    }

    deinit {
        events.deallocate()
        for descriptor in [epoll, timer] where descriptor >= 0 { close(descriptor) }
    }

    /// Waits until an event or a time, and calls a function with each ready socket.
    ///
    /// With `nil` as the time, it waits for events only.
    func wait(until moment: ContinuousClock.Instant?, _ body: (Readiness) -> Void) {
        let isDue = moment.map(setAlarm) ?? false
        let count = epoll_wait(epoll, events, Int32(Self.capacity), isDue ? 0 : -1)
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let bits = events[index].events
            switch events[index].data.u64 {
            case Self.wakeToken: wakeEvent.reset()
            case Self.timerToken: stopAlarm()
            case let token:
                body(
                    Readiness(
                        token: token,
                        isReadable: bits & EPOLLIN.rawValue != 0,
                        isWritable: bits & EPOLLOUT.rawValue != 0,
                        hasFailed: bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                    )
                )
            }
        }
    }
}

// MARK: The timer

extension Poller {
    /// Sleeps for a short time, less than a second, whatever happens.
    func sleep(for duration: Duration) {
        var rest = timespec(tv_sec: 0, tv_nsec: Int(duration.components.attoseconds / 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, nil)
    }
}

extension Poller {
    /// Sets the timer unless it fires earlier; returns `true` when the time is past.
    ///
    /// A time that moved later is not set again: the timer then wakes the thread once without need.
    private func setAlarm(for moment: ContinuousClock.Instant) -> Bool {
        if let alarm, alarm <= moment { return false }
        let wait = (moment - .now).components
        guard wait.seconds > 0 || wait.seconds == 0 && wait.attoseconds > 0 else { return true }
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(wait.seconds)
        // One nanosecond more, because zero would unset the timer.
        setting.it_value.tv_nsec = min(999_999_999, Int(wait.attoseconds / 1_000_000_000) + 1)
        guard timerfd_settime(timer, 0, &setting, nil) == 0 else { return true }
        alarm = moment
        return false
    }

    private func stopAlarm() {
        // An unread timer would stay readable, and the thread would spin.
        var count: UInt64 = 0
        _ = read(timer, &count, MemoryLayout<UInt64>.size)
        alarm = nil
    }
}

// MARK: Sockets

extension Poller {
    /// Changes the events that epoll watches for a socket.
    func apply(_ change: InterestSet.Change, to socket: Int32, token: UInt64) {
        switch change {
        case .none: break
        case .add(let interest):
            // A descriptor can be closed and reused before libcurl has reported it.
            if !control(EPOLL_CTL_ADD, socket, interest, token: token), errno == EEXIST {
                control(EPOLL_CTL_MOD, socket, interest, token: token)
            }
        case .modify(let interest):
            if !control(EPOLL_CTL_MOD, socket, interest, token: token), errno == ENOENT {
                control(EPOLL_CTL_ADD, socket, interest, token: token)
            }
        case .remove:
            // The call fails when the socket has been closed, which has already removed it.
            control(EPOLL_CTL_DEL, socket, [], token: token)
        }
    }

    @discardableResult
    private func control(_ call: Int32, _ socket: Int32, _ interest: InterestSet.Interest, token: UInt64) -> Bool {
        var event = epoll_event()
        if interest.contains(.read) { event.events |= EPOLLIN.rawValue }
        if interest.contains(.write) { event.events |= EPOLLOUT.rawValue }
        event.data.u64 = token
        return epoll_ctl(epoll, call, socket, &event) == 0
    }
}
