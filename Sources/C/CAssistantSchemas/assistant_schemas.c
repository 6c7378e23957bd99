#include "assistant_schemas.h"

// The texts are in the order of the domains in schemas.json; reading the catalog fails otherwise.
static const unsigned char data[] = {
    '[',
#embed "Data/schemas.json"
#embed "Data/words.json" prefix(, ',', )
#embed "Data/Texts/appStore.json" prefix(, ',', )
#embed "Data/Texts/assistant.json" prefix(, ',', )
#embed "Data/Texts/audio.json" prefix(, ',', )
#embed "Data/Texts/books.json" prefix(, ',', )
#embed "Data/Texts/browser.json" prefix(, ',', )
#embed "Data/Texts/calendar.json" prefix(, ',', )
#embed "Data/Texts/camera.json" prefix(, ',', )
#embed "Data/Texts/clock.json" prefix(, ',', )
#embed "Data/Texts/files.json" prefix(, ',', )
#embed "Data/Texts/journal.json" prefix(, ',', )
#embed "Data/Texts/mail.json" prefix(, ',', )
#embed "Data/Texts/maps.json" prefix(, ',', )
#embed "Data/Texts/messages.json" prefix(, ',', )
#embed "Data/Texts/notes.json" prefix(, ',', )
#embed "Data/Texts/phone.json" prefix(, ',', )
#embed "Data/Texts/photos.json" prefix(, ',', )
#embed "Data/Texts/presentation.json" prefix(, ',', )
#embed "Data/Texts/reader.json" prefix(, ',', )
#embed "Data/Texts/reminders.json" prefix(, ',', )
#embed "Data/Texts/spreadsheet.json" prefix(, ',', )
#embed "Data/Texts/system.json" prefix(, ',', )
#embed "Data/Texts/visualIntelligence.json" prefix(, ',', )
#embed "Data/Texts/whiteboard.json" prefix(, ',', )
#embed "Data/Texts/wordProcessor.json" prefix(, ',', )
    , ']',
};

const unsigned char *torii_assistant_schemas(void) { return data; }
size_t torii_assistant_schemas_size(void) { return sizeof data; }
