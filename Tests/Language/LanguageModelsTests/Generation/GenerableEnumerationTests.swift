import LanguageModels
import StreamingJSON
import Testing

@Generable
private enum Level: Int, CaseIterable {
    case low = 1
    case high = 9
}

@Generable(description: "What was said")
private enum Word: String, CaseIterable, Equatable {
    case yes = "はい"
    case no = "say \"no\""
    case `default`
    case `in`, out
}

@Generable
private enum Shape: Equatable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case labelled(String, size: Size?)
    case pair(Int, Int)
    case single([Int])
    case nothing
}

@Generable
private struct Size: Equatable {
    var width: Int
}

@Generable
private indirect enum Expression: Equatable {
    case number(Double)
    case negated(Expression)
    case sum(left: Expression, right: Expression)
    case product(of: [Expression])
}

@Generable
private enum Either<Left: Generable & Equatable, Right: Generable & Equatable>: Equatable {
    case left(Left)
    case right(Right?)
}

@Generable
private struct Drawing: Equatable {
    var shapes: [Shape]
    var favourite: Shape?
    var level: Level
}

@Suite struct GenerableEnumerationTests {
    @Test(arguments: Word.allCases)
    private func aTextAsRawValueIsTheGeneratedForm(word: Word) throws {
        #expect(word.generatedContent == GeneratedContent(word.rawValue))
        #expect(try Word(word.generatedContent) == word)
    }

    @Test func theChoicesAreInTheSchema() {
        #expect(
            Word.generationSchema.jsonValue
                == [
                    "title": "Word", "description": "What was said", "type": "string",
                    "enum": ["はい", "say \"no\"", "default", "in", "out"],
                ]
        )
        #expect(Level.generationSchema.jsonValue["enum"] == ["low", "high"])
    }

    @Test(arguments: Level.allCases)
    private func aNumberAsRawValueIsWrittenByName(level: Level) throws {
        #expect(try Level(level.generatedContent) == level)
    }

    @Test(arguments: [
        (#""maybe""#, #"expected one of low, high; found "maybe""#),
        ("1", "expected string, found the number 1"),
        ("null", "expected string, found null"),
        (#"{"low":1}"#, "expected string, found object"),
    ])
    func anUnknownCaseIsNamed(json: String, message: String) throws {
        let content = try GeneratedContent(json: json)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try Level(content) }
        #expect(error?.debugDescription == message)
    }

    @Test(arguments: [
        (Shape.circle(radius: 1.5), #"{"type":"circle","radius":1.5}"#),
        (.rectangle(width: 1, height: 2), #"{"type":"rectangle","width":1,"height":2}"#),
        (.labelled("x", size: Size(width: 3)), #"{"type":"labelled","value1":"x","size":{"width":3}}"#),
        (.labelled("x", size: nil), #"{"type":"labelled","value1":"x"}"#),
        (.pair(1, 2), #"{"type":"pair","value1":1,"value2":2}"#),
        (.single([1]), #"{"type":"single","value":[1]}"#),
        (.nothing, #"{"type":"nothing"}"#),
    ])
    private func associatedValuesAreProperties(shape: Shape, json: String) throws {
        #expect(shape.generatedContent.jsonString == json)
        #expect(try Shape(GeneratedContent(json: json)) == shape)
    }

    @Test func eachCaseIsAnObjectInTheSchema() {
        let schema = Shape.generationSchema.jsonValue
        #expect(schema["title"] == "Shape")
        #expect(schema["anyOf"]?.arrayValue?.count == 6)
        #expect(
            schema["anyOf"]?[2]?.serialized()
                == #"{"type":"object","properties":{"type":{"type":"string","enum":["labelled"]},"#
                + ##""value1":{"type":"string"},"size":{"$ref":"#/$defs/Size"}},"required":["type","value1"],"##
                + #""x-order":["type","value1","size"],"additionalProperties":false}"#
        )
        #expect(
            schema["anyOf"]?[5]?.serialized()
                == #"{"type":"object","properties":{"type":{"type":"string","enum":["nothing"]}},"required":["type"],"#
                + #""x-order":["type"],"additionalProperties":false}"#
        )
    }

    @Test(arguments: [
        (#"{"radius":1}"#, "the required property 'type' is missing"),
        (
            #"{"type":"square"}"#,
            #"in 'type': expected one of circle, rectangle, labelled, pair, single, nothing; found "square""#
        ),
        (#"{"type":"circle"}"#, "the required property 'radius' is missing"),
        (#"{"type":"circle","radius":"1"}"#, "in 'radius': expected number, found string"),
        (
            #"{"type":"labelled","value1":"a","size":{"width":1.5}}"#,
            "in 'size.width': expected integer, found the number 1.5"
        ),
        (#"{"type":"single","value":[1,true]}"#, "in 'value[1]': expected integer, found boolean"),
        (#""circle""#, "expected object, found string"),
    ])
    func aFaultNamesItsProperty(json: String, message: String) throws {
        let content = try GeneratedContent(json: json)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try Shape(content) }
        #expect(error?.debugDescription == message)
    }

    @Test func anEnumerationMayContainItself() throws {
        let sum = Expression.sum(left: .negated(.number(1)), right: .product(of: [.number(2), .number(3)]))
        #expect(try Expression(sum.generatedContent) == sum)
        let schema = Expression.generationSchema.jsonValue
        #expect(schema["anyOf"]?[1]?["properties"]?["value"] == ["$ref": "#"])
        #expect(schema["anyOf"]?[3]?["properties"]?["of"]?["items"] == ["$ref": "#"])
        let partial: Expression.PartiallyGenerated = sum.asPartiallyGenerated()
        #expect(partial == .sum(left: .negated(.number(1)), right: .product(of: [.number(2), .number(3)])))
    }

    @Test func anEnumerationMayBeGeneric() throws {
        let left = Either<Int, String>.left(1)
        let right = Either<Int, String>.right(nil)
        #expect(try Either(left.generatedContent) == left)
        #expect(right.generatedContent.jsonString == #"{"type":"right"}"#)
        #expect(try Either(right.generatedContent) == right)
    }

    @Test func aPartialCaseAppearsOnceItIsCertain() throws {
        let text =
            #"{"shapes":[{"type":"circle","radius":1.5},{"type":"nothing"}],"favourite":{"type":"pair","value1":1},"#
        var seen: [Int] = []
        for end in text.indices.dropFirst(2) {
            let partial = try Drawing.PartiallyGenerated(GeneratedContent(json: String(text[..<end])))
            if let count = partial.shapes?.count, count != seen.last { seen.append(count) }
            if case .pair(let first, let second)? = partial.favourite {
                #expect(first == nil || first == 1)
                #expect(second == nil)
            } else {
                #expect(partial.favourite == nil)
            }
        }
        #expect(seen == [0, 1, 2])
    }

    @Test func partialCasesCanBeCompared() throws {
        func partial(_ json: String) throws -> Shape.PartiallyGenerated {
            try Shape.PartiallyGenerated(GeneratedContent(json: json))
        }
        let open = try partial(#"{"type":"pair","value1":1"#)
        #expect(try open == partial(#"{"type":"pair","value2":"#))
        #expect(try open != partial(#"{"type":"pair","value1":1}"#))
        #expect(try open != partial(#"{"type":"nothing"}"#))
        #expect(try partial(#"{"type":"nothing"}"#) == partial(#"{"type":"nothing""#))
    }
}
