#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The error of a server that cannot listen on its port.
public struct ListeningError: Error, Equatable, CustomStringConvertible {
    /// The port.
    public let port: Int
    /// The system's error number.
    public let number: Int32

    /// The error as a sentence without its full stop.
    public var description: String {
        if number == EADDRINUSE { return "another program already listens on port \(port)" }
        return "cannot listen on port \(port): \(String(cString: strerror(number))) (error \(number))"
    }
}
