import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What serves at an address; where it cannot, it says which setting is to be changed.
struct ListeningService<Served: ApplicationProtocol>: Service {
    let application: Served
    /// Where it listens.
    let address: (host: String, port: Int)
    /// The settings that say so.
    let names: (host: SettingName, port: SettingName)
    /// Told when it serves no more, also when it never did: whoever waits for it to come up waits no longer.
    var onEnd: @Sendable () -> Void = {}

    func run() async throws {
        defer { onEnd() }
        do {
            try await application.run()
        } catch let error as IOError {
            throw fault(error) ?? error
        } catch is SocketAddressError.UnknownHost {
            throw fault(names.host, "there is no address of the name \(address.host)")
        }
    }

    private func fault(_ error: IOError) -> SettingsError? {
        switch error.errnoCode {
        case EADDRINUSE:
            fault(
                names.port,
                "another program listens on \(address.host), port \(address.port), already; stop it or set another port"
            )
        case EACCES:
            fault(
                names.port,
                "this user may not listen on port \(address.port); set one above 1023, and let a proxy have the other"
            )
        case EADDRNOTAVAIL: fault(names.host, "this machine does not have the address \(address.host)")
        default: nil
        }
    }

    private func fault(_ name: SettingName, _ message: String) -> SettingsError {
        SettingsError(name: name.rawValue, message: message)
    }
}
