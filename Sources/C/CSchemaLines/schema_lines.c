#include "schema_lines.h"

static const unsigned char lines[] = {
#embed "schema-lines.txt"
};

const unsigned char *torii_schema_lines(void) { return lines; }
size_t torii_schema_lines_size(void) { return sizeof lines; }
