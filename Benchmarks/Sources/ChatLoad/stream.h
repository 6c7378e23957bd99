// One connection to the server and the turn that is under way on it.

#ifndef TORII_CHATLOAD_STREAM_H
#define TORII_CHATLOAD_STREAM_H

#include "options.h"
#include "reply.h"
#include "tally.h"

enum stream_state { STREAM_CLOSED, STREAM_CONNECTING, STREAM_IDLE, STREAM_BUSY };

struct stream {
    int descriptor;
    enum stream_state state;
    // Which it is among all.
    long number;
    int64_t begun;
    int64_t first;
    struct reply reply;
    // The next one that is free.
    struct stream *next;
};

// The monotonic clock, in nanoseconds.
int64_t stream_now(void);

// Begins a turn, and connects first if need be; `false` when that cannot be.
bool stream_begin(struct stream *stream, int epoll, const struct options *options);

// Something has happened; `true` when the turn is over, well or not, and the tally has it.
bool stream_serve(struct stream *stream, unsigned events, const struct options *options, struct tally *tally);

#endif
