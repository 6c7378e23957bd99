import ArgumentParser
import Glibc
import Secrets

/// The input of a secret: typed without an echo, or from the standard input.
///
/// It is never an argument, which other users could see.
enum SecretInput {
    private static let longest = 64 * 1024

    /// Reads a secret, without the line break after it.
    /// - Parameter prompt: The question at the terminal.
    static func read(_ prompt: String) throws -> SecretString {
        let secret = isatty(STDIN_FILENO) == 1 ? try readUnseen(prompt) : try readLine(from: STDIN_FILENO)
        guard !secret.isEmpty else {
            throw CommandFailure("The input was empty. Type the secret, or pipe it in: command < file.")
        }
        return secret
    }

    private static func readUnseen(_ prompt: String) throws -> SecretString {
        write(prompt + ": ")
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
            throw CommandFailure("The terminal's echo cannot be turned off. Pipe the secret in instead.")
        }
        let former = settings
        // Signals from the keyboard are off too, because a command that ended here would leave the terminal without an echo.
        settings.c_lflag &= ~tcflag_t(ECHO | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else {
            throw CommandFailure("The terminal's echo cannot be turned off. Pipe the secret in instead.")
        }
        defer {
            var former = former
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
            write("\n")
        }
        return try readLine(from: STDIN_FILENO)
    }

    /// Reads up to the first line break, or the end of the input, into memory that is wiped afterwards.
    private static func readLine(from descriptor: Int32) throws -> SecretString {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 1)
        defer {
            buffer.wipe()
            buffer.deallocate()
        }
        var count = 0
        while count < buffer.count {
            let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            count += read
            if buffer[..<count].contains(UInt8(ascii: "\n")) { break }
        }
        guard count < buffer.count else {
            throw CommandFailure("The input is too long for a secret. Check that you piped in the right file.")
        }
        var end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) ?? count
        // These are Control-C and Control-D, which the terminal passes on while keyboard signals are off.
        if buffer[..<end].contains(where: { $0 == 3 || $0 == 4 }) { throw ExitCode(130) }
        if end > 0, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return SecretString(copying: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
    }

    /// Writes to the standard error, because the standard output is for the response.
    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
