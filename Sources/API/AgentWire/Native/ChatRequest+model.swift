import StreamingJSON

extension ChatRequest {
    /// An image beside a message.
    public struct Image: Sendable, Equatable {
        /// The requested resolutions.
        public enum Detail: String, Sendable, CaseIterable {
            case auto, low, high
        }

        /// A `data:` URL with the image in base64, or an `https:` URL that only the provider opens.
        public var url: String
        /// The resolution; `nil` lets the provider choose.
        public var detail: Detail?

        /// Makes an image.
        public init(url: String, detail: Detail? = nil) { (self.url, self.detail) = (url, detail) }

        init(_ fields: inout RequestFields) {
            url = fields.string("url") ?? ""
            detail = fields.choice("detail")
            if fields.value("url") == nil { fields.reject("url", "required: the image's URL", .missing) }
            if fields.faults.isEmpty, let fault = ImageURL.fault(in: url) { fields.reject("url", fault, .invalidValue) }
        }

        var jsonValue: JSONValue {
            var object: JSONObject = ["url": .string(url)]
            if let detail { object["detail"] = .string(detail.rawValue) }
            return .object(object)
        }
    }

    /// The maximum length of the app's instructions, in bytes.
    public static let longestInstructions = 256 << 10

    /// The items of a turn's input: the app's instructions, and the message with its images.
    var input: [InputItem] {
        var parts = images.map { InputPart.image(url: $0.url, detail: $0.detail?.rawValue) }
        if !message.isEmpty || parts.isEmpty { parts.insert(.text(message), at: 0) }
        guard let instructions, !instructions.isEmpty else { return [.message(.user, parts)] }
        return [.text(instructions, from: .developer), .message(.user, parts)]
    }

    /// Returns the images of the last message.
    static func images(in input: [InputItem]) -> [Image] {
        guard case .message(.user, let parts)? = input.last else { return [] }
        return parts.compactMap { part in
            guard case .image(let url, let detail) = part else { return nil }
            return Image(url: url, detail: detail.flatMap(Image.Detail.init))
        }
    }
}

/// A reader of the sampling parameters, with the names and limits of Responses.
enum NativeSamplingFields {
    /// Returns the choice of tokens, and the texts that stop the model.
    static func sampling(_ fields: inout RequestFields) -> Sampling {
        var sampling = Sampling()
        sampling.temperature = fields.decimal("temperature", in: 0...2)
        sampling.topP = fields.decimal("top_p", in: 0...1)
        sampling.maximumOutputTokens = fields.integer("max_output_tokens", in: 1...Int(Int32.max))
        sampling.seed = fields.integer("seed")
        sampling.stop = ChatSamplingFields.stops(&fields)
        return sampling
    }
}

extension Sampling {
    /// The parameters as members of a native request.
    var nativeMembers: JSONObject {
        var object = JSONObject()
        if let temperature { object["temperature"] = .number(temperature) }
        if let topP { object["top_p"] = .number(topP) }
        if let maximumOutputTokens { object["max_output_tokens"] = .integer(maximumOutputTokens) }
        if let seed { object["seed"] = .integer(seed) }
        if !stop.isEmpty { object["stop"] = .array(stop.map(JSONValue.string)) }
        return object
    }
}
