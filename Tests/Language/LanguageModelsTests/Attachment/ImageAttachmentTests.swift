import Foundation
import StreamingJSON
import Testing

@testable import LanguageModels

/// Images as values: format, size, limits, and descriptions.
@Suite struct ImageAttachmentTests {
    typealias Image = Transcript.ImageAttachment

    static let headers: [(Data, ImageFormat, ImageSize?)] = [
        (SampleImage.png, .png, ImageSize(width: 1, height: 1)),
        (SampleImage.png(width: 800, height: 600), .png, ImageSize(width: 800, height: 600)),
        (SampleImage.png(width: .max, height: .max), .png, ImageSize(width: 4_294_967_295, height: 4_294_967_295)),
        (SampleImage.png(width: 0, height: 600), .png, nil),
        (SampleImage.png.prefix(20), .png, nil),
        (SampleImage.jpeg(width: 1024, height: 768), .jpeg, ImageSize(width: 1024, height: 768)),
        (SampleImage.jpeg(width: 1024, height: 768).dropLast(), .jpeg, nil),
        (Data([0xFF, 0xD8, 0xFF]), .jpeg, nil), (Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0]), .jpeg, nil),
        (SampleImage.gif(width: 3, height: 4), .gif, ImageSize(width: 3, height: 4)),
        (SampleImage.webp(width: 5, height: 6), .webp, ImageSize(width: 5, height: 6)),
        (SampleImage.losslessWebP(width: 7000, height: 9), .webp, ImageSize(width: 7000, height: 9)),
        (SampleImage.extendedWebP(width: 70_000, height: 2), .webp, ImageSize(width: 70_000, height: 2)),
    ]

    @Test(arguments: headers.indices) func theFormatAndTheSizeAreInTheHeader(index: Int) throws {
        let (data, format, size) = Self.headers[index]
        // A slice is tested too, because its indices do not start at zero.
        for data in [data, (Data([1, 2, 3]) + data).dropFirst(3)] {
            #expect(ImageFormat(signatureOf: data) == format)
            #expect(ImageSize(of: data, format: format) == size)
        }
    }

    @Test func aJPEGOfManySegmentsIsNotSearchedToItsEnd() {
        let segment = Data([0xFF, 0xE1, 0, 2])
        var data = Data([0xFF, 0xD8])
        for _ in 0..<100_000 { data += segment }
        #expect(ImageSize(of: data, format: .jpeg) == nil)
    }

    @Test func aDeclaredTypeMustBeThatOfTheBytes() throws {
        for type in [nil, "image/png", "IMAGE/PNG", "image/png; charset=binary"] {
            #expect(try Image(imageData: SampleImage.png, mediaType: type).format == .png)
        }
        #expect(try Image(imageData: SampleImage.jpeg(width: 1, height: 1), mediaType: "image/jpg").format == .jpeg)
        #expect(throws: ImageAttachmentError.typeMismatch(declared: "image/jpeg", found: .png)) {
            try Image(imageData: SampleImage.png, mediaType: "image/jpeg")
        }
        for data in [Data(), Data("<svg/>".utf8), Data("RIFF    WAVE".utf8), Data([0x89])] {
            #expect(throws: ImageAttachmentError.unknownFormat) { try Image(imageData: data, mediaType: "image/png") }
        }
    }

    @Test func errorsNameTheSolution() {
        let errors: [ImageAttachmentError] = [
            .unknownFormat, .typeMismatch(declared: "image/jpeg", found: .png), .tooLarge(limit: 5),
            .unreadableFile(name: "a"),
            .tooMany(count: 3, limit: 2), .tooLargeTogether(limit: 5), .unsupportedURL(scheme: "ftp"),
        ]
        let words = errors.map { "\($0)" }
        #expect(words.allSatisfy { $0.hasSuffix(".") && $0.contains(". ") })
        // The one who attaches an image over HTTP has no configuration of a session.
        #expect(words.allSatisfy { !$0.contains("imageLimits") })
        #expect(errors.count { $0.recoverySuggestion?.contains("imageLimits") == true } == 3)
        #expect(
            words[1]
                == "The image was declared as image/jpeg, but its bytes are image/png. Correct the type or leave it out."
        )
        #expect((errors[2] as any Error).localizedDescription.contains("more than 5 bytes"))
    }

    @Test func filesAndDataURLsAreLoadedWithinTheLimit() async throws {
        let image = SampleImage.png
        try await SampleImage.withFile { file in
            let loaded = try await Image(imageURL: file, orientation: .left).loaded()
            #expect(loaded.data == image && loaded.format == .png && loaded.url == nil && loaded.orientation == .left)
            for limit in [image.count, .max] {
                #expect(try await Image(imageURL: file).loaded(maximumBytes: limit).data == image)
            }
            for limit in [0, -1, .min] {
                await #expect(throws: ImageAttachmentError.tooLarge(limit: limit)) {
                    try await Image(imageURL: file).loaded(maximumBytes: limit)
                }
            }
            await #expect(throws: ImageAttachmentError.tooLarge(limit: image.count - 1)) {
                try await Image(imageURL: file).loaded(maximumBytes: image.count - 1)
            }
            await #expect(throws: ImageAttachmentError.unreadableFile(name: "missing.png")) {
                try await Image(imageURL: file.deletingLastPathComponent().appending(path: "missing.png")).loaded()
            }
        }
        for path in ["/dev/zero", "/tmp"] {
            await #expect(throws: ImageAttachmentError.unreadableFile(name: String(path.split(separator: "/").last!))) {
                try await Image(imageURL: URL(filePath: path)).loaded()
            }
        }
        func inline(_ type: String) throws -> Image {
            Image(imageURL: try #require(URL(string: "data:\(type),\(image.base64EncodedString())")))
        }
        #expect(try await inline("image/png;base64").loaded().data == image)
        await #expect(throws: ImageAttachmentError.typeMismatch(declared: "image/gif", found: .png)) {
            try await inline("image/gif;base64").loaded()
        }
        await #expect(throws: ImageAttachmentError.unknownFormat) { try await inline("image/png").loaded() }
        await #expect(throws: ImageAttachmentError.tooLarge(limit: 9)) {
            try await inline("image/png;base64").loaded(maximumBytes: 9)
        }
        let web = Image(imageURL: try #require(URL(string: "https://example.com/a.png")))
        #expect(try await web.loaded() == web)
        await #expect(throws: ImageAttachmentError.unsupportedURL(scheme: "ftp")) {
            try await Image(imageURL: try #require(URL(string: "ftp://example.com/a.png"))).loaded()
        }
    }

    @Test func descriptionsOmitTheBytes() throws {
        let segment = Transcript.AttachmentSegment(
            content: .image(try Image(imageData: SampleImage.png, orientation: .right)),
            label: "receipt"
        )
        let entry = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Well?")), .attachment(segment)]))
        var dumped = ""
        dump(entry, to: &dumped)
        dump(LanguageModels.Attachment(segment.content.image).promptRepresentation, to: &dumped)
        let prints = [
            "\(entry)", String(reflecting: entry), "\(Transcript(entries: [entry]))", String(reflecting: segment),
            "\(LanguageModels.Attachment(segment.content.image).promptRepresentation)", dumped,
        ]
        #expect(prints[0] == #"prompt: Well?\#n[image "receipt": image/png, 70 bytes]"#)
        for text in prints {
            #expect(text.contains("image/png, 70 bytes"))
            #expect(!text.contains("iVBOR") && !text.contains("137"))
        }
    }

    @Test func anImageIsCountedByItsPixels() throws {
        func count(_ image: Image) -> Int {
            let segments = [Transcript.Segment.attachment(.init(content: .image(image)))]
            return TokenEstimator().tokenCount(of: [.prompt(.init(segments: segments))])
                - TokenEstimator().tokenCount(of: [.prompt(.init(segments: []))])
        }
        let rows: [(UInt32, UInt32, Int)] = [
            (1, 1, 85), (600, 500, 400), (1000, 750, 1000), (9000, 9000, 1600), (0, 0, 1600),
        ]
        for (width, height, tokens) in rows {
            // The number of bytes does not matter.
            let image = try Image(imageData: SampleImage.png(width: width, height: height, padding: 100_000))
            #expect(count(image) == tokens)
        }
        #expect(count(try Image(imageData: SampleImage.png(width: .max, height: .max))) == 1600)
        #expect(count(Image(imageURL: try #require(URL(string: "https://example.com/a.png")))) == 1600)
    }

    @Test func theSystemModelCountsAPromptWithItsImages() async throws {
        let image = try LanguageModels.Attachment(imageData: SampleImage.png(width: 600, height: 500))
        let prompt = Prompt {
            "abcd"
            image
        }
        #expect(try await SystemLanguageModel.default.tokenCount(for: prompt) == 401)
        #expect(try await SystemLanguageModel.default.tokenCount(for: Instructions { image }) == 400)
    }
}

