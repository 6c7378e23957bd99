// A store throws these errors and holds these records and values, so a file that imports the stores has them too.
@_exported public import StoredValues
@_exported public import ToolRecords
