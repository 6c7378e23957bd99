public import Foundation

extension SystemLanguageModel {
    /// A file that adapts Apple's model on the device (Apple FoundationModels 26.0, obsolete in 27.0).
    ///
    /// No other model can read such a file, so none can be opened here. Code that opens one compiles, and the error
    /// explains the alternative.
    public struct Adapter: Sendable {
        /// The metadata that the file's creator defined.
        public var creatorDefinedMetadata: [String: any Sendable] { [:] }

        /// Opens a file; always throws here.
        ///
        /// - Throws: ``AssetError/compatibleAdapterNotFound(_:)`` always.
        public init(fileURL: URL) throws { throw AssetError.compatibleAdapterNotFound(.unavailable) }

        /// Opens the system's file with this name; always throws here.
        ///
        /// - Throws: ``AssetError/compatibleAdapterNotFound(_:)`` always.
        public init(name: String) throws { throw AssetError.compatibleAdapterNotFound(.unavailable) }

        /// Prepares the adapter for use.
        public func compile() async throws {}

        /// The error of opening an adapter.
        public enum AssetError: Swift.Error, LocalizedError {
            /// No adapter fits the model.
            case compatibleAdapterNotFound(Context)

            /// The payload of an error.
            public struct Context: Sendable {
                /// The description of the error, with what to do.
                public let debugDescription: String

                static let unavailable = Self(
                    debugDescription: "Adapters fit only Apple's model on the device, which is not available here. "
                        + "Install a model that was trained for the task with SystemLanguageModel.use."
                )
            }

            /// The description of the error, with what to do.
            public var errorDescription: String? {
                switch self {
                case .compatibleAdapterNotFound(let context): context.debugDescription
                }
            }
        }
    }

    /// Makes the system's model with an adapter; cannot be called here, because no adapter can be opened.
    public convenience init(adapter: Adapter, guardrails: Guardrails = .default) { self.init(guardrails: guardrails) }
}
