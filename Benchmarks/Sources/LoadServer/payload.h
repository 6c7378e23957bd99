// One server-sent event as a chunk of an HTTP/1.1 body, repeated, so that several can leave in one call.

#ifndef TORII_LOADSERVER_PAYLOAD_H
#define TORII_LOADSERVER_PAYLOAD_H

#include <stddef.h>

struct payload {
    // How many bytes the event itself has: what a client's reader gets to see.
    size_t event_length;
    // The chunk's length, its frame included.
    size_t chunk_length;
    // How many chunks `bytes` holds.
    size_t repeats;
    char *bytes;
    struct payload *next;
};

// Where in an event's data the time stands at which it left: 16 hexadecimal digits, nanoseconds of the monotonic clock, or
// zeros when it left together with others.
#define STAMP_OFFSET 16

// The payload for events of so many bytes; made once and kept.
const struct payload *payload_of(size_t event_length);

// Writes one chunk with the time in it.
void payload_stamp(const struct payload *payload, char *chunk);

#endif
