/// The check of one registration: enumerations and entities first, because the intents refer to them.
struct RegistrationCheck {
    let registration: ToolboxRegistration
    let catalog: SchemaCatalog
    /// The result so far.
    var report: RegistrationReport
    /// The identifiers of all declared entities, rejected ones too.
    let declaredEntities: Set<String>
    /// The identifiers of the parts that were resolved.
    private var resolved: Set<String> = []
    /// The accepted entities, by their identifiers.
    var entities: [String: ToolboxRegistration.Entity] = [:]
    /// The identifiers of the accepted enumerations.
    var enumerations: Set<String> = []

    init(_ registration: ToolboxRegistration, catalog: SchemaCatalog) {
        self.registration = registration
        self.catalog = catalog
        var accepted = registration
        (accepted.intents, accepted.entities, accepted.enumerations, accepted.tools) = ([], [], [], [])
        report = RegistrationReport(accepted: accepted, rejected: [], warnings: [])
        declaredEntities = Set(registration.entities.map { catalog.canonicalID($0.schema) })
    }

    mutating func run(strictGroups: Bool) {
        checkVersion()
        for (index, enumeration) in registration.enumerations.enumerated() { check(enumeration, at: index) }
        for (index, entity) in registration.entities.enumerated() { check(entity, at: index) }
        for (index, intent) in registration.intents.enumerated() { check(intent, at: index) }
        for (index, tool) in registration.tools.enumerated() { check(tool, at: index) }
        checkGroups(isStrict: strictGroups)
    }

    private mutating func checkVersion() {
        let (app, server) = (registration.catalog, catalog.version)
        if app < server {
            warn(
                .olderCatalog,
                "The app was built with the catalog \(app) and is checked by \(server). "
                    + "For schemas that are newer, build it with the newer library.",
                schema: nil,
                "/catalogue"
            )
        } else if app > server {
            warn(
                .newerCatalog,
                "The app was built with the catalog \(app) and is checked by \(server). "
                    + "Schemas that only the newer one has are rejected; update the server for them.",
                schema: nil,
                "/catalogue"
            )
        }
    }

    mutating func warn(_ code: RegistrationFinding.Code, _ message: String, schema: String?, _ path: String) {
        report.warnings.append(RegistrationFinding(schema: schema, code: code, message: message, path: path))
    }

    /// Returns the schema of a part, or rejects the part because there is none or another part has it.
    mutating func resolve<Schema: AssistantSchema>(
        _ id: String,
        _ path: String,
        among kind: SchemaKind,
        found: Schema?
    ) -> Schema? {
        guard let found else {
            let nearest = catalog.nearest(to: id, among: kind)
            let hint = nearest.isEmpty ? "" : " The nearest are \(nearest.map { "'\($0)'" }.joined(separator: ", "))."
            report.rejected.append(
                RegistrationFinding(
                    schema: id,
                    code: .unknownSchema,
                    message: "The catalog \(catalog.version) has no \(kind.rawValue) '\(id)'.\(hint)",
                    path: "\(path)/schema"
                )
            )
            return nil
        }
        guard resolved.insert(found.id).inserted else {
            report.rejected.append(
                RegistrationFinding(
                    schema: found.id,
                    code: .repeatedSchema,
                    message: "The app declares the \(kind.rawValue) '\(found.id)' twice; remove one of them.",
                    path: "\(path)/schema"
                )
            )
            return nil
        }
        if found.id != id {
            warn(
                .formerIdentifier,
                "'\(id)' is a former name of '\(found.id)'; use the present one.",
                schema: found.id,
                "\(path)/schema"
            )
        }
        if found.isDeprecated {
            warn(.deprecatedSchema, "'\(found.id)' is deprecated.", schema: found.id, "\(path)/schema")
        }
        return found
    }

    /// Adds a part to the accepted ones if it has no faults, and its faults to the report otherwise.
    mutating func conclude(_ faults: [RegistrationFinding], accept: (inout Self) -> Void) {
        if faults.isEmpty { accept(&self) } else { report.rejected += faults }
    }

    private mutating func checkGroups(isStrict: Bool) {
        for domain in catalog.domains where domain.isGroup {
            let adopted = Set(report.accepted.intents.map(\.schema).filter { $0.hasPrefix("\(domain.name).") })
            let missing = domain.intents.filter { !$0.isDeprecated && !adopted.contains($0.id) }.map(\.id)
            guard !adopted.isEmpty, !missing.isEmpty else { continue }
            let finding = RegistrationFinding(
                schema: missing[0],
                code: .missingGroupMember,
                message: "An app that adopts a schema of '\(domain.name)' has to adopt all of them. "
                    + "Missing: \(missing.joined(separator: ", ")).",
                path: "/intents"
            )
            if isStrict {
                report.rejected.append(finding)
                report.accepted.intents.removeAll { adopted.contains($0.schema) }
            } else {
                report.warnings.append(finding)
            }
        }
    }
}

extension SchemaCatalog {
    /// Checks a registration by the rules that the macros check when an app is compiled, because a client may be written
    /// in any language.
    ///
    /// - Parameter strictGroups: Whether an incomplete group (Mail, Clock, Messages) is rejected; otherwise it is a warning.
    public func check(_ registration: ToolboxRegistration, strictGroups: Bool = false) -> RegistrationReport {
        var check = RegistrationCheck(registration, catalog: self)
        check.run(strictGroups: strictGroups)
        return check.report
    }
}
