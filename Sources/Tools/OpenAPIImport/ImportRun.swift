import StreamingJSON
import YAMLReading

/// One import while it runs.
struct ImportRun {
    private let documents: DocumentSet
    private let version: OpenAPIVersion
    private let options: ImportOptions
    private let reader: OperationReader
    private var schemas: SchemaReader
    private var unmapped: UnmappedList
    private var operations: [ImportedOperation] = []
    private var names: Set<String> = []
    private var found = 0
    private var deselected = 0

    init(documents: DocumentSet, version: OpenAPIVersion, options: ImportOptions) {
        self.documents = documents
        self.version = version
        self.options = options
        let document = documents.document
        reader = OperationReader(
            version: version,
            documents: documents,
            options: options,
            servers: ServerReader(document: document, version: version, options: options),
            security: SecurityReader(document: document, version: version, documents: documents)
        )
        schemas = SchemaReader(documents: documents, version: version, limits: options.limits)
        unmapped = UnmappedList(most: options.limits.unmapped)
    }

    /// The members of a document and of a path; others are mistakes if they are like these.
    private static let rootNames = [
        "openapi", "swagger", "info", "servers", "paths", "webhooks", "components", "security", "tags", "externalDocs",
        "host", "basePath", "schemes", "consumes", "produces", "definitions", "parameters", "responses",
        "securityDefinitions", "jsonSchemaDialect",
    ]
    private static let pathNames = [
        "summary", "description", "servers", "parameters", "$ref", "additionalOperations",
    ]

    mutating func read() -> ImportedAPI {
        let document = documents.document
        for name in document.value.objectValue?.keys ?? [] where !Self.rootNames.contains(name) {
            guard let near = name.nearest(among: Self.rootNames) else { continue }
            note(
                document.place.child(name),
                nil,
                .feature,
                .malformed,
                "'\(name)' is no part of a document; did you mean '\(near)'?"
            )
        }
        for text in reader.servers.rootNotes { note(document.place.child("servers"), nil, .feature, .server, text) }
        for (path, item) in document["paths"]?.members ?? [] where path.utf8.first == UInt8(ascii: "/") {
            readPath(path, item)
        }
        let webhooks = (document.value["webhooks"] ?? document.value["x-webhooks"])?.objectValue?.count ?? 0
        if webhooks > 0 {
            note(document.place.child("webhooks"), nil, .feature, .callback, "\(webhooks) webhooks are left out")
        }
        return ImportedAPI(
            upstream: options.upstream,
            title: Summary.clean(document["info"]?.value["title"]?.stringValue ?? "").cut(to: 100),
            documentVersion: (document["info"]?.value["version"]).map {
                ($0.stringValue ?? $0.serialized()).cut(to: 40)
            } ?? "",
            format: version,
            documentHash: documents.hash,
            files: documents.values.count,
            operations: operations,
            found: found,
            deselected: deselected,
            unmapped: unmapped.entries,
            omitted: unmapped.omitted
        )
    }

    private mutating func note(
        _ place: DocumentLocation,
        _ operation: String?,
        _ scope: Unmapped.Scope,
        _ reason: Unmapped.Reason,
        _ message: String
    ) {
        unmapped.append(
            Unmapped(
                place: place.description,
                operation: operation,
                scope: scope,
                reason: reason,
                message: message.singleLine.cut(to: 400)
            )
        )
    }

    private mutating func readPath(_ path: String, _ item: Located) {
        let followed: Located
        do {
            followed = try documents.followed(item)
        } catch {
            note(item.place, "* \(path.cut(to: 200))", .operation, .danglingReference, error.message)
            return
        }
        noteOddNames(path, followed)
        for (method, operation) in OpenAPIImport.operations(of: followed) {
            found += 1
            guard found <= options.limits.operations else {
                if found == options.limits.operations + 1 {
                    note(
                        item.place,
                        nil,
                        .feature,
                        .limit,
                        "only the first \(options.limits.operations) operations are read"
                    )
                }
                continue
            }
            readOperation(method.uppercased(), path, operation, followed)
        }
    }

    private mutating func noteOddNames(_ path: String, _ item: Located) {
        for (name, value) in item.members where value.value.objectValue != nil {
            guard !Self.pathNames.contains(name), !OpenAPIImport.methods.contains(name), !name.hasPrefix("x-") else {
                continue
            }
            let hint = name.nearest(among: OpenAPIImport.methods + Self.pathNames).map { "; did you mean '\($0)'?" }
            note(
                value.place,
                "* \(path.cut(to: 200))",
                .feature,
                .method,
                "'\(name.cut(to: 40))' is no method\(hint ?? "")"
            )
        }
    }

    private mutating func readOperation(_ method: String, _ path: String, _ operation: Located, _ item: Located) {
        let label = "\(method) \(path.cut(to: 200))"
        // Some documents have a reference in the place of an operation.
        let followed: Located
        do {
            followed = try documents.followed(operation)
        } catch {
            return note(operation.place, label, .operation, .danglingReference, error.message)
        }
        guard followed.value.objectValue != nil else {
            return note(operation.place, label, .operation, .malformed, "the operation is not an object")
        }
        guard let effect = Self.effect(of: method) else {
            return note(operation.place, label, .operation, .method, "the method \(method) is not supported")
        }
        guard path.utf8.count <= 500 else {
            return note(operation.place, label, .operation, .limit, "its path is over 500 bytes")
        }
        var name = OperationName.make(
            prefix: options.upstream,
            id: followed.value["operationId"]?.stringValue,
            method: method,
            path: path
        )
        if names.contains(name) { name = OperationName.shortened(name, method: method, path: path) }
        let head = OperationHead(
            name: name,
            operationID: followed.value["operationId"]?.stringValue.map { $0.cut(to: 200) },
            method: method,
            path: path,
            tags: SchemaReader.names(followed.value["tags"]).prefix(20).map { $0.singleLine.cut(to: 60) },
            effect: effect,
            isDeprecated: followed.value["deprecated"] == true
        )
        // A name belongs to its operation even if the selection leaves it out, so that a later import has the same names.
        names.insert(name)
        guard options.selection.contains(head) else {
            deselected += 1
            return
        }
        map(followed, head, item)
    }

    private mutating func map(_ operation: Located, _ head: OperationHead, _ item: Located) {
        let label = head.label.cut(to: 240)
        defer { for odd in schemas.takeOddities() { note(odd.place, label, .feature, .malformed, odd.message) } }
        do {
            let (imported, features) = try reader.read(operation, head: head, path: item, &schemas)
            operations.append(imported)
            for (reason, message) in features { note(operation.place, label, .feature, reason, message) }
        } catch let fault as OperationFault {
            note(fault.place ?? operation.place, label, .operation, fault.reason, fault.message)
        } catch let fault as SchemaFault {
            note(operation.place, label, .operation, fault.reason, fault.message)
        } catch let fault as BodyReader.Fault {
            note(operation.place, label, .operation, .bodyFormat, fault.message)
        } catch {
            note(operation.place, label, .operation, .malformed, "the operation cannot be read")
        }
    }

    private static func effect(of method: String) -> OperationEffect? {
        switch method {
        case "GET", "HEAD": .reads
        case "POST", "PUT", "PATCH": .changes
        case "DELETE": .destroys
        default: nil
        }
    }
}
