// A connection to the server and the turn in progress on it.

#ifndef TORII_CHATLOAD_STREAM_H
#define TORII_CHATLOAD_STREAM_H

#include "options.h"
#include "reply.h"
#include "tally.h"

enum stream_state { STREAM_CLOSED, STREAM_CONNECTING, STREAM_IDLE, STREAM_BUSY };

struct stream {
    int descriptor;
    enum stream_state state;
    // The index of the stream.
    long number;
    int64_t begun;
    int64_t first;
    struct reply reply;
    // The next free stream.
    struct stream *next;
};

// The monotonic clock, in nanoseconds.
int64_t stream_now(void);

// Starts a turn, and connects first if necessary; `false` on failure.
bool stream_begin(struct stream *stream, int epoll, const struct options *options);

// Handles an event; `true` if the turn has ended, successfully or not, and the tally has it.
bool stream_serve(struct stream *stream, unsigned events, const struct options *options, struct tally *tally);

#endif
