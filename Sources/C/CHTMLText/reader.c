#include "CHTMLText.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <string.h>

void chtml_prepare(void) { xmlInitParser(); }

int chtml_read(const char *html, int length, void *context, struct chtml_calls calls) {
    htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(html, length);
    if (parser == NULL) return 0;
    memset(parser->sax, 0, sizeof *parser->sax);
    parser->sax->startElement = calls.start;
    parser->sax->endElement = calls.end;
    parser->sax->characters = calls.text;
    parser->sax->ignorableWhitespace = calls.text;
    parser->userData = context;
    htmlCtxtUseOptions(
        parser,
        HTML_PARSE_RECOVER | HTML_PARSE_NODEFDTD | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET
            | HTML_PARSE_IGNORE_ENC
    );
    xmlCharEncodingHandlerPtr utf8 = xmlFindCharEncodingHandler("UTF-8");
    if (utf8 != NULL) xmlSwitchToEncoding(parser, utf8);
    calls.begin(context, (chtml_reading_t)parser);
    htmlParseDocument(parser);
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    htmlFreeParserCtxt(parser);
    return 1;
}

void chtml_stop(chtml_reading_t reading) {
    if (reading != NULL) xmlStopParser((htmlParserCtxtPtr)reading);
}
