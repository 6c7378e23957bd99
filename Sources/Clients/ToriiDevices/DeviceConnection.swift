public import AssistantIntents
public import AssistantSchemas
public import ToriiClient

/// The connection of an app to a server that calls the app's intents: it registers the toolbox, and carries out the calls for this device.
///
/// ```swift
/// let connection = DeviceConnection(torii, device: "phone", toolbox: toolbox)
/// try await connection.run()    // as long as the app can be called
/// ```
///
/// The device has to be the same after a restart of the app. Give the toolbox a ledger in a file, so that calls of before the restart have
/// their outcomes; without it, such a call has the outcome `unknown`.
public struct DeviceConnection: Sendable {
    /// Returns whether the device has the authentication that a call needs; it may ask the person.
    public typealias Authentication = @Sendable (AuthenticationLevel, IntentCall) async -> Bool

    /// The id of the device, of 1 to 64 letters, digits, dots, hyphens and underscores.
    public let device: String
    /// The toolbox of the app.
    public let toolbox: Toolbox

    let service: ToriiService
    let authenticate: Authentication
    let notify: @Sendable (DeviceNotice) -> Void

    /// Makes a connection, which sends nothing before ``run()``.
    ///
    /// - Parameters:
    ///   - device: The id of the device, the same for all apps on it that can share one.
    ///   - authenticate: Is called for a call that needs an unlocked device or a person who authenticates; by default an app that runs
    ///     has an unlocked device, and no way to authenticate a person.
    ///   - onNotice: Receives notices about the connection and the calls.
    public init(
        _ service: ToriiService,
        device: String,
        toolbox: Toolbox,
        authenticate: @escaping Authentication = { level, _ in level <= .unlocked },
        onNotice: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
    ) {
        (self.service, self.device, self.toolbox) = (service, device, toolbox)
        (self.authenticate, notify) = (authenticate, onNotice)
    }

    /// Returns the member `device` of a chat turn that this app sends.
    ///
    /// - Parameter onScreen: The things on the screen, so that the person can say "this one".
    public func sender(onScreen: [SendingDevice.Entity] = []) -> SendingDevice {
        SendingDevice(id: device, app: toolbox.registration.app.id, onScreen: onScreen)
    }

    /// Registers the toolbox, and carries out calls until the task is canceled.
    ///
    /// It waits for a server that cannot be reached, as long as it takes. Calls that run when the task is canceled are canceled too; the
    /// ledger has their outcomes for the next connection.
    ///
    /// - Throws: ``ToriiError`` if the server refuses the token, the registration or the device; `CancellationError`.
    public func run() async throws {
        var listener = DeviceListener(self)
        try await listener.register()
        let worker = DeviceWorker(self)
        try await withThrowingDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            while true {
                for action in worker.accept(try await listener.next()) {
                    switch action {
                    case .start(let request): group.addTask { await worker.carryOut(request) }
                    case .stop(let call): worker.stop(call)
                    }
                }
            }
        }
    }
}
