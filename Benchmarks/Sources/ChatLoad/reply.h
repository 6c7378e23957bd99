// Parses one HTTP response incrementally: its status, the end of its body, and the tokens in it.

#ifndef TORII_CHATLOAD_REPLY_H
#define TORII_CHATLOAD_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reply_state { REPLY_HEAD, REPLY_SIZED, REPLY_CHUNK_SIZE, REPLY_CHUNK, REPLY_CHUNK_END, REPLY_TRAILER, REPLY_WHOLE, REPLY_BAD };

struct reply {
    enum reply_state state;
    char head[2048];
    size_t head_length;
    int status;
    bool says_when_to_come_back;
    // Whether the server closes the connection after the response.
    bool closes;
    // The remaining bytes of the body, or of the chunk.
    size_t left;
    // The tokens so far, and the digits so far of a token that has started; negative for none.
    long tokens;
    int digits;
    uint64_t stamp;
    // The first and the last bytes of the body.
    char beginning[64];
    size_t beginning_length;
    char end[256];
    size_t end_length;
};

void reply_reset(struct reply *reply);

// Parses the next bytes. `token` is called for each token with the time in it.
void reply_feed(struct reply *reply, const char *bytes, size_t length, void (*token)(void *context, uint64_t stamp), void *context);

// Whether the last bytes of the body contain a text.
bool reply_ends_with(const struct reply *reply, const char *text);

#endif
