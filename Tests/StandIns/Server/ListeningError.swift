#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A port that a server cannot have.
public struct ListeningError: Error, Equatable, CustomStringConvertible {
    /// The port.
    public let port: Int
    /// The system's number of the error.
    public let number: Int32

    /// A sentence without its full stop.
    public var description: String {
        if number == EADDRINUSE { return "another program listens on port \(port) already" }
        return "cannot listen on port \(port): \(String(cString: strerror(number))) (error \(number))"
    }
}
