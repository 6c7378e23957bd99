"""How the providers count the input that they read from a cache: by equal prefixes of the request's text."""

import hashlib
import itertools
import threading

from today_stand_ins import Counts

# The bytes of a token, about.
BYTES = 4


class PromptCache:
    """OpenAI's: the longest prefix that an earlier request with the same key has too, in blocks of 128 tokens, from 1,024 tokens on."""

    block, least = 128, 1024

    def __init__(self):
        # The prefixes that were written, each as a digest of its blocks.
        self.lock, self.written = threading.Lock(), set()

    def counts(self, owner, key, prompt):
        """Counts a request and keeps it; `owner` is all that separates caches, and a request without a key has none."""
        total, size, prefix, chain = len(prompt) // BYTES, self.block * BYTES, (owner, key), []
        if not key:
            return Counts(total)
        for start in range(0, len(prompt) - size + 1, size):
            prefix = hash((prefix, prompt[start : start + size]))
            chain.append(prefix)
        with self.lock:
            read = self.block * len(list(itertools.takewhile(self.written.__contains__, chain)))
            self.written.update(chain)
        read = read if read >= self.least else 0
        return Counts(total, read, total - read if total >= self.least else 0)


class MarkedCache:
    """Anthropic's: the prefixes that end at a mark are written, and the longest one written earlier is read, if it ends at most 20 blocks
    before a mark."""

    back = 20

    def __init__(self):
        self.lock, self.written = threading.Lock(), set()

    def counts(self, owner, blocks, marks, least):
        """Counts a request.

        `blocks` are the texts of the request's parts in order, and `marks` the indexes of those with a mark.
        """
        digest, ends, total = hashlib.sha256(owner.encode()), [], 0
        for block in blocks:
            digest.update(block.encode())
            total += len(block)
            ends.append((digest.hexdigest(), total // BYTES))
        with self.lock:
            near = {index for mark in marks for index in range(max(0, mark - self.back), mark + 1)}
            read = max((ends[index][1] for index in near if ends[index][0] in self.written), default=0)
            last = max((ends[mark][1] for mark in marks if ends[mark][1] >= least), default=0)
            for mark in marks:
                if ends[mark][1] >= least:
                    self.written.add(ends[mark][0])
        return Counts(total // BYTES, read, max(0, last - read))
