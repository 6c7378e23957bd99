// The macros expand to calls of these functions, because only the compiler knows whether two names mean one type. A call that
// does not compile names the parameter in its line and the required schema in its error.

/// Requires that a type adopts an entity schema.
public func _requireEntity<Entity: AssistantSchemaEntity, Schema>(_: Entity.Type, _: Schema.Type)
where Entity.Schema == Schema {}

/// Requires that a type adopts any entity schema.
public func _requireAnyEntity<Entity: AssistantSchemaEntity>(_: Entity.Type) {}

/// Requires that a type adopts an enumeration schema.
public func _requireEnum<Choices: AssistantSchemaEnum, Schema>(_: Choices.Type, _: Schema.Type)
where Choices.Schema == Schema {}

/// Requires that a type is a union.
public func _requireUnion<Union: AppUnionValue>(_: Union.Type) {}

/// Requires that an entity is found by words: by its query, or as an ``IndexedEntity`` in the index.
public func _requireSearchable<Entity: AppEntity>(_: Entity.Type) where Entity.DefaultQuery: EntityStringQuery {}

/// Requires that an entity is found by words: in the index.
@_disfavoredOverload
public func _requireSearchable<Entity: IndexedEntity>(_: Entity.Type) {}

/// Accepts an entity that exists only within others, and is not found.
@_disfavoredOverload
public func _requireSearchable<Entity: TransientAppEntity>(_: Entity.Type) {}
