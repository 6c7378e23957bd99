// A server-sent event as a chunk of an HTTP/1.1 body, repeated, so that several can be sent in one call.

#ifndef TORII_LOADSERVER_PAYLOAD_H
#define TORII_LOADSERVER_PAYLOAD_H

#include <stddef.h>

struct payload {
    // The size of the event in bytes, as a client's reader sees it.
    size_t event_length;
    // The size of the chunk, with its framing.
    size_t chunk_length;
    // The number of chunks in `bytes`.
    size_t repeats;
    char *bytes;
    struct payload *next;
};

// The position in an event's data of the time at which it was sent: 16 hexadecimal digits, in nanoseconds of the monotonic clock,
// or zeros if it was sent together with others.
#define STAMP_OFFSET 16

// Returns the payload for events of a size; it is made once and kept.
const struct payload *payload_of(size_t event_length);

// Writes one chunk with the time in it.
void payload_stamp(const struct payload *payload, char *chunk);

#endif
