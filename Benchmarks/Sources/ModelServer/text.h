// A text that grows at its end and shrinks at its front.

#ifndef TORII_MODELSERVER_TEXT_H
#define TORII_MODELSERVER_TEXT_H

#include <stddef.h>

struct text {
    char *bytes;
    size_t length;
    size_t room;
};

void text_append(struct text *text, const char *bytes, size_t length);

// Removes bytes from the front; the memory is freed with the last of them.
void text_drop(struct text *text, size_t length);

#endif
