import StreamingJSON

extension ResponseItemReader {
    /// The form of a call, or of an output, beside `function_call`.
    struct CallKind {
        /// Whether it is an output.
        var isOutput = false
        /// The name of the tool for calls without one.
        var name: String?
        /// The member with the arguments, or with the output.
        var member: String
        /// Whether that member is free text.
        var isInput = false
    }

    /// Calls of a client's tools that no model here can call, and outputs, by their types.
    ///
    /// Each is read as the call of a function, so that the model sees in the history what was done.
    static let callKinds: [String: CallKind] = [
        "function_call_output": CallKind(isOutput: true, member: "output"),
        "custom_tool_call": CallKind(member: "input", isInput: true),
        "custom_tool_call_output": CallKind(isOutput: true, member: "output"),
        "local_shell_call": CallKind(name: "local_shell", member: "action"),
        "local_shell_call_output": CallKind(isOutput: true, member: "output"),
        "shell_call": CallKind(name: "shell", member: "action"),
        "shell_call_output": CallKind(isOutput: true, member: "output"),
        "apply_patch_call": CallKind(name: "apply_patch", member: "operation"),
        "apply_patch_call_output": CallKind(isOutput: true, member: "status"),
        "computer_call": CallKind(name: "computer", member: "action"),
        "computer_call_output": CallKind(isOutput: true, member: "output"),
        "mcp_call": CallKind(member: "arguments"),
    ]

    /// Reads a call or an output of one of these kinds.
    mutating func readCall(_ fields: inout RequestFields, _ kind: CallKind) {
        if kind.isOutput { return readOutput(&fields, kind) }
        ignore(
            fields,
            besides: ["call_id", "name", "server_label", "output", "error", "approval_request_id", kind.member]
        )
        let id = fields.value("call_id") == nil ? fields.requiredText("id") : fields.requiredText("call_id")
        let name = kind.name ?? fields.requiredText("name")
        let arguments =
            switch fields.value(kind.member) {
            case .string(let text): kind.isInput ? InputItem.arguments(ofInput: text) : text
            case let value?: value.serialized()
            case nil: ""
            }
        add(.toolCall(id: id, name: name, arguments: arguments), at: fields.place)
        // The server that made the call put its output beside it.
        guard fields.value("type") == "mcp_call" else { return }
        let output = fields.value("output") ?? fields.value("error")
        let text = output.map { $0.stringValue ?? $0.serialized() } ?? "The call has no output."
        add(.toolOutput(call: id, [.text(text)]), at: fields.place)
    }

    /// Reads an output of one of the client's tools.
    private mutating func readOutput(_ fields: inout RequestFields, _ kind: CallKind) {
        let type = fields.value("type")?.stringValue ?? ""
        ignore(fields, besides: ["call_id", "output", "max_output_length", "acknowledged_safety_checks"])
        // An output of the local shell has only the id of its call.
        let isNamed = type == "local_shell_call_output" && fields.value("call_id") == nil
        let call = fields.requiredText(isNamed ? "id" : "call_id")
        let output = fields.value("output")
        if output == nil, kind.member == "output" {
            fields.reject("output", "required: a text or an array of parts", .missing)
        }
        let parts: [InputPart]
        if type == "function_call_output" || type == "custom_tool_call_output" {
            // A tool's output may have images, as a user's message.
            parts = self.parts(&fields, "output", of: .user) ?? []
        } else if let url = output?["image_url"]?.stringValue, ImageURL.fault(in: url) == nil {
            parts = [.image(url: url, detail: nil)]
        } else if output?["type"] == "computer_screenshot" {
            parts = [unserved.note("An image", as: "input.output.computer_screenshot")].compactMap(\.self)
        } else {
            parts = [.text(output.map { $0.stringValue ?? $0.serialized() } ?? "")]
        }
        addOutput(call, parts, at: fields.place)
    }
}
