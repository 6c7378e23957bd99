#ifndef TORII_PHRASEBOOK_WORDS_H
#define TORII_PHRASEBOOK_WORDS_H

#include <stddef.h>

// The bytes of the files in Data, one after another, and their number.
const unsigned char *torii_phrasebook_words(void);
size_t torii_phrasebook_words_size(void);

#endif
