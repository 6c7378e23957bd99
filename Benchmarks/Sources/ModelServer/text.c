#include "text.h"

#include <stdlib.h>
#include <string.h>

void text_append(struct text *text, const char *bytes, size_t length) {
    if (text->length + length + 1 > text->room) {
        text->room = (text->length + length + 1) * 2;
        text->bytes = realloc(text->bytes, text->room);
        if (!text->bytes) abort();
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void text_drop(struct text *text, size_t length) {
    text->length -= length;
    if (text->length > 0) {
        memmove(text->bytes, text->bytes + length, text->length + 1);
        return;
    }
    // Freed, because thousands of idle connections must not each keep the memory of a request.
    free(text->bytes);
    *text = (struct text){0};
}
