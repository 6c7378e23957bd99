// Reads one HTTP response as it comes: its status, where its body ends, and the tokens in it.

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
    // Whether the server closes the connection afterwards.
    bool closes;
    // How much of the body, or of the chunk, is to come.
    size_t left;
    // Tokens so far, and how many digits of the one that has begun have come; negative for none.
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

// Takes the next bytes. `token` is told of each token and the time that stands in it.
void reply_feed(struct reply *reply, const char *bytes, size_t length, void (*token)(void *context, uint64_t stamp), void *context);

// Whether the last bytes of the body hold a text.
bool reply_ends_with(const struct reply *reply, const char *text);

#endif
