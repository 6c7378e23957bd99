import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A service that listens on an address.
///
/// If it cannot, its error names the setting to change.
struct ListeningService<Served: ApplicationProtocol>: Service {
    let application: Served
    /// The address to listen on.
    let address: (host: String, port: Int)
    /// The settings of that address.
    let names: (host: SettingName, port: SettingName)
    /// Called when the service ends, even if it never started, so that callers do not wait forever for it.
    var onEnd: @Sendable () -> Void = {}

    func run() async throws {
        defer { onEnd() }
        do {
            try await application.run()
        } catch let error as IOError {
            throw fault(error) ?? error
        } catch is SocketAddressError.UnknownHost {
            throw fault(
                names.host,
                "the host name \(address.host) has no address; check the name, or set an IP address"
            )
        }
    }

    private func fault(_ error: IOError) -> SettingsError? {
        switch error.errnoCode {
        case EADDRINUSE:
            fault(
                names.port,
                "another program already listens on \(address.host), port \(address.port); stop it or set another port"
            )
        case EACCES:
            fault(
                names.port,
                "this user may not listen on port \(address.port); set a port above 1023, and put a proxy on the lower one"
            )
        case EADDRNOTAVAIL:
            fault(names.host, "this machine does not have the address \(address.host); set one that it has")
        default: nil
        }
    }

    private func fault(_ name: SettingName, _ message: String) -> SettingsError {
        SettingsError(name: name.rawValue, message: message)
    }
}
