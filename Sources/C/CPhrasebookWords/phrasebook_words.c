#include "phrasebook_words.h"

static const unsigned char words[] = {
#embed "Data/evidence.txt"
#embed "Data/items.txt" prefix(, )
#embed "Data/language-data.txt" prefix(, )
#embed "Data/plain-requests.txt" prefix(, )
#embed "Data/planning.txt" prefix(, )
#embed "Data/requests.txt" prefix(, )
#embed "Data/slots.txt" prefix(, )
#embed "Data/text.txt" prefix(, )
};

const unsigned char *torii_phrasebook_words(void) { return words; }
size_t torii_phrasebook_words_size(void) { return sizeof words; }
