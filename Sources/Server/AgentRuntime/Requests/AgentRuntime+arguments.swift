import AgentTools
public import AgentWire
import JSONSchema
import LanguageModels
public import StreamingJSON

extension AgentRuntime {
    /// Checks the arguments of a direct call against the tool's schema.
    ///
    /// Names that the schema neither has nor permits are faults, although they are ignored in a model's call.
    ///
    /// - Throws: ``Problem`` with every argument that is missing, unknown or of another type, by its place in the body.
    public func check(_ arguments: JSONValue, of name: String) throws(Problem) {
        let tools = tools
        guard let tool = tools.tool(named: name), let schema = tools.schema(of: tool) else { return }
        var faults = FaultList()
        guard case .object(let members) = arguments else {
            faults.append(
                .init(
                    pointer: "#",
                    detail: "the body must be a JSON object with the arguments, not \(arguments.typeName)"
                )
            )
            throw Self.misfit(faults, tool)
        }
        var fitting: JSONObject = [:]
        // The names in the caller's spelling, by the names of the parameters.
        var written: [String: String] = [:]
        for (key, value) in members {
            guard let name = schema.parameter(key) ?? (schema.isOpen ? key : nil) else {
                let names = schema.names.isEmpty ? "none" : schema.names.joined(separator: ", ")
                let unknown = "unknown argument; the parameters of \(tool.name) are: \(names)"
                faults.append(.init(pointer: "#/" + Self.pointerToken(key), detail: unknown))
                continue
            }
            written[name] = key
            // As in every request body, `null` means that a field is absent.
            if !value.isNull || schema.required.contains(name) { fitting[name] = value }
        }
        do {
            for violation in try schema.compiled.get().validate(.object(fitting)) {
                faults.append(
                    .init(pointer: Self.pointer(violation.instanceLocation, written), detail: violation.message)
                )
            }
        } catch {
            faults.append(
                .init(pointer: "#", detail: "the arguments could not be checked against the tool's schema: \(error)")
            )
        }
        if faults.isEmpty, let detail = Self.readingFault(tools.renamed(arguments, for: tool), of: tool) {
            faults.append(.init(pointer: "#", detail: detail))
        }
        guard faults.isEmpty else { throw Self.misfit(faults, tool) }
    }

    private static func misfit(_ faults: FaultList, _ tool: any AgentTool) -> Problem {
        Problem(
            .invalidRequest,
            detail:
                "the arguments do not fit \(tool.name), so it was not called. \(faults)",
            faults: faults
        )
    }

    /// Returns the place of a violation in the caller's body.
    private static func pointer(_ location: String, _ written: [String: String]) -> String {
        let tokens = location.split(separator: "/", maxSplits: 1).map(String.init)
        guard let first = tokens.first else { return "#" }
        return (["#", pointerToken(written[first] ?? first)] + tokens.dropFirst()).joined(separator: "/")
    }

    /// Returns a name as one token of a JSON pointer (RFC 6901), shortened.
    private static func pointerToken(_ name: String) -> String {
        name.excerpt().replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns the fault of arguments that fit the schema but cannot be read, such as a number too large for an integer; `nil` for
    /// none.
    private static func readingFault<T: AgentTool>(_ arguments: JSONValue, of tool: T) -> String? {
        do {
            _ = try T.Arguments(GeneratedContent(jsonValue: arguments))
            return nil
        } catch let error as GeneratedContent.ParsingError {
            return error.debugDescription
        } catch {
            return "the arguments cannot be read"
        }
    }
}
