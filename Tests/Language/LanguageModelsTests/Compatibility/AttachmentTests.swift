import Foundation
import LanguageModels
import Testing

// Swift Testing also has an `Attachment`.
private typealias Attachment = LanguageModels.Attachment

/// Images in prompts, instructions and outputs of tools, written as in code for Apple's framework.
@Suite struct AttachmentTests {
    @Generable fileprivate struct Verdict {
        @Guide(description: "The sharpest image")
        var best: ImageReference
        var reason: String
    }

    fileprivate struct Photographer: Tool {
        let description = "Takes a photo"

        @Generable struct Arguments { var subject: String }

        func call(arguments: Arguments) async throws -> Prompt {
            let image = try Attachment(imageData: SampleImage.png).label("photo-1")
            return Prompt {
                "A photo of \(arguments.subject):"
                image
            }
        }
    }

    private static func words(_ segments: [Transcript.Segment]) -> [String] { segments.map(\.description) }

    @Test func imagesAreBetweenTheTextsOfAPrompt() async throws {
        let model = ScriptedModel([ScriptedModel.text("An apple.")], seesImages: true)
        let session = LanguageModelSession(model: model)
        try await SampleImage.withFile { file in
            let note: String? = nil
            let response = try await session.respond {
                "Compare these images:"
                "Be brief."
                Attachment(imageURL: file).label("image-0")
                Attachment(imageURL: file, orientation: .right)
                if let note { note }
                "Well?"
            }
            #expect(response.content == "An apple.")
        }
        guard case .prompt(let prompt)? = model.requests.first?.transcript.last else {
            Issue.record("no prompt")
            return
        }
        #expect(
            Self.words(prompt.segments) == [
                "Compare these images:\nBe brief.", #"[image "image-0": image/png, 70 bytes]"#,
                "[image: image/png, 70 bytes]", "Well?",
            ]
        )
        guard case .attachment(let segment) = prompt.segments[2], case .image(let image) = segment.content else {
            Issue.record("no image")
            return
        }
        // The file is deleted, and the transcript has its bytes.
        #expect(image.data == SampleImage.png && image.orientation == .right)
        #expect(session.transcript.first == .prompt(prompt))
    }

    @Test func promptsWithImagesAreSplicedIn() async throws {
        let photos = try (0..<3).map { index in
            let image = try Attachment(imageData: SampleImage.png).label("\(index)")
            return Prompt { image }
        }
        let prompt = Prompt {
            "Step 1."
            photos
            Prompt {}
            "How does this look?"
        }
        let model = ScriptedModel([ScriptedModel.text("Fine.")], seesImages: true)
        _ = try await LanguageModelSession(model: model).respond(to: prompt)
        let segments = try #require(model.requests.first?.transcript.last?.description)
        #expect(segments.split(separator: "\n").count == 5)
    }

    @Test func aReferenceIsResolvedInTheTranscript() async throws {
        let answer = #"{"best":{"attachmentLabel":"b"},"reason":"sharp"}"#
        let model = ScriptedModel([ScriptedModel.text(answer)], seesImages: true)
        let session = LanguageModelSession(model: model)
        let first = try Attachment(imageData: SampleImage.png(width: 1, height: 1)).label("a")
        let second = try Attachment(imageData: SampleImage.png(width: 2, height: 2)).label("b")
        let verdict = try await session.respond(generating: Verdict.self) {
            "Which one is the best?"
            first
            second
        }.content
        let image = try #require(verdict.best.resolved(in: session.transcript))
        #expect(image.data == SampleImage.png(width: 2, height: 2))
        #expect(try ImageReference(verdict.best.generatedContent) == verdict.best)
        #expect(
            try ImageReference(GeneratedContent(json: #"{"attachmentLabel":"c"}"#)).resolved(in: session.transcript)
                == nil
        )
        #expect(throws: GeneratedContent.ParsingError.self) { try ImageReference(GeneratedContent(json: "{}")) }
    }

    @Test func aToolReturnsAnImage() async throws {
        let model = ScriptedModel(
            [ScriptedModel.calls(("1", "Photographer", #"{"subject":"a cat"}"#)), ScriptedModel.text("A cat.")],
            seesImages: true
        )
        let session = LanguageModelSession(model: model, tools: [Photographer()])
        _ = try await session.respond(to: "Photograph a cat")
        guard case .toolOutput(let output)? = model.requests.last?.transcript.last else {
            Issue.record("no output")
            return
        }
        #expect(Self.words(output.segments) == ["A photo of a cat:", #"[image "photo-1": image/png, 70 bytes]"#])
    }

    @Test func instructionsMayHaveImages() async throws {
        let model = ScriptedModel([ScriptedModel.text("Yes."), ScriptedModel.text("Yes.")], seesImages: true)
        try await SampleImage.withFile { file in
            let session = LanguageModelSession(model: model) {
                "This is our logo:"
                Attachment(imageURL: file)
            }
            _ = try await session.respond(to: "Is it blue?")
            _ = try await session.makeSeparateSession(keepingInstructions: true).respond(to: "Is it red?")
        }
        for request in model.requests {
            #expect(
                request.transcript[0].description == "instructions: This is our logo:\n[image: image/png, 70 bytes]"
            )
        }
    }

    @Test func aModelWithoutVisionIsNotCalledWithImages() async throws {
        let model = ScriptedModel([ScriptedModel.text("Yes.")])
        let image = try Attachment(imageData: SampleImage.png)
        let session = LanguageModelSession(model: model)
        let error = try await #require(throws: LanguageModelError.self) {
            try await session.respond {
                "What is this?"
                image
            }
        }
        guard case .unsupportedCapability(let payload) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(payload.capability == .vision && payload.debugDescription.contains("use another model"))
        #expect(model.requests.isEmpty && session.transcript.isEmpty)
        // Images of earlier turns also count.
        let content = Transcript.Attachment.image(try .init(imageData: SampleImage.png))
        let earlier = Transcript.Prompt(segments: [.attachment(.init(content: content))])
        let later = LanguageModelSession(model: model, transcript: Transcript(entries: [.prompt(earlier)]))
        await #expect(throws: LanguageModelError.self) { try await later.respond(to: "And now?") }
        #expect(model.requests.isEmpty)
    }

    @Test func withoutAModelTheErrorIsTheMissingModel() async throws {
        let image = try Attachment(imageData: SampleImage.png)
        await #expect(throws: SystemLanguageModel.Error.self) {
            try await LanguageModelSession(model: SystemLanguageModel()).respond(to: Prompt(image))
        }
    }

    @Test func theLimitsApplyToEachPromptAndOutput() async throws {
        let model = ScriptedModel([ScriptedModel.text("Two."), ScriptedModel.text("Two.")], seesImages: true)
        let limits = ImageLimits(maximumBytes: 70, maximumCount: 2)
        let session = LanguageModelSession(model: model, configuration: .init(imageLimits: limits))
        let image = try Attachment(imageData: SampleImage.png)
        _ = try await session.respond(to: Prompt([image.promptRepresentation, image.promptRepresentation]))
        let three = Prompt([Prompt](repeating: image.promptRepresentation, count: 3))
        await #expect(throws: ImageAttachmentError.tooMany(count: 3, limit: 2)) { try await session.respond(to: three) }
        let large = try Attachment(imageData: SampleImage.png + [0])
        await #expect(throws: ImageAttachmentError.tooLarge(limit: 70)) { try await session.respond(to: Prompt(large)) }
        let tight = ImageLimits(maximumTotalBytes: 139)
        let other = LanguageModelSession(model: model, configuration: .init(imageLimits: tight))
        await #expect(throws: ImageAttachmentError.tooLargeTogether(limit: 139)) {
            try await other.respond(to: Prompt([image.promptRepresentation, image.promptRepresentation]))
        }
        #expect(model.requests.count == 1 && !session.isResponding && session.transcript.count == 2)
        _ = try await session.respond(to: Prompt([image.promptRepresentation, image.promptRepresentation]))
    }

    @Test func aModelMayAnswerWithImages() async throws {
        let segments = try (0..<3).map { index in
            Transcript.AttachmentSegment(
                id: "\(index)",
                content: .image(try .init(imageData: SampleImage.png)),
                label: "drawing \(index)"
            )
        }
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.response(action: .appendText("Here:", segmentID: "a")))
                for segment in segments { await channel.send(.response(action: .addAttachmentSegment(segment))) }
                await channel.send(.response(action: .appendText("Enjoy.", segmentID: "b")))
                await channel.send(.response(action: .removeAttachmentSegment(id: "1")))
            }
        ])
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(to: "Draw")
        #expect(response.content == "Here:\nEnjoy.")
        guard case .response(let answer)? = session.transcript.last else {
            Issue.record("no answer")
            return
        }
        #expect(
            Self.words(answer.segments) == [
                "Here:", #"[image "drawing 0": image/png, 70 bytes]"#, #"[image "drawing 2": image/png, 70 bytes]"#,
                "Enjoy.",
            ]
        )
    }

    @Test func imagesOfAnAnswerCountTowardItsLimit() async throws {
        let image = Transcript.ImageAttachment.self
        let segment = Transcript.AttachmentSegment(
            content: .image(try image.init(imageData: SampleImage.png + Data(count: 2000)))
        )
        let model = ScriptedModel([
            { _, channel in await channel.send(.response(action: .addAttachmentSegment(segment))) }
        ])
        let session = LanguageModelSession(model: model, configuration: .init(maximumRoundBytes: 1000))
        await #expect(throws: LanguageModelSession.TurnError.answerTooLong(limit: 1000)) {
            try await session.respond(to: "Draw")
        }
    }
}
