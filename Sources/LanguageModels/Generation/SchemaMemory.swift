import Synchronization

/// A cache of the schemas of tools' arguments.
///
/// A type's schema never changes, and making it in every turn would cost more than everything else that a session does
/// there.
final class SchemaMemory: Sendable {
    static let shared = SchemaMemory()

    private let schemas = Mutex<[ObjectIdentifier: GenerationSchema]>([:])

    /// Returns the schema that a type defines.
    func schema<Value: Generable>(of type: Value.Type) -> GenerationSchema {
        let id = ObjectIdentifier(type)
        if let schema = schemas.withLock({ $0[id] }) { return schema }
        // Outside the lock, because a type's schema is computed by foreign code.
        let schema = type.generationSchema
        return schemas.withLock { schemas in
            let first = schemas[id] ?? schema
            schemas[id] = first
            return first
        }
    }
}
