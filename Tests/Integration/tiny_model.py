"""Writes a tiny hand-made llama model (a GGUF file of 2.5 MB, nothing trained) that llama.cpp loads like any other.

Its one layer adds nothing, so the next token depends on the last token alone: the embeddings are one-hot with one constant dimension,
which makes the output matrix a table, `weight[next, last]`, written by hand here. The constant dimension has the preference if a grammar
forbids the table's choice: tokens that close a string, an object or a list are first, so that every answer with a schema is the shortest
possible one and ends. Use it at temperature 0.

Kinds:
  call    calls a tool if tools are offered and no tool has just answered; otherwise it says REPLY
  random  random weights from a fixed seed: meaningless bytes, often invalid UTF-8
"""

import sys

import gguf
import numpy

WORDS = ["Hello", " from", " the", " tiny", " local", " model", ".", " It", " is", " sunny", " in", " Tokyo", " today", "!"]
REPLY = "".join(WORDS)

CALL = "<tool_call>"
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|words|>", "<|tools|>"]

# ChatML, with tools in the form of Hermes models, for which llama.cpp makes the grammar of a call. The model sees only the last token of
# the prompt: <|tools|> makes it call one, <|words|> makes it speak.
TEMPLATE = "".join(
    line.strip()
    for line in r"""
{%- if tools %}
    {{- '<|im_start|>system\nTools:\n' }}
    {%- for tool in tools %}{{- tool | tojson }}{{- '\n' }}{%- endfor %}
    {{- 'To call a tool write <tool_call>\n{"name": <name>, "arguments": <args>}\n</tool_call><|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'tool' %}
        {{- '<|im_start|>user\n<tool_response>\n' }}{{- message.content }}{{- '\n</tool_response><|im_end|>\n' }}
    {%- elif message.role == 'assistant' %}
        {{- '<|im_start|>assistant\n' }}
        {%- if message.content %}{{- message.content }}{%- endif %}
        {%- if message.tool_calls %}
            {%- for call in message.tool_calls %}
                {%- if call.function %}{%- set call = call.function %}{%- endif %}
                {{- '\n<tool_call>\n{"name": "' + call.name + '", "arguments": ' }}
                {{- call.arguments | tojson }}
                {{- '}\n</tool_call>' }}
            {%- endfor %}
        {%- endif %}
        {{- '<|im_end|>\n' }}
    {%- else %}
        {{- '<|im_start|>' + message.role + '\n' }}{{- message.content }}{{- '<|im_end|>\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
    {%- if tools and messages[-1].role != 'tool' %}{{- '<|tools|>' }}{%- else %}{{- '<|words|>' }}{%- endif %}
{%- endif %}
""".splitlines()
)


def letters_of_bytes():
    """Returns the printable letter for each byte in GPT-2's byte-level vocabulary."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + place) for place, byte in enumerate(others)}


class Vocabulary:
    """The 256 bytes, the words with the merges that build them from the left, the opener of a call, and the special tokens."""

    def __init__(self):
        self.letters = letters_of_bytes()
        self.tokens = [self.letters[byte] for byte in range(256)]
        self.merges = []
        for word in WORDS:
            text = self.spelled(word)
            for end in range(2, len(text) + 1):
                merge = f"{text[: end - 1]} {text[end - 1]}"
                if merge not in self.merges:
                    self.merges.append(merge)
                    self.tokens.append(text[:end])
        self.tokens.append(CALL)
        self.types = [gguf.TokenType.NORMAL] * len(self.tokens) + [gguf.TokenType.CONTROL] * len(SPECIAL)
        self.tokens += SPECIAL
        self.places = {token: place for place, token in enumerate(self.tokens)}

    def spelled(self, text):
        return "".join(self.letters[byte] for byte in text.encode())

    def __getitem__(self, token):
        """Returns the number of a word, a character or a special token."""
        return self.places[token if token in SPECIAL or token == CALL else self.spelled(token)]

    def __len__(self):
        return len(self.tokens)


def preferences(vocabulary, width):
    """Returns the output matrix: the preferences after each token, and in column 0 those that apply after any token."""
    table = numpy.zeros((len(vocabulary), width), numpy.float32)
    table[:, 0] = -30
    # Of two tools the one with the first name in order: getInventoryList rather than readOn, which always exists.
    for place, character in enumerate("abcdefghijklmnopqrstuvwxyz_-{["):
        table[vocabulary[character], 0] = -25 - place / 100
    for place, character in enumerate('"}],:0tfn1'):
        table[vocabulary[character], 0] = -10 - place
    for character in " \n\t\r":
        table[vocabulary[character], 0] = -50

    def follows(token, last, score):
        table[vocabulary[token], 1 + vocabulary[last]] = score

    end = "<|im_end|>"
    follows(WORDS[0], "<|words|>", 60)
    follows(WORDS[0], "<|tools|>", 60)
    follows(CALL, "<|tools|>", 70)
    for last, token in zip(WORDS, [*WORDS[1:], end]):
        follows(token, last, 60)
    follows(CALL, WORDS[-1], 50)  # A call is demanded, so the turn may not end here.
    follows("\n", CALL, 60)
    follows("\n", "}", 37.5)  # Within a call it is closed rather than followed by another.
    follows("<", "\n", 30)
    for last in '>\n}]"':
        follows(end, last, 45)  # After a call or a whole value the turn is over.
    return table


def write(kind, path):
    vocabulary = Vocabulary()
    count = len(vocabulary)
    width = (count + 1 + 31) // 32 * 32
    inner, heads = 32, 4
    if kind == "random":
        source = numpy.random.default_rng(7)
        embeddings = source.normal(0, 1, (count, width))
        output = source.normal(0, 1, (count, width))

        def matrix(*shape):
            return source.normal(0, 0.02, shape).astype(numpy.float32)

    else:
        embeddings = numpy.zeros((count, width))
        embeddings[:, 0] = 1
        embeddings[numpy.arange(count), 1 + numpy.arange(count)] = 1
        output = preferences(vocabulary, width)

        def matrix(*shape):
            return numpy.zeros(shape, numpy.float32)

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(f"tiny-{kind}")
    writer.add_context_length(8192)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(count)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(vocabulary.tokens)
    writer.add_token_types(vocabulary.types)
    writer.add_token_merges(vocabulary.merges)
    writer.add_bos_token_id(vocabulary["<|endoftext|>"])
    writer.add_eos_token_id(vocabulary["<|im_end|>"])
    writer.add_pad_token_id(vocabulary["<|endoftext|>"])
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    ones = numpy.ones(width, numpy.float32)
    writer.add_tensor("token_embd.weight", embeddings.astype(numpy.float32))
    writer.add_tensor("output_norm.weight", ones)
    writer.add_tensor("output.weight", output.astype(numpy.float32))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", ones)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", matrix(width, width))
    writer.add_tensor("blk.0.ffn_gate.weight", matrix(inner, width))
    writer.add_tensor("blk.0.ffn_up.weight", matrix(inner, width))
    writer.add_tensor("blk.0.ffn_down.weight", matrix(width, inner))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(*sys.argv[1:3])
