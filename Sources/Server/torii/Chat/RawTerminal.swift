import Glibc
import Synchronization

/// The terminal in raw mode: each key arrives at once, and nothing is echoed.
///
/// The former mode is restored at the end, also when the process exits, is ended by a signal, or crashes.
enum RawTerminal {
    /// The signals of crashes and of the end of the process, before which the mode is restored.
    private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS]

    /// The former mode.
    ///
    /// It is written before a signal handler can read it, and is never released.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    /// The former action of each signal, by its number.
    nonisolated(unsafe) private static let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    private static let isRaw = Atomic<Bool>(false)
    private static let isPrepared = Atomic<Bool>(false)
    /// Switches bracketed paste off and shows the cursor, as bytes that a signal handler can write.
    nonisolated(unsafe) private static let reset: UnsafeMutableBufferPointer<UInt8> = {
        let bytes = Array("\u{1B}[?2004l\u{1B}[?25h\u{1B}[m\r\n".utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        return buffer
    }()

    /// Switches the raw mode and bracketed paste on.
    ///
    /// - Throws: ``CommandFailure`` if the standard input is no terminal.
    static func enter() throws {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
            throw CommandFailure("The standard input is no terminal. Use -p \"your question\" in a script.")
        }
        if !isRaw.load(ordering: .acquiring) { former.initialize(to: settings) }
        _ = reset
        prepare()
        settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        // Reads return with at least one byte.
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else {
            throw CommandFailure("The terminal cannot be switched to raw mode. Use -p \"your question\" instead.")
        }
        isRaw.store(true, ordering: .releasing)
        write("\u{1B}[?2004h")
    }

    /// Restores the former mode, if it was changed.
    static func leave() {
        guard isRaw.exchange(false, ordering: .acquiringAndReleasing) else { return }
        write("\u{1B}[?2004l\u{1B}[?25h")
        tcsetattr(STDIN_FILENO, TCSADRAIN, former)
    }

    /// Restores the former mode with calls that a signal handler may make.
    private static func restoreInSignal() {
        guard isRaw.exchange(false, ordering: .acquiringAndReleasing) else { return }
        _ = Glibc.write(STDOUT_FILENO, reset.baseAddress, reset.count)
        tcsetattr(STDIN_FILENO, TCSANOW, former)
    }

    /// Installs the handlers once.
    private static func prepare() {
        guard !isPrepared.exchange(true, ordering: .acquiringAndReleasing) else { return }
        atexit { RawTerminal.leave() }
        for signal in fatalSignals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                RawTerminal.restoreInSignal()
                // The former action follows: the report of a crash, or the end of the process.
                sigaction(number, RawTerminal.actions + Int(number), nil)
                Glibc.raise(number)
            }
            sigemptyset(&action.sa_mask)
            action.sa_flags = SA_NODEFER
            sigaction(signal, &action, actions + Int(signal))
        }
    }

    /// The number of columns and rows; 80 and 24 if the terminal does not know them.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 1 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes bytes to the standard output; the rest is dropped if the terminal is gone.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The shell may have left the terminal in non-blocking mode.
                var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
                continue
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a text.
    static func write(_ text: String) { write(Array(text.utf8)) }
}
