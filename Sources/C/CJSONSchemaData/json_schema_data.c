#include "json_schema_data.h"

static const unsigned char meta_schemas[] = {
#embed "Data/meta-schemas.json"
};

static const unsigned char scripts[] = {
#embed "Data/scripts.txt"
};

const unsigned char *torii_meta_schemas(void) { return meta_schemas; }
size_t torii_meta_schemas_size(void) { return sizeof meta_schemas; }

const unsigned char *torii_scripts(void) { return scripts; }
size_t torii_scripts_size(void) { return sizeof scripts; }
