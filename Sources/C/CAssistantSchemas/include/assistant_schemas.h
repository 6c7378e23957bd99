#ifndef TORII_ASSISTANT_SCHEMAS_H
#define TORII_ASSISTANT_SCHEMAS_H

#include <stddef.h>

// The bytes of the files in Data as one JSON array, and their number.
const unsigned char *torii_assistant_schemas(void);
size_t torii_assistant_schemas_size(void);

#endif
