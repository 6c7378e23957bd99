#ifndef TORII_JSON_SCHEMA_DATA_H
#define TORII_JSON_SCHEMA_DATA_H

#include <stddef.h>

// The bytes of the files in Data, and their numbers.
const unsigned char *torii_meta_schemas(void);
size_t torii_meta_schemas_size(void);
const unsigned char *torii_scripts(void);
size_t torii_scripts_size(void);

#endif
