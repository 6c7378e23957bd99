import StreamingJSON
import YAMLReading

extension OperationReader {
    /// Reads the parameters of the operation and of its path.
    func readParameters(
        _ operation: Located,
        _ path: Located,
        _ requestPath: RequestPath,
        _ state: inout State,
        _ schemas: inout SchemaReader
    ) throws {
        let reader = ParameterReader(version: version, limits: options.limits)
        var declared: Set<String> = []
        for parameter in try parameters(operation, path) {
            let place = parameter.value["in"]
            guard version != .v20 || place != "body" && place != "formData" else { continue }
            do {
                switch try reader.read(parameter, &schemas) {
                case .ignored: break
                case .key(let member):
                    state.keys.append(member)
                    state.features.append(
                        (
                            .keyParameter,
                            "the parameter \(parameter.value["name"]?.stringValue ?? "") is sent with the key"
                        )
                    )
                case .argument(var argument):
                    guard argument.part == .path else {
                        state.arguments.append(argument)
                        continue
                    }
                    guard requestPath.parameters.contains(argument.name) else {
                        let hint = argument.name.nearest(among: requestPath.parameters).map {
                            "; did you mean {\($0)}?"
                        }
                        state.features.append(
                            (
                                .parameter,
                                "the path has no {\(argument.name.cut(to: 60))}, which is a parameter of it\(hint ?? "")"
                            )
                        )
                        continue
                    }
                    // A path at the end of the address, such as /contents/{path}.
                    let isLast = requestPath.parts.last == .parameter(argument.name)
                    if isLast, argument.style == nil, ParameterReader.isPathName(argument.name) {
                        argument.hasSegments = true
                    }
                    if declared.insert(argument.name).inserted { state.arguments.append(argument) }
                }
            } catch let fault as ParameterReader.Fault {
                guard parameter.value["required"] != true else {
                    throw OperationFault(reason: .parameter, message: fault.message, place: parameter.place)
                }
                state.features.append((.parameter, fault.message))
            }
        }
        for name in requestPath.parameters where declared.insert(name).inserted {
            let schema: JSONValue = ["type": "string"]
            var argument = Argument(part: .path, name: name, schema: schema, isRequired: true, prefix: "path_")
            argument.hasSegments = requestPath.parts.last == .parameter(name) && ParameterReader.isPathName(name)
            state.arguments.append(argument)
        }
        // Paths first: their arguments keep their names.
        state.arguments = state.arguments.filter { $0.part == .path } + state.arguments.filter { $0.part != .path }
    }

    /// Returns the parameters of the operation and those of its path that it does not replace.
    private func parameters(_ operation: Located, _ path: Located) throws -> [Located] {
        var result: [Located] = []
        var seen: Set<JSONValue> = []
        for list in [operation["parameters"], path["parameters"]] {
            guard var list else { continue }
            if list.reference != nil { list = try follow(list) }
            for element in list.elements.prefix(1_000) {
                let parameter = try follow(element)
                let key: JSONValue = [parameter.value["in"] ?? .null, parameter.value["name"] ?? .null]
                if seen.insert(key).inserted { result.append(parameter) }
            }
        }
        return result
    }

    /// Reads the body; one that cannot be written is left out only if it is optional and the operation reads.
    func readBody(
        _ operation: Located,
        _ path: Located,
        _ head: OperationHead,
        _ state: inout State,
        _ schemas: inout SchemaReader
    ) throws {
        let body: Located?
        if version == .v20 {
            let consumes = operation.value["consumes"] ?? documents.document["consumes"]?.value
            body = SwaggerBody.make(try parameters(operation, path), consumes: consumes, at: operation.place)
        } else {
            body = try operation["requestBody"].map(follow)
        }
        guard let body else { return }
        do {
            let reader = BodyReader(version: version, limits: options.limits)
            guard let reading = try reader.read(body, method: head.method, &schemas) else { return }
            state.body = reading.format
            state.arguments += reading.arguments
            if reading.isOpen {
                state.features.append(
                    (
                        .bodyFormat,
                        "its body may have other members than those declared (additionalProperties); they cannot be sent"
                    )
                )
            }
            for key in reading.keys {
                state.features.append(
                    (.keyParameter, "the form field \(key.cut(to: 60)) is left out because it is a key")
                )
            }
        } catch let fault as BodyReader.Fault {
            guard !fault.isRequired, head.effect == .reads else {
                throw OperationFault(reason: .bodyFormat, message: fault.message, place: body.place)
            }
            state.features.append((.bodyFormat, fault.message))
        }
    }

    private func follow(_ located: Located) throws(OperationFault) -> Located {
        do throws(FileReference.Fault) {
            return try documents.followed(located)
        } catch {
            throw OperationFault(reason: .danglingReference, message: error.message, place: located.place)
        }
    }
}
