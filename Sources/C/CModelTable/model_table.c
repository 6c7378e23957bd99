#include "model_table.h"

static const unsigned char table[] = {
#embed "models.json"
};

const unsigned char *torii_model_table(void) { return table; }
size_t torii_model_table_size(void) { return sizeof table; }
