import StreamingJSON

extension RegistrationCheck {
    mutating func check(_ intent: ToolboxRegistration.Intent, at index: Int) {
        let path = "/intents/\(index)"
        guard let schema = resolve(intent.schema, path, among: .intent, found: catalog.intent(intent.schema)) else {
            return
        }
        var accepted = intent
        accepted.schema = schema.id
        var faults = policyFaults(of: intent, schema, path)
        if schema.knownParameters == nil {
            warn(
                .uncheckedSchema,
                "The parameters of '\(schema.id)' are unknown and not checked.",
                schema: schema.id,
                path
            )
        } else {
            for parameter in schema.parameters { faults += self.faults(of: parameter, schema, intent, path) }
            faults += resultFaults(of: intent, schema, path)
            for (name, type) in intent.parameters.sorted(by: { $0.key < $1.key }) where schema.parameter(name) == nil {
                if !type.hasSuffix("?") { faults.append(unexpected(name, schema, "\(path)/parameters/\(name)")) }
                accepted.parameters[name] = nil
                accepted.extensions[name] = type
            }
        }
        for (name, type) in intent.extensions.sorted(by: { $0.key < $1.key }) where !type.hasSuffix("?") {
            faults.append(unexpected(name, schema, "\(path)/extensions/\(name)"))
        }
        conclude(faults) { $0.report.accepted.intents.append(accepted) }
    }

    private func unexpected(_ name: String, _ schema: IntentSchema, _ path: String) -> RegistrationFinding {
        RegistrationFinding(
            schema: schema.id,
            code: .unexpectedParameter,
            message: "'\(name)' is no parameter of '\(schema.id)'; additional parameters have to be optional.",
            path: path
        )
    }

    private mutating func faults(
        of parameter: SchemaParameter,
        _ schema: IntentSchema,
        _ intent: ToolboxRegistration.Intent,
        _ path: String
    ) -> [RegistrationFinding] {
        guard let declared = intent.parameters[parameter.name] else {
            let finding = RegistrationFinding(
                schema: schema.id,
                code: .missingParameter,
                message:
                    "'\(schema.id)' requires the parameter '\(parameter.name)' of the type '\(parameter.notation)'.",
                path: "\(path)/parameters"
            )
            guard parameter.isOptional else { return [finding] }
            if !parameter.isLater { report.warnings.append(finding) }
            return []
        }
        return faults(
            of: DeclaredValue(
                role: "parameter",
                name: parameter.name,
                declared: declared,
                schema: parameter,
                members: intent.unions[parameter.name],
                path: "\(path)/parameters/\(parameter.name)",
                typeCode: .parameterType
            ),
            in: schema
        )
    }

    private func resultFaults(
        of intent: ToolboxRegistration.Intent,
        _ schema: IntentSchema,
        _ path: String
    ) -> [RegistrationFinding] {
        let required = schema.result.map { $0.notation + (schema.isResultOptional ? "?" : "") }
        func fault(_ message: String) -> [RegistrationFinding] {
            [RegistrationFinding(schema: schema.id, code: .resultType, message: message, path: "\(path)/result")]
        }
        switch (intent.result, schema.result) {
        case (nil, nil): return []
        case (let declared?, nil):
            return fault("'\(schema.id)' has no result, and the app declares '\(declared)'.")
        case (nil, _?):
            return fault("'\(schema.id)' requires a result of the type '\(required ?? "")', and the app declares none.")
        case (let declared?, let type?):
            return faults(
                of: DeclaredValue(
                    role: "result",
                    name: declared,
                    declared: declared,
                    schema: SchemaParameter("result", type, optional: schema.isResultOptional),
                    // The members of a union result are those of its entities.
                    members: intent.unions["result"],
                    path: "\(path)/result",
                    typeCode: .resultType
                ),
                in: schema
            )
        }
    }

    private func policyFaults(
        of intent: ToolboxRegistration.Intent,
        _ schema: IntentSchema,
        _ path: String
    ) -> [RegistrationFinding] {
        var faults: [RegistrationFinding] = []
        let minimum = schema.minimumAuthentication
        if let declared = intent.policy.authentication, declared < minimum {
            faults.append(
                RegistrationFinding(
                    schema: schema.id,
                    code: .weakerPolicy,
                    message:
                        "The authentication '\(declared.rawValue)' is weaker than the minimum '\(minimum.rawValue)' "
                        + "of '\(schema.id)'; an app may only declare a stricter one.",
                    path: "\(path)/policy/authentication"
                )
            )
        }
        let shows = schema.protocols.contains(.openIntent) || schema.protocols.contains(.showInAppSearchResultsIntent)
        if shows, !intent.modes.contains(.foreground) {
            faults.append(
                RegistrationFinding(
                    schema: schema.id,
                    code: .missingMode,
                    message: "'\(schema.id)' shows something in the app; add the mode 'foreground'.",
                    path: "\(path)/modes"
                )
            )
        }
        return faults
    }

    mutating func check(_ tool: ToolboxRegistration.OwnTool, at index: Int) {
        let path = "/tools/\(index)"
        var faults: [RegistrationFinding] = []
        func fault(_ code: RegistrationFinding.Code, _ message: String, _ member: String) {
            faults.append(
                RegistrationFinding(schema: tool.name, code: code, message: message, path: "\(path)/\(member)")
            )
        }
        if !OwnToolName.isValid(tool.name) {
            fault(.ownNamespace, "A tool of an app is named 'x-<app>.<name>'; '\(tool.name)' is not.", "name")
        }
        if registration.tools[..<index].contains(where: { $0.name == tool.name }) {
            fault(.repeatedSchema, "The app declares the tool '\(tool.name)' twice; remove one of them.", "name")
        }
        if let reason = OwnToolParameters.fault(in: tool.parameters) {
            fault(.invalidSchema, "The parameters of '\(tool.name)' are not usable: \(reason).", "parameters")
        }
        if let fallback = tool.fallback {
            if !tool.isReadOnly {
                // It would report a change that nobody has made.
                fault(.invalidFallback, "Only a tool with 'readOnly' can have a fallback.", "fallback")
            }
            if fallback.serialized().utf8.count > ToolboxRegistration.OwnTool.mostFallbackBytes {
                let most = ToolboxRegistration.OwnTool.mostFallbackBytes >> 10
                fault(.invalidFallback, "The fallback of '\(tool.name)' has more than \(most) KiB.", "fallback")
            }
        }
        conclude(faults) { $0.report.accepted.tools.append(tool) }
    }
}

/// The form of the names of an app's tools.
enum OwnToolName {
    /// Returns whether a name is `x-<app>.<name>`, with letters, digits and hyphens in both parts, at most 64 characters.
    static func isValid(_ name: String) -> Bool {
        guard name.utf8.count <= 64, name.hasPrefix(SchemaCatalog.ownNamespacePrefix) else { return false }
        let parts = name.dropFirst(SchemaCatalog.ownNamespacePrefix.count).split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }
}