/// The stored form of images.
@Suite struct StoredImageTests {
    typealias Image = Transcript.ImageAttachment

    private static func entry(_ image: Image, label: String? = nil) -> Transcript.Entry {
        .prompt(.init(id: "1", segments: [.attachment(.init(id: "2", content: .image(image), label: label))]))
    }

    @Test func anImageReadsBackFromItsStoredForm() throws {
        let web = try #require(URL(string: "https://example.com/a.png"))
        let images = [
            try Image(imageData: SampleImage.png), try Image(imageData: SampleImage.png, orientation: .leftMirrored),
            Image(imageURL: web), Image(imageURL: web, orientation: .down),
        ]
        for image in images {
            for label in [nil, "受領書"] {
                let entry = Self.entry(image, label: label)
                let stored = entry.jsonValue.serialized()
                #expect(try Transcript.Entry(jsonValue: JSONValue(parsing: stored)) == entry)
                let transcript = Transcript(entries: [entry])
                #expect(
                    try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript)) == transcript
                )
            }
        }
        #expect(
            Self.entry(images[1], label: "a").jsonValue["segments"]?[0]
                == [
                    "id": "2", "label": "a",
                    "image": [
                        "version": 1, "type": "image/png", "data": .string(SampleImage.png.base64EncodedString()),
                        "orientation": 5,
                    ],
                ]
        )
    }

    @Test func transcriptsFromBeforeImagesStillRead() throws {
        let old = """
            [{"kind":"prompt","id":"1","segments":[{"id":"2","text":"Hi"},{"id":"3","schema":"S","content":"{\\"a\\":1}"}]}]
            """
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(old.utf8))
        #expect(transcript[0].segments.text == "Hi\n{\"a\":1}")
        #expect(transcript[0].jsonValue == (try JSONValue(parsing: old))[0])
    }

    @Test(arguments: [
        (#"{"version":2,"type":"image/avif","data":""}"#, "later version"), ("{}", "later version"),
        (#"{"version":1}"#, "not base64"), (#"{"version":1,"data":"%%"}"#, "not base64"),
        (#"{"version":1,"data":"aGVsbG8="}"#, "no image that a model accepts"),
        (#"{"version":1,"type":"image/gif","data":"/9j/"}"#, "declared as image/gif"),
    ])
    func aDamagedImageIsRefusedWithTheReason(image: String, reason: String) throws {
        let json = #"{"kind":"prompt","id":"1","segments":[{"id":"2","image":\#(image)}]}"#
        let error = try #require(throws: GeneratedContent.ParsingError.self) {
            try Transcript.Entry(jsonValue: JSONValue(parsing: json))
        }
        #expect(error.debugDescription.contains(reason))
    }

    @Test func aStoredTranscriptCannotCauseFilesToBeRead() async throws {
        try await SampleImage.withFile { file in
            let stored = Self.entry(Image(imageURL: file)).jsonValue
            let image = try #require(Transcript.Entry(jsonValue: stored).segments.first?.attachment?.content.image)
            #expect(image.url == file)
            await #expect(throws: ImageAttachmentError.unsupportedURL(scheme: "file")) { try await image.loaded() }
        }
    }
}
