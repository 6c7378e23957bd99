"""The scripted model's Gemini."""

import json

from neutral import USAGE, Heard, pieces


class Gemini:
    """The wire of one request."""

    type = "text/event-stream"
    cuts_after_error = True

    def __init__(self, *_):
        pass

    def heard(self, body):
        turns, images = [], 0
        for content in body["contents"]:
            for part in content["parts"]:
                if "functionCall" in part:
                    turns.append(("call", part["functionCall"]["name"], part["functionCall"].get("args", {})))
                elif "functionResponse" in part:
                    turns.append(("output", output_of(part["functionResponse"]["response"])))
                elif "inlineData" in part:
                    images += 1
                elif part.get("thought"):
                    turns.append(("thought", part["text"], part.get("thoughtSignature")))
                elif part.get("text"):
                    turns.append(("assistant" if content.get("role") == "model" else "user", part["text"]))
        config = body.get("generationConfig", {})
        tools = [function["name"] for tool in body.get("tools", []) for function in tool.get("functionDeclarations", [])]
        mode = body.get("toolConfig", {}).get("functionCallingConfig", {}).get("mode", "AUTO")
        system = "\n".join(part["text"] for part in body.get("systemInstruction", {}).get("parts", []))
        schema = config.get("responseJsonSchema", config.get("responseSchema"))
        return Heard(system, turns, tools, mode.lower(), schema, config.get("maxOutputTokens"), config.get("temperature"), images)

    def frames(self, reply):
        if reply.refusal:
            yield self.chunk({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})
            return
        for piece in pieces(reply.thought):
            yield self.parts([{"text": piece, "thought": True}])
        for piece in pieces(reply.text):
            yield self.parts([{"text": piece}])
        calls = [
            {"functionCall": {"name": call.name, "args": call.arguments, "id": f"fc-{number}"}} for number, call in enumerate(reply.calls)
        ]
        if calls:
            calls[0]["thoughtSignature"] = reply.seal or "c2ln"
            yield self.parts(calls)
        if reply.breaks:
            yield frame({"error": {"code": 503, "status": "UNAVAILABLE", "message": "Broken"}})
        elif not reply.holds:
            seal = {"thoughtSignature": reply.seal} if reply.seal and not calls else {}
            yield self.parts([{"text": ""} | seal], "MAX_TOKENS" if reply.is_cut else "STOP")

    def parts(self, parts, reason=None):
        candidate = {"content": {"parts": parts, "role": "model"}, "index": 0} | ({"finishReason": reason} if reason else {})
        return self.chunk({"candidates": [candidate]})

    def chunk(self, members):
        usage = {"promptTokenCount": USAGE[0], "candidatesTokenCount": USAGE[1], "totalTokenCount": sum(USAGE)}
        return frame(members | {"usageMetadata": usage, "modelVersion": "m", "responseId": "r"})


def output_of(response):
    """Returns the text of a function's response, which is an object."""
    values = list(response.values())
    return values[0] if len(values) == 1 and isinstance(values[0], str) else json.dumps(response)


def frame(value):
    return f"data: {json.dumps(value)}\r\n\r\n".encode()
