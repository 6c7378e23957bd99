/// The JSON Schema (2020-12) of files of declared tools, for editors.
///
/// A file that ``ToolDeclarationFile`` accepts is valid by it. Some rules, such as slots that name arguments, are beyond a schema.
package enum ToolFileSchema {
    /// The schema's text, in UTF-8.
    package static let bytes: [UInt8] = PackageResources.tool_file_schema_json
}
