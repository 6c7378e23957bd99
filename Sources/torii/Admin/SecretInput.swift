import ArgumentParser
import Glibc
import Secrets

/// Where a secret comes from: the terminal without an echo, or the standard input; never an argument, which others could see.
enum SecretInput {
    private static let longest = 64 * 1024

    /// Reads a secret, without the line's end after it.
    /// - Parameter prompt: What the person at the terminal is asked.
    static func read(_ prompt: String) throws -> SecretString {
        let secret = isatty(STDIN_FILENO) == 1 ? try readUnseen(prompt) : try readLine(from: STDIN_FILENO)
        guard !secret.isEmpty else {
            throw CommandFailure("Nothing was given. Type the secret, or pipe it in: command < file.")
        }
        return secret
    }

    private static func readUnseen(_ prompt: String) throws -> SecretString {
        write(prompt + ": ")
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
            throw CommandFailure("The terminal cannot be kept from showing what is typed; pipe the secret in instead.")
        }
        let former = settings
        // Without signals from the keys too: a command that ended here would leave the terminal without an echo.
        settings.c_lflag &= ~tcflag_t(ECHO | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else {
            throw CommandFailure("The terminal cannot be kept from showing what is typed; pipe the secret in instead.")
        }
        defer {
            var former = former
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
            write("\n")
        }
        return try readLine(from: STDIN_FILENO)
    }

    /// Reads to the end of the first line, or of the input, into memory that is wiped.
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
        guard count < buffer.count else { throw CommandFailure("That is too long for a secret.") }
        var end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) ?? count
        // Control-C and Control-D, typed while the keys send no signals.
        if buffer[..<end].contains(where: { $0 == 3 || $0 == 4 }) { throw ExitCode(130) }
        if end > 0, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return SecretString(copying: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
    }

    /// To the standard error, for the standard output is for the answer.
    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension SecretString {
    /// The secret as a JSON text in a body.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
