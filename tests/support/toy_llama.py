"""A language model of a few megabytes that says what a test wants, as a GGUF file for servers such as llama.cpp's.

It is a real transformer with one layer, whose weights are written down instead of learned. Its only attention head
looks for *signs*, each one token of its vocabulary: the strongest sign anywhere in the prompt chooses the answer, which
is then said token by token, since each of its tokens names the next. Sources: the GGUF format, version 3, and the names
of tensors and settings of the architecture ``llama``.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

TEMPLATE = """\
{%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {%- if messages[0].role == 'system' %}{{- messages[0].content + '\\n\\n' }}{%- endif %}
    {{- 'You have these tools:\\n<tools>' }}
    {%- for tool in tools %}{{- '\\n' }}{{- tool | tojson }}{%- endfor %}
    {{- '\\n</tools>\\n\\nCall one so:\\n' }}
    {{- '<tool_call>\\n{"name": <name>, "arguments": <JSON>}\\n</tool_call><|im_end|>\\n' }}
{%- elif messages[0].role == 'system' %}
    {{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'user' or (message.role == 'assistant' and not message.tool_calls) %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
    {%- elif message.role == 'assistant' %}
        {{- '<|im_start|>assistant' }}
        {%- if message.content %}{{- '\\n' + message.content }}{%- endif %}
        {%- for call in message.tool_calls %}
            {{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
            {{- call.function.arguments | tojson }}
            {{- '}\\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\\n' }}
    {%- elif message.role == 'tool' %}
        {{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}
"""
_START, _END, _ANSWER = "<|im_start|>", "<|im_end|>", "<|im_start|>assistant\n"
_NORMAL, _CONTROL, _OWN = 1, 3, 4
_PIECE = 4
_HEAD = 64
_SIGHT = 62
"""Where a head's queries and keys lie: the pair that turns least with the position, so that it does not matter."""
_SURE = 40.0
_ALIGNMENT = 32


@dataclass(frozen=True)
class Saying:
    """What is answered.

    Attributes:
        sign: Words in the prompt that call for it; of several signs the later one in the list counts. Empty: nothing
            else is called for.
        words: What is said, calls in the template's form included.
        again: The answer never ends: its last words begin it anew.
        otherwise: What comes after the words where the server lets no answer end without a call.
    """

    sign: str
    words: str
    again: bool = False
    otherwise: str = ""


def call(name: str, arguments: Mapping[str, object]) -> str:
    """Return a tool call in the words of the template."""
    return f'<tool_call>\n{{"name": "{name}", "arguments": {json.dumps(arguments, ensure_ascii=False)}}}\n</tool_call>'


def write_model(path: Path, sayings: Sequence[Saying], *, context: int = 65536) -> None:
    """Write a model that knows these answers.

    Args:
        path: The file to write.
        sayings: The answers, the most urgent last; signs must not lie within one another.
        context: Tokens that it says it was made for.
    """
    model = _Model(sayings)
    settings = {**_settings(context, model.width, len(model.tokens)), **model.vocabulary()}
    path.write_bytes(_file(settings, model.tensors()))


class _Matrix:
    """Rows of numbers of which nearly all are 0."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.data = bytearray(4 * rows * columns)

    def put(self, row: int, column: int, number: float) -> None:
        struct.pack_into("<f", self.data, 4 * (row * self.columns + column), number)


class _Model:
    """The vocabulary and the weights. A token's vector is one constant and one place of its own."""

    def __init__(self, sayings: Sequence[Saying]) -> None:
        self.sayings = sayings
        self.tokens: list[str] = [_byte_letters()[byte] for byte in range(256)]
        self.kinds = [_NORMAL] * 256
        for text, kind in ((_START, _CONTROL), (_END, _CONTROL), (_ANSWER, _OWN)):
            self._add(text, kind)
        self.signs = [self._add(saying.sign, _OWN) if saying.sign else None for saying in sayings]
        self.answers = [self._pieces(saying.words) for saying in sayings]
        self.others = [self._pieces(saying.otherwise) for saying in sayings]
        places = 1 + len(self.tokens) + len(sayings)
        self.width = -(-places // _ALIGNMENT) * _ALIGNMENT

    def _add(self, text: str, kind: int) -> int:
        self.tokens.append(text)
        self.kinds.append(kind)
        return len(self.tokens) - 1

    def _pieces(self, words: str) -> list[int]:
        """Cut words into tokens that nothing else uses, each as short as that allows."""
        rest = "".join(_byte_letters()[byte] for byte in words.encode())
        known, pieces = set(self.tokens), [""]
        while rest:
            pieces[-1], rest = pieces[-1] + rest[:_PIECE], rest[_PIECE:]
            if pieces[-1] not in known:
                known.add(pieces[-1])
                pieces.append("")
        while pieces[-1] in known and len(pieces) > 1:
            pieces[-2:] = ["".join(pieces[-2:])]
        if pieces[-1] in known:
            raise ValueError(f"said elsewhere too: {words!r}")
        return [self._add(piece, _NORMAL) for piece in pieces if piece]

    def vocabulary(self) -> dict[str, object]:
        end = self.tokens.index(_END)
        return {
            "tokenizer.ggml.model": "gpt2",
            "tokenizer.ggml.pre": "gpt-2",
            "tokenizer.ggml.tokens": self.tokens,
            "tokenizer.ggml.token_type": self.kinds,
            "tokenizer.ggml.merges": ["a b"],
            "tokenizer.ggml.bos_token_id": end,
            "tokenizer.ggml.eos_token_id": end,
            "tokenizer.ggml.add_bos_token": False,
            "tokenizer.chat_template": TEMPLATE,
        }

    def tensors(self) -> dict[str, _Matrix]:
        width = self.width
        ones = _Matrix(1, width)
        for column in range(width):
            ones.put(0, column, 1.0)
        flat = {"gate": _Matrix(32, width), "up": _Matrix(32, width), "down": _Matrix(width, 32)}
        return {
            "token_embd.weight": self._embedding(),
            "blk.0.attn_norm.weight": ones,
            **self._attention(),
            "blk.0.ffn_norm.weight": ones,
            **{f"blk.0.ffn_{name}.weight": matrix for name, matrix in flat.items()},
            "output_norm.weight": ones,
            "output.weight": self._output(),
        }

    def _embedding(self) -> _Matrix:
        embedding = _Matrix(len(self.tokens), self.width)
        for token in range(len(self.tokens)):
            embedding.put(token, 0, 1.0)
            embedding.put(token, 1 + token, 1.0)
        return embedding

    def _attention(self) -> dict[str, _Matrix]:
        """Every token looks for the strongest sign, and takes its number along."""
        query, key, value = (_Matrix(_HEAD, self.width) for _ in range(3))
        out = _Matrix(self.width, _HEAD)
        seen = (self.width / 2) ** 0.5  # each of a vector's two numbers, once it is normed
        query.put(_SIGHT, 0, _HEAD**0.5 / seen)
        for number, sign in enumerate(self.signs):
            if sign is not None:
                key.put(_SIGHT, 1 + sign, 40.0 * (1 + number) / seen)
                value.put(number, 1 + sign, 1.0 / seen)
                out.put(self._place(number), number, 1.0)
        names = {"q": query, "k": key, "v": value, "output": out}
        return {f"blk.0.attn_{name}.weight": matrix for name, matrix in names.items()}

    def _output(self) -> _Matrix:
        """The start of an answer and its sign choose its first token, each token the next one."""
        output = _Matrix(len(self.tokens), self.width)
        sure = _SURE / (self.width / 3) ** 0.5
        end, start = self.tokens.index(_END), self.tokens.index(_ANSWER)
        for number, (saying, answer) in enumerate(zip(self.sayings, self.answers, strict=True)):
            output.put(answer[0], 1 + start, sure * (1.0 if saying.sign else 1.5))
            output.put(answer[0], self._place(number), sure)
            other = self.others[number]
            last = answer[0] if saying.again else end
            for chain in (answer, other):
                for this, following in zip(chain, [*chain[1:], last][: len(chain)], strict=True):
                    output.put(following, 1 + this, 3 * sure)
            if other:
                output.put(other[0], 1 + answer[-1], 2 * sure)
        return output

    def _place(self, number: int) -> int:
        return 1 + len(self.tokens) + number


def _byte_letters() -> dict[int, str]:
    """Return the letter that stands for each byte in a vocabulary of the kind ``gpt2``."""
    plain = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(256 + number) for number, byte in enumerate(others)}


def _settings(context: int, width: int, tokens: int) -> dict[str, object]:
    return {
        "general.architecture": "llama",
        "general.name": "toy",
        "llama.context_length": context,
        "llama.embedding_length": width,
        "llama.block_count": 1,
        "llama.feed_forward_length": 32,
        "llama.attention.head_count": 1,
        "llama.attention.head_count_kv": 1,
        "llama.attention.key_length": _HEAD,
        "llama.attention.value_length": _HEAD,
        "llama.attention.layer_norm_rms_epsilon": 1e-6,
        "llama.rope.dimension_count": _HEAD,
        "llama.rope.freq_base": 1e12,
        "llama.vocab_size": tokens,
    }


def _file(settings: Mapping[str, object], tensors: Mapping[str, _Matrix]) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings))
    head += b"".join(_text(name) + _typed(value) for name, value in settings.items())
    data = b""
    for name, matrix in tensors.items():
        sizes = [matrix.columns] if matrix.rows == 1 else [matrix.columns, matrix.rows]
        head += _text(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, 0, len(data))
        data += _padded(bytes(matrix.data))
    return _padded(head) + data


def _typed(value: object) -> bytes:
    match value:
        case bool():
            return struct.pack("<I?", 7, value)
        case int():
            return struct.pack("<II", 4, value)
        case float():
            return struct.pack("<If", 6, value)
        case str():
            return struct.pack("<I", 8) + _text(value)
        case list() if value and isinstance(value[0], str):
            return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
        case list():
            return struct.pack(f"<IIQ{len(value)}i", 9, 5, len(value), *value)
    raise TypeError(type(value))


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNMENT)
