import Synchronization

/// The schemas of tools' arguments, each made once: a type's schema stays what it is, and to make it for every turn costs more than
/// everything else that a session does in one.
final class SchemaMemory: Sendable {
    static let shared = SchemaMemory()

    private let schemas = Mutex<[ObjectIdentifier: GenerationSchema]>([:])

    /// The schema that a type gives for itself.
    func schema<Value: Generable>(of type: Value.Type) -> GenerationSchema {
        let id = ObjectIdentifier(type)
        if let schema = schemas.withLock({ $0[id] }) { return schema }
        // Outside the lock: types are asked for their schemas, and that is code of others.
        let schema = type.generationSchema
        return schemas.withLock { schemas in
            let first = schemas[id] ?? schema
            schemas[id] = first
            return first
        }
    }
}
