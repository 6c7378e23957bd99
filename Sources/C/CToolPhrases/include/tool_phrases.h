#ifndef TORII_TOOL_PHRASES_H
#define TORII_TOOL_PHRASES_H

#include <stddef.h>

// The bytes of the files in Data, one after another, and their number.
const unsigned char *torii_tool_phrases(void);
size_t torii_tool_phrases_size(void);

#endif
