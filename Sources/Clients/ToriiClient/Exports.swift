// The values of this interface are the types of the wire, so that an app imports one module.
@_exported public import AgentWire
@_exported public import Secrets
@_exported public import StreamingJSON
