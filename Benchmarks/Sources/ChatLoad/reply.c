#define _GNU_SOURCE
#include "reply.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void reply_reset(struct reply *reply) {
    memset(reply, 0, sizeof *reply);
    reply->digits = -1;
}

static void read_head(struct reply *reply) {
    const char *head = reply->head;
    reply->status = reply->head_length > 12 ? atoi(head + 9) : 0;
    reply->says_when_to_come_back = strcasestr(head, "\r\nretry-after:") != NULL;
    reply->closes = strcasestr(head, "\r\nconnection: close") != NULL;
    const char *length = strcasestr(head, "\r\ncontent-length:");
    if (strcasestr(head, "\r\ntransfer-encoding: chunked")) {
        reply->state = REPLY_CHUNK_SIZE;
    } else if (length) {
        reply->left = strtoul(length + strlen("\r\ncontent-length:"), NULL, 10);
        reply->state = reply->left > 0 ? REPLY_SIZED : REPLY_WHOLE;
    } else {
        reply->state = REPLY_BAD;
    }
}

static void keep_ends(struct reply *reply, const char *bytes, size_t length) {
    size_t room = sizeof reply->beginning - 1 - reply->beginning_length;
    size_t taken = length < room ? length : room;
    memcpy(reply->beginning + reply->beginning_length, bytes, taken);
    reply->beginning_length += taken;
    if (length >= sizeof reply->end) {
        memcpy(reply->end, bytes + length - sizeof reply->end, sizeof reply->end);
        reply->end_length = sizeof reply->end;
        return;
    }
    size_t kept = sizeof reply->end - length;
    if (kept > reply->end_length) kept = reply->end_length;
    memmove(reply->end, reply->end + reply->end_length - kept, kept);
    memcpy(reply->end + kept, bytes, length);
    reply->end_length = kept + length;
}

static int digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

static void take_body(
    struct reply *reply, const char *bytes, size_t length, void (*token)(void *context, uint64_t stamp), void *context
) {
    keep_ends(reply, bytes, length);
    const char *rest = bytes, *end = bytes + length;
    while (rest < end) {
        if (reply->digits < 0) {
            rest = memchr(rest, '@', (size_t)(end - rest));
            if (!rest) return;
            rest++;
            reply->digits = 0;
            reply->stamp = 0;
            continue;
        }
        int value = digit(*rest++);
        reply->stamp = reply->stamp << 4 | (uint64_t)value;
        if (value < 0) {
            reply->digits = -1;
        } else if (++reply->digits == 16) {
            reply->digits = -1;
            reply->tokens++;
            token(context, reply->stamp);
        }
    }
}

// Reads a line of the framing, which may arrive in parts; `true` at its end.
static bool take_line(struct reply *reply, char character) {
    if (character != '\n') {
        if (reply->head_length < sizeof reply->head - 1) reply->head[reply->head_length++] = character;
        return false;
    }
    reply->head[reply->head_length] = 0;
    return true;
}

static void take_framing(struct reply *reply, char character) {
    if (reply->state == REPLY_HEAD) {
        if (reply->head_length == sizeof reply->head - 1) {
            reply->state = REPLY_BAD;
            return;
        }
        reply->head[reply->head_length++] = character;
        if (reply->head_length < 4 || memcmp(reply->head + reply->head_length - 4, "\r\n\r\n", 4) != 0) return;
        reply->head[reply->head_length] = 0;
        read_head(reply);
        reply->head_length = 0;
        return;
    }
    if (!take_line(reply, character)) return;
    bool is_empty = reply->head_length <= 1;
    reply->head_length = 0;
    switch (reply->state) {
    case REPLY_CHUNK_SIZE:
        reply->left = strtoul(reply->head, NULL, 16);
        reply->state = reply->left > 0 ? REPLY_CHUNK : REPLY_TRAILER;
        break;
    case REPLY_CHUNK_END: reply->state = is_empty ? REPLY_CHUNK_SIZE : REPLY_BAD; break;
    default: if (is_empty) reply->state = REPLY_WHOLE;
    }
}

void reply_feed(struct reply *reply, const char *bytes, size_t length, void (*token)(void *context, uint64_t stamp), void *context) {
    const char *end = bytes + length;
    while (bytes < end && reply->state != REPLY_WHOLE && reply->state != REPLY_BAD) {
        if (reply->state != REPLY_SIZED && reply->state != REPLY_CHUNK) {
            take_framing(reply, *bytes++);
            continue;
        }
        size_t piece = (size_t)(end - bytes) < reply->left ? (size_t)(end - bytes) : reply->left;
        take_body(reply, bytes, piece, token, context);
        bytes += piece;
        reply->left -= piece;
        if (reply->left == 0) reply->state = reply->state == REPLY_SIZED ? REPLY_WHOLE : REPLY_CHUNK_END;
    }
    if (bytes < end) reply->state = REPLY_BAD;
}

bool reply_ends_with(const struct reply *reply, const char *text) {
    return memmem(reply->end, reply->end_length, text, strlen(text)) != NULL;
}
