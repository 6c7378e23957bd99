extension JSONObject {
    /// Returns the members with a patch applied (RFC 7396): `null` removes a member, objects are merged, and other values replace.
    package func merged(with patch: JSONObject) -> JSONObject {
        var result = self
        for (name, value) in patch {
            switch value {
            case .null: result[name] = JSONValue?.none
            case .object(let members):
                let known = result[name]?.objectValue ?? JSONObject()
                result[name] = .object(known.merged(with: members))
            default: result[name] = value
            }
        }
        return result
    }
}
