import Accounts
import AgentTools
import AgentWire
public import Foundation
import KeyVault
import LanguageModels
import ModelProviders
import Logging
import Storage
import StreamingJSON
import Telemetry
import Transport

extension AgentRuntime {
    /// Returns the work of a turn.
    ///
    /// - Throws: ``Problem`` when a tool is not known, a client's tool cannot be offered to a model, or the answer's schema is not
    ///   supported.
    func work(
        for request: TurnRequest,
        _ model: ModelCatalog.Entry,
        _ requester: TurnRequester,
        at time: Date
    ) throws(Problem) -> TurnWork {
        let devices = deviceTurn(for: request, of: requester.client, at: time)
        var model = model
        // The phrases of the client's intents are those of no other client.
        if let devices, model.reference == .phrasebook { model.model = devices.toolbox.phrasebook(with: toolCatalog) }
        let tools = try self.tools(
            request.tools,
            for: requester.client,
            at: request.dialect.toolsPointer,
            with: devices?.toolbox
        )
        let context = context(request.locale, request.timeZone, message: request.message, for: requester.client)
        let clientTools = try ClientTool.externalTools(request.clientTools, beside: tools, in: request.dialect)
        let format = try Self.format(request.responseFormat, request.confidence, for: model)
        let meter = meter(
            of: model,
            for: requester,
            outputLimit: request.sampling.maximumOutputTokens,
            hasShape: request.responseFormat != nil
        )
        var limited = request
        // Also for a turn whose input starts with tool outputs: its options belong to an earlier message.
        limited.sampling.maximumOutputTokens =
            [request.sampling.maximumOutputTokens, meter.sentOutputLimit].compactMap(\.self).min()
        limited.lowerEffort(for: requester.client)
        if model.reference.provider != ModelReference.Provider(AnthropicDialect.self) { limited.removeBillingLines() }
        var input = try limited.sessionInput(schema: format?.schema) { index in
            if let index, index < request.inputPlaces.count { return request.inputPlaces[index] }
            return request.dialect.inputPointer
        }
        try Self.check(request.toolChoice, among: tools.names + clientTools.map(\.name))
        try Self.check(input, for: model)
        if request.wantsJSONObject { try Self.checkWritesJSON(model) }
        let server = requester.client.instructions ?? defaults.instructions
        let note = context.note(
            server,
            ReplyLanguage(of: request),
            [devices?.screenText ?? "", request.wantsJSONObject ? AnswerFormat.objectNote : ""]
        )
        input.noteEarlierPrompt(note)
        return TurnWork(
            coordinator: runs,
            request: TurnWork.Request(
                place: TurnWork.Place(request.conversation),
                input: input,
                note: note,
                conversationKey: request.conversationKey(for: requester.client.owner),
                context: context,
                source: TurnWork.Source(request.conversation),
                replaces: request.replaces,
                format: format,
                wantsJSON: request.wantsJSONObject,
                valueText: ValueText(of: request, format, callsTools: !tools.tools.isEmpty || !clientTools.isEmpty)
            ),
            model: TurnWork.Model(
                entry: model,
                instructions: TurnContext.instructions(
                    server,
                    input.instructions,
                    hasTools: !tools.tools.isEmpty || !clientTools.isEmpty,
                    hasServerTools: !tools.tools.isEmpty
                ),
                tools: tools,
                clientTools: clientTools,
                clientAnswers: clientAnswers(to: request, context.caller, beside: tools, at: time),
                selectingMessage: request.tools == nil ? request.message : nil,
                devices: devices
            ),
            policies: TurnWork.Policies(
                meter: meter,
                trace: TraceContext.current,
                times: requester.times,
                reserveTokens: { [self] in await reserveTokens(for: $0, of: $1) },
                maximumToolCalls: request.maximumToolCalls,
                lostScope: { [self] in missingScope(for: $0, of: requester.client.owner) },
                requiresOwnCall: request.toolChoice.requires(anyOf: request.clientTools.map(\.name)),
                mostEffort: requester.client.mostEffort,
                renewed: { [self] in try await renewed($0, of: requester.client.owner) }
            )
        )
    }

