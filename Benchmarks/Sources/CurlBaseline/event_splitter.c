#include "event_splitter.h"

#include <stdlib.h>
#include <string.h>

static void append(struct text *text, const char *bytes, size_t length) {
    if (length == 0) return;
    if (text->length + length > text->room) {
        text->room = (text->length + length) * 2;
        text->bytes = realloc(text->bytes, text->room);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void replace(struct text *text, const char *bytes, size_t length) {
    text->length = 0;
    append(text, bytes, length);
}

static bool is(const char *name, size_t length, const char *field) {
    return length == strlen(field) && memcmp(name, field, length) == 0;
}

static void dispatch(struct event_splitter *splitter) {
    if (splitter->data.length > 0) {
        splitter->events++;
        splitter->data_bytes += (long)splitter->data.length - 1;
        if (splitter->take) splitter->take(splitter->data.bytes, splitter->data.length - 1);
    }
    splitter->data.length = 0;
    splitter->type.length = 0;
}

static void take_line(struct event_splitter *splitter, const char *line, size_t length) {
    if (length == 0) {
        dispatch(splitter);
        return;
    }
    const char *colon = memchr(line, ':', length);
    size_t name_length = colon ? (size_t)(colon - line) : length;
    const char *value = colon ? colon + 1 : line + length;
    if (value < line + length && *value == ' ') value++;
    size_t value_length = (size_t)(line + length - value);
    if (is(line, name_length, "data")) {
        append(&splitter->data, value, value_length);
        append(&splitter->data, "\n", 1);
    } else if (is(line, name_length, "event")) {
        replace(&splitter->type, value, value_length);
    } else if (is(line, name_length, "id") && !memchr(value, 0, value_length)) {
        replace(&splitter->id, value, value_length);
    }
}

void event_splitter_feed(struct event_splitter *splitter, const char *bytes, size_t length) {
    const char *rest = bytes, *end = bytes + length;
    while (rest < end) {
        if (splitter->ended_with_carriage_return) {
            splitter->ended_with_carriage_return = false;
            if (*rest == '\n') {
                rest++;
                continue;
            }
        }
        const char *stop = rest;
        while (stop < end && *stop != '\n' && *stop != '\r') stop++;
        if (stop == end) {
            append(&splitter->line, rest, (size_t)(end - rest));
            return;
        }
        if (splitter->line.length == 0) {
            take_line(splitter, rest, (size_t)(stop - rest));
        } else {
            append(&splitter->line, rest, (size_t)(stop - rest));
            take_line(splitter, splitter->line.bytes, splitter->line.length);
            splitter->line.length = 0;
        }
        splitter->ended_with_carriage_return = *stop == '\r';
        rest = stop + 1;
    }
}
