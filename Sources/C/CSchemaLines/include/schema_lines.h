#ifndef TORII_SCHEMA_LINES_H
#define TORII_SCHEMA_LINES_H

#include <stddef.h>

// The bytes of schema-lines.txt, and their number.
const unsigned char *torii_schema_lines(void);
size_t torii_schema_lines_size(void);

#endif