    /// Reads the devices of a turn's user into memory.
    ///
    /// - Throws: `StoreError`.
    func readDevices(for request: TurnRequest, of sender: Principal) async throws {
        guard request.dialect == .native, sender.may(.devices) else { return }
        try await devices?.read(sender.owner)
    }

    /// Returns the devices of a turn; `nil` if the client has none with a toolbox.
    ///
    /// Clients of other dialects could not tell the calls of devices from those that they have to make themselves.
    private func deviceTurn(for request: TurnRequest, of client: Principal, at time: Date) -> DeviceTurn? {
        guard let directory = devices, request.dialect == .native, let toolbox = directory.toolbox(of: client.owner),
            client.may(.devices)
        else { return nil }
        return DeviceTurn(
            toolbox: toolbox,
            directory: directory,
            owner: client.owner,
            sender: request.device,
            message: request.message,
            caller: context(request.locale, request.timeZone, message: request.message, for: client).caller,
            limits: runs.limits.deviceCalls,
            now: runs.now
        )
    }

    /// Returns the object that accepts the client's tool outputs.
    ///
    /// - Parameter time: The time at which the request arrived. The text of an output then does not depend on when the output arrives.
    func clientAnswers(
        to request: TurnRequest,
        _ caller: Caller,
        beside tools: ToolRegistry,
        at time: Date
    ) -> ClientToolAnswers {
        var caller = caller
        caller.now = time
        return ClientToolAnswers(tools: tools, clientTools: request.clientTools, caller: caller)
    }

    /// Returns the sizes of the request's conversation and of its client.
    ///
    /// The store keeps both, so no entry is read.
    ///
    /// - Parameter text: The request in its stored form.
    /// - Throws: ``Problem`` when the conversation belongs to another client, or when the conversation or the client has reached its
    ///   size limit; `StoreError`.
    func size(for request: RunRequest, _ text: String, of client: Principal) async throws -> StoredSize {
        let owner = client.owner
        // A conversation whose first turn is active is not stored yet. This is checked first, because that turn may be stored while the
        // size is read.
        let place = request.readConversation.map { ConversationQueue.Place(owner: owner, conversation: $0) }
        let isTaken = place.map(runs.isTaken) ?? true
        var size = try await runs.store.size(of: request.readConversation, owner: owner)
        // Counts the active runs, because otherwise all requests that arrive while one is being answered would use the same free bytes.
        runs.addPendingBytes(of: owner, to: &size)
        // The problem for another client's conversation is the same as for one that does not exist.
        if let conversation = request.readConversation, !isTaken, size.owner != owner {
            throw Problem(
                .notFound,
                detail: "there is no conversation '\(conversation.excerpt())'; leave the field out to start a new one"
            )
        }
        let limits = runs.conversationLimits.within(client.plan)
        if let problem = limits.problem(of: size, adding: text.utf8.count) { throw problem }
        return size
    }

    /// Returns the circumstances of a sender's turn.
    func context(_ locale: String?, _ timeZone: String?, message: String, for sender: Principal) -> TurnContext {
        var context = context(locale, timeZone, message: message, owner: sender.owner)
        context.user = user(of: sender)
        if sendsSafetyIdentifiers { context.safetyIdentifier = clients?.safetyIdentifier(of: sender.owner) }
        return context
    }

    /// Returns the circumstances of a turn whose tools need not know the facts about its user.
    func context(_ locale: String?, _ timeZone: String?, message: String, owner: Owner) -> TurnContext {
        TurnContext(
            locale: locale ?? MessageLanguage.locale(of: message) ?? defaults.locale,
            timeZone: self.timeZone(named: timeZone),
            now: now(),
            owner: owner,
            followsConversation: locale == nil && MessageLanguage.isNeutral(message)
        )
    }

    /// Returns the time zone with a name, or the default one.
    public func timeZone(named name: String?) -> TimeZone {
        name.flatMap(TimeZone.init(identifier:)) ?? defaults.timeZone
    }
}
