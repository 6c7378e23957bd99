#define _GNU_SOURCE
#include "payload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// About the size of a chat completion's token on the wire.
static const char start[] = "data: {\"id\":\"chatcmpl-0000000000000000\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
                            "\"delta\":{\"content\":\"";
static const char end[] = "\"},\"finish_reason\":null}]}\n\n";

static struct payload *known = NULL;

static void write_event(char *bytes, size_t length) {
    size_t start_length = strlen(start), end_length = strlen(end);
    memcpy(bytes, start, start_length);
    memset(bytes + start_length, 'x', length - start_length - end_length);
    memcpy(bytes + length - end_length, end, end_length);
}

const struct payload *payload_of(size_t event_length) {
    size_t shortest = strlen(start) + strlen(end);
    if (event_length < shortest) event_length = shortest;
    for (struct payload *payload = known; payload; payload = payload->next)
        if (payload->event_length == event_length) return payload;

    char frame[32];
    int frame_length = snprintf(frame, sizeof frame, "%zx\r\n", event_length);
    struct payload *payload = calloc(1, sizeof *payload);
    payload->event_length = event_length;
    payload->chunk_length = (size_t)frame_length + event_length + 2;
    payload->repeats = 64;
    payload->bytes = malloc(payload->repeats * payload->chunk_length);
    for (size_t index = 0; index < payload->repeats; index++) {
        char *chunk = payload->bytes + index * payload->chunk_length;
        memcpy(chunk, frame, (size_t)frame_length);
        write_event(chunk + frame_length, event_length);
        memcpy(chunk + frame_length + event_length, "\r\n", 2);
    }
    payload->next = known;
    known = payload;
    return payload;
}

void payload_stamp(const struct payload *payload, char *chunk) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long long time = (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
    memcpy(chunk, payload->bytes, payload->chunk_length);
    size_t frame_length = payload->chunk_length - payload->event_length - 2;
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", time);
    memcpy(chunk + frame_length + strlen("data: ") + STAMP_OFFSET, digits, 16);
}
