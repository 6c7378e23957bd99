import StreamingJSON

extension Toolbox {
    /// Performs a call, at most once for its identifier: a call that arrives again waits for the first, or has its outcome.
    ///
    /// - Parameters:
    ///   - isStarted: Whether the server knows of a start of the call on this device. A call that the ledger does not know, such as after
    ///     a restart of an app without a stored ledger, then does not run again unless its action is idempotent.
    ///   - progress: Is called for each report of the action, so that the deadline of the server is extended.
    public func perform(
        _ call: IntentCall,
        isStarted: Bool = false,
        progress: @escaping @Sendable (IntentProgress) -> Void = { _ in }
    ) async -> IntentOutcome {
        let id = SchemaCatalog.current.canonicalID(call.schema)
        let isIdempotent: Bool
        if let intent = intents[id] {
            isIdempotent = intent.isIdempotent
        } else if let tool = tools[id] {
            isIdempotent = tool.declaration.isReadOnly
        } else {
            return .failed(IntentError(.unknownSchema, "The app has no intent of the schema '\(call.schema)'."))
        }
        if let outcome = await desk.begin(call, isIdempotent: isIdempotent, isStarted: isStarted) { return outcome }
        let outcome = await run(call, id, IntentEnvironment(confirm: options.confirm, progress: progress))
        await desk.finish(call, outcome)
        return outcome
    }

    private func run(_ call: IntentCall, _ id: String, _ environment: IntentEnvironment) async -> IntentOutcome {
        // The action has not started, so that a cancellation leaves nothing behind.
        if Task.isCancelled { return .cancelled }
        do {
            let output = try await IntentEnvironment.$current.withValue(environment) {
                try await AppDependencyManager.$current.withValue(options.dependencies) {
                    if let tool = tools[id] { return try await tool.run(call.input) }
                    guard let intent = intents[id] else { return JSONValue.null }
                    return try await run(intent, call.input)
                }
            }
            return .succeeded(output)
        } catch let error as NeedsValueError {
            return .needsValue(error.need)
        } catch let error as IntentError {
            return error.code == .denied ? .denied(error) : .failed(error)
        } catch is CancellationError {
            // Only an action that undoes its work is known to leave nothing behind.
            return intents[id] is any CancellableIntent.Type ? .cancelled : .unknown
        } catch {
            return .failed(IntentError(.failed, "\(error)"))
        }
    }

    private func run<Intent: AssistantSchemaIntent>(_ type: Intent.Type, _ input: JSONObject) async throws -> JSONValue
    {
        let intent = Intent()
        let input = Intent.schema?.completed(input) ?? input
        for binding in Intent.schemaParameters {
            let parameter = binding.parameter(intent)
            parameter.setName(binding.name)
            guard let value = input[binding.name] else {
                guard parameter.hasDefault || parameter.valueType.isOptional else {
                    throw IntentError(.invalidInput, "/\(binding.name) is missing.")
                }
                continue
            }
            try await parameter.set(value, in: IntentInput(path: "/\(binding.name)", files: options.files))
        }
        let result = try await intent.perform()
        let output = try await self.output(of: result)
        if let next = result as? any OpensIntent { try await next.performNext() }
        return output
    }

    private func output(of result: any IntentResult) async throws -> JSONValue {
        func value<Result: ReturnsValue>(_ result: Result) -> (any IntentValue)? { result.value }
        guard let returning = result as? any ReturnsValue, let value = value(returning) else { return .null }
        do {
            return try await value.json(in: IntentOutput(depth: 0, properties: nil, files: options.files))
        } catch let error as IntentError {
            throw error
        } catch {
            throw IntentError(.invalidOutput, "The result has no form on the wire: \(error)")
        }
    }
}
