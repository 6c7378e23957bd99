public import Foundation

extension SystemLanguageModel {
    /// A file that adapts Apple's own model (Apple FoundationModels 26.0, obsolete in 27.0).
    ///
    /// No other model can read such a file, so none can be opened here. Sources that open one compile, and the error says what to do.
    public struct Adapter: Sendable {
        /// What the file's maker says of it.
        public var creatorDefinedMetadata: [String: any Sendable] { [:] }

        /// Opens a file.
        ///
        /// - Throws: ``AssetError/compatibleAdapterNotFound(_:)`` always.
        public init(fileURL: URL) throws { throw AssetError.compatibleAdapterNotFound(.unavailable) }

        /// Opens the file that the system has under a name.
        ///
        /// - Throws: ``AssetError/compatibleAdapterNotFound(_:)`` always.
        public init(name: String) throws { throw AssetError.compatibleAdapterNotFound(.unavailable) }

        /// Gets the adapter ready.
        public func compile() async throws {}

        /// Why an adapter could not be opened.
        public enum AssetError: Swift.Error, LocalizedError {
            /// No adapter goes with the model.
            case compatibleAdapterNotFound(Context)

            /// What happened.
            public struct Context: Sendable {
                /// What happened and what to do.
                public let debugDescription: String

                static let unavailable = Self(
                    debugDescription: "Adapters change Apple's own model, which is not here. "
                        + "Name a model that was trained for the task with SystemLanguageModel.use."
                )
            }

            /// What happened and what to do.
            public var errorDescription: String? {
                switch self {
                case .compatibleAdapterNotFound(let context): context.debugDescription
                }
            }
        }
    }

    /// The system's model with an adapter; there is none to call it with here.
    public convenience init(adapter: Adapter, guardrails: Guardrails = .default) { self.init(guardrails: guardrails) }
}
