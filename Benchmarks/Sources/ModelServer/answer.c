#define _GNU_SOURCE
#include "answer.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// With a space at the end: Torii holds the end of a text back while it may be the start of a key, in Base64 too, and a hexadecimal digit may be.
#define TOKEN_LENGTH 18

static const char header[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
static const char start[] = "data: {\"id\":\"chatcmpl-0000000000000000\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                            "\"model\":\"stand-in\",\"choices\":[{\"index\":0,\"delta\":";

static void append_chunk(struct text *text, const char *bytes, size_t length) {
    char frame[32];
    text_append(text, frame, (size_t)snprintf(frame, sizeof frame, "%zx\r\n", length));
    text_append(text, bytes, length);
    text_append(text, "\r\n", 2);
}

static void append_event(struct text *text, const char *delta, const char *rest) {
    char event[512];
    int length = snprintf(event, sizeof event, "%s%s%s\n\n", start, delta, rest);
    append_chunk(text, event, (size_t)length);
}

static void write_token(char token[TOKEN_LENGTH + 1]) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long long time = (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
    snprintf(token, TOKEN_LENGTH + 1, "@%016llx ", time);
}

void answer_open(struct text *text) {
    text_append(text, header, strlen(header));
    append_event(text, "{\"role\":\"assistant\",\"content\":\"\"}", ",\"finish_reason\":null}]}");
}

void answer_token(struct text *text) {
    char token[TOKEN_LENGTH + 1], delta[64];
    write_token(token);
    snprintf(delta, sizeof delta, "{\"content\":\"%s\"}", token);
    append_event(text, delta, ",\"finish_reason\":null}]}");
}

static void write_usage(char *bytes, size_t room, long tokens) {
    snprintf(
        bytes, room, "\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":%ld,\"total_tokens\":%ld}", tokens, tokens + 20
    );
}

void answer_close(struct text *text, long tokens) {
    char usage[128], rest[192];
    write_usage(usage, sizeof usage, tokens);
    snprintf(rest, sizeof rest, ",\"finish_reason\":\"stop\"}],%s}", usage);
    append_event(text, "{}", rest);
    const char done[] = "data: [DONE]\n\n";
    append_chunk(text, done, strlen(done));
    text_append(text, "0\r\n\r\n", 5);
}

void answer_whole(struct text *text, long tokens) {
    struct text body = {0};
    const char opening[] = "{\"id\":\"chatcmpl-0000000000000000\",\"object\":\"chat.completion\",\"created\":1700000000,"
                           "\"model\":\"stand-in\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"";
    text_append(&body, opening, strlen(opening));
    for (long index = 0; index < tokens; index++) {
        char token[TOKEN_LENGTH + 1];
        write_token(token);
        text_append(&body, token, TOKEN_LENGTH);
    }
    char usage[128], closing[192], head[128];
    write_usage(usage, sizeof usage, tokens);
    int length = snprintf(closing, sizeof closing, "\"},\"finish_reason\":\"stop\"}],%s}", usage);
    text_append(&body, closing, (size_t)length);
    length = snprintf(
        head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", body.length
    );
    text_append(text, head, (size_t)length);
    text_append(text, body.bytes, body.length);
    text_drop(&body, body.length);
}
