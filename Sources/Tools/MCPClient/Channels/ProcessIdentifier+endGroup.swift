import Subprocess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension ProcessIdentifier {
    /// Kills what is left of the process group that this process leads.
    func endGroup() throws {
        guard value > 1 else { return }
        _ = kill(-value, SIGKILL)
    }
}
