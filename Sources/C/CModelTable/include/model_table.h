#ifndef TORII_MODEL_TABLE_H
#define TORII_MODEL_TABLE_H

#include <stddef.h>

// The bytes of models.json, and their number.
const unsigned char *torii_model_table(void);
size_t torii_model_table_size(void);

#endif
