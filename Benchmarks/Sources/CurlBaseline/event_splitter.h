// Splits the bytes of an event stream into events: fields by line, joined data lines, and an event at each blank line.

#ifndef TORII_CURLBASELINE_EVENT_SPLITTER_H
#define TORII_CURLBASELINE_EVENT_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *bytes;
    size_t length;
    size_t room;
};

struct event_splitter {
    // The incomplete line.
    struct text line;
    struct text data;
    struct text type;
    struct text id;
    bool ended_with_carriage_return;
    // The bytes of the current event.
    long events;
    long data_bytes;
    // Called with the data of each event, if set.
    void (*take)(const char *data, size_t length);
};

void event_splitter_feed(struct event_splitter *splitter, const char *bytes, size_t length);

#endif
