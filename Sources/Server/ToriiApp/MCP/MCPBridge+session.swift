import Logging
import ModelContextProtocol
import StreamingJSON
import Synchronization
import Transport

extension MCPBridge {
    /// The maximum number of settings that another session gets again.
    private static let keptSettings = 1000

    /// Accepts the session that the server has started for the client.
    func open(_ request: RPCRequest, _ response: RPCResponse, id: String?) {
        guard case .success(let result) = response.result, let revision = result["protocolVersion"]?.stringValue else {
            return
        }
        let session = BridgeTarget.Session(id: id, revision: revision)
        state.withLock { state in
            state.opening = request
            state.settings = [:]
        }
        use(session)
    }

    /// Makes a session the current one, and reads its messages.
    private func use(_ session: BridgeTarget.Session) {
        state.withLock { state in
            state.stream?.cancel()
            state.session = session
            guard !state.isOver else { return }
            // The stream lasts as long as the session; `run` cancels it.
            state.stream = Task { await self.passStream(of: session) }
        }
    }

    /// Notes a request that has made a setting in the session.
    func note(_ request: RPCRequest, _ result: JSONObject) {
        let uri = request.params["uri"]?.stringValue ?? ""
        state.withLock { state in
            switch request.method {
            case "logging/setLevel": state.settings["level"] = request
            case "resources/subscribe" where state.settings.count < Self.keptSettings:
                state.settings["subscription \(uri)"] = request
            case "resources/unsubscribe": state.settings["subscription \(uri)"] = nil
            default: break
            }
        }
    }

    /// Returns another session after the server has lost one; `nil` if it cannot be started.
    ///
    /// Several requests may notice the loss; one of them starts the session.
    func reopened(after lost: BridgeTarget.Session) async -> BridgeTarget.Session? {
        let task = state.withLock { state -> Task<BridgeTarget.Session?, Never> in
            if let current = state.session, current != lost { return Task { current } }
            if let task = state.reopening { return task }
            // Unstructured, because the request that starts it may be cancelled while others wait for it.
            let task = Task {
                let session = await self.openAgain()
                self.state.withLock { $0.reopening = nil }
                return session
            }
            state.reopening = task
            return task
        }
        return await task.value
    }

    private func openAgain() async -> BridgeTarget.Session? {
        let (opening, settings) = state.withLock { ($0.opening, $0.settings) }
        guard var request = opening else { return nil }
        request.id = .string("torii-bridge")
        do {
            let answer = try await client.send(target.request(.request(request), in: nil))
            let response = try await read(answer, of: request, in: nil)
            guard case .success(let result) = response.result, let revision = result["protocolVersion"]?.stringValue
            else {
                return nil
            }
            let session = BridgeTarget.Session(id: answer.headers["Mcp-Session-Id"], revision: revision)
            let initialized = RPCMessage.notification(RPCNotification("notifications/initialized"))
            _ = try await client.send(target.request(initialized, in: session))
            for (number, var setting) in settings.values.enumerated() {
                setting.id = .string("torii-bridge-\(number)")
                _ = try await read(
                    try await client.send(target.request(.request(setting), in: session)),
                    of: setting,
                    in: session
                )
            }
            use(session)
            logger.notice("Started another session, because the server had lost the earlier one")
            return session
        } catch {
            logger.warning("Another session could not be started", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
