import { jobs, listQuery, webhooks } from '@alo/contract';
import { numberIn, parsePhone } from '@alo/phone-number';
import { parseMessage, parseNameAddr, parseReplaces, parseSipUri } from '@alo/sip';
import { z } from 'zod';
import { soundKindOf } from '../../../apps/server/src/audio/sound-kind.ts';
import { memberIn, readFilter, unqualified } from '../../../apps/server/src/features/directory/filter.ts';
import { lengthOfMessage, readAnswer, readEntry } from '../../../apps/server/src/features/ldap/answers.ts';
import { parseRange } from '../../../apps/server/src/http/file-answer.ts';
import { BadFile } from '../../../apps/server/src/resource/importing/table-file/bad-file.ts';
import { shownBy } from '../../../apps/server/src/resource/importing/table-file/number-format.ts';
import { XmlReader } from '../../../apps/server/src/resource/importing/table-file/read-xml.ts';
import { cellsOf, storedBytes, zipOf } from '../../../apps/server/testing/table-files.ts';
import { readSdp } from '../../../packages/engine-sip/src/media/read-sdp.ts';
import { parseAuth } from '../../../packages/sip/src/digest/auth-params.ts';
import { parseVia } from '../../../packages/sip/src/message/via.ts';

interface Reader {
  readonly read: (text: string) => unknown;
  /** What is hard to read, so many signs of it. */
  readonly shapes: Readonly<Record<string, (length: number) => string>>;
}

const repeated =
  (piece: string, before = '', after = '') =>
  (length: number): string =>
    before + piece.repeat(Math.ceil(length / piece.length)) + after;

const request = 'INVITE sip:101@x SIP/2.0\r\nVia: SIP/2.0/UDP x;branch=z9hG4bK1\r\nFrom: <sip:a@b>;tag=1\r\n';
const rest = '\r\nTo: <sip:c@d>\r\nCall-ID: 1\r\nCSeq: 1 INVITE\r\n\r\n';
const bytes = new TextEncoder();

const odsHead = '<document><spreadsheet><table name="a">';
const odsTail = '</table></spreadsheet></document>';
const xmlHead = '<Workbook><Worksheet ss:Name="a">';
const xmlTail = '</Worksheet></Workbook>';
const workbookOf = (parts: Readonly<Record<string, string>>) =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': '<worksheet/>',
    ...parts,
  });

/** Whether a document is read to its end, or refused. */
function readWhole(xml: string): boolean {
  const reader = new XmlReader({ open: () => undefined, close: () => undefined, text: () => undefined });
  try {
    reader.write(xml);
    reader.end();
    return true;
  } catch (error) {
    if (error instanceof BadFile) return false;
    throw error;
  }
}

/** Every reader of texts that strangers bring and that is not bound by a shorter limit than what can be measured. */
export const readers: Readonly<Record<string, Reader>> = {
  'a SIP message': {
    read: (text) => parseMessage(bytes.encode(text), { headBytes: 10_000_000, headers: 1_000_000, bodyBytes: 0 }),
    shapes: {
      'many headers': repeated('X: y\r\n', request, rest.slice(2)),
      'one long header': repeated('a ', `${request}X: `, rest),
      'folded lines': repeated('a\r\n ', `${request}X: `, rest),
      'a list of Vias': repeated('SIP/2.0/UDP x;branch=z9hG4bK2, ', `${request}Via: `, `SIP/2.0/UDP y${rest}`),
      'quotes that never close': repeated('"\\', `${request}Contact: `, rest),
      'angles and commas': repeated('<,', `${request}Contact: `, rest),
    },
  },
  'a SIP address': {
    read: (text) => [parseNameAddr(text), parseSipUri(text)],
    shapes: {
      quotes: repeated('\\"', '"'),
      parameters: repeated(';a=b', 'sip:a@b'),
      'escapes in the user': repeated('%41', 'sip:', '@b'),
      'white space': repeated(' \t', '<', 'sip:a@b>'),
      'open angles': repeated('<'),
    },
  },
  'a Via, a digest, a Replaces': {
    read: (text) => [parseVia(text), parseAuth(text), parseReplaces(text)],
    shapes: {
      parameters: repeated(';a=b', 'SIP/2.0/UDP x'),
      'a digest of many parts': repeated('a="b", ', 'Digest ', 'c=d'),
      'quotes that never close': repeated('a="\\', 'Digest '),
      commas: repeated(', ,', 'Digest '),
      blanks: repeated(' ', 'Digest', 'x'),
    },
  },
  SDP: {
    read: (text) => readSdp(text),
    shapes: {
      'many lines of audio': repeated('m=audio 1 RTP/AVP 0\r\n', 'v=0\r\nc=IN IP4 1.2.3.4\r\n'),
      'many codecs': repeated(' 8', 'v=0\r\nc=IN IP4 1.2.3.4\r\nm=audio 1 RTP/AVP'),
      'many attributes': repeated('a=rtpmap:96 x/8000\r\n', 'v=0\r\nc=IN IP4 1.2.3.4\r\nm=audio 1 RTP/AVP 8\r\n'),
      'line ends alone': repeated('\r\n'),
      blanks: repeated(' ', 'v=0\r\nm=', '\r\n'),
    },
  },
  'a phone number': {
    read: (text) => [parsePhone(text), numberIn(text)],
    shapes: { zeros: repeated('0'), marks: repeated('+ -('), 'numbers beside each other': repeated('0901234567 ') },
  },
  'parts of a sheet': {
    read: (text) => [shownBy(text), readWhole(text)],
    shapes: {
      brackets: repeated('['),
      'quotes that never close': repeated('"\\'),
      attributes: repeated(' a="b"', '<a', '/>'),
      blanks: repeated(' ', '<a', '/>'),
      escapes: repeated('&amp;', '<a>', '</a>'),
      'ampersands alone': repeated('&#', '<a b="', '"/>'),
      'tags that never close': repeated('<t>a'),
      'a tag that never ends': repeated('<numFmt '),
      'ends of nothing': repeated('</c>', '<a>', '</a>'),
      'cells beside each other': repeated('<c><v>1</v></c>', '<a>', '</a>'),
      'remarks that never close': repeated('<!--', '<a>'),
    },
  },
  'a page of a workbook': {
    read: async (text) => cellsOf(storedBytes(await workbookOf({ 'xl/worksheets/s.xml': text }))),
    shapes: {
      'rows of one cell': repeated('<row><c><v>1</v></c></row>', '<worksheet><sheetData>', '</sheetData></worksheet>'),
      'cells in one row': repeated('<c><v>1</v></c>', '<worksheet><sheetData><row>', '</row></sheetData></worksheet>'),
      'empty rows': repeated('<row/>', '<worksheet><sheetData>', '</sheetData></worksheet>'),
      'merged cells': repeated('<mergeCell ref="A1:B2"/>', '<worksheet><mergeCells>', '</mergeCells></worksheet>'),
      'one long text': repeated(
        'a&amp;',
        '<worksheet><sheetData><row><c t="str"><v>',
        '</v></c></row></sheetData></worksheet>',
      ),
      'a long attribute': repeated('a>&amp;', '<worksheet><sheetData><row r="', '"/></sheetData></worksheet>'),
      'elements in one another': repeated('<row>', '<worksheet>'),
      remarks: repeated('<!--a-->', '<worksheet>', '</worksheet>'),
    },
  },
  'parts of a workbook': {
    read: async (text) =>
      Promise.allSettled(
        ['xl/sharedStrings.xml', 'xl/styles.xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map(async (part) =>
          cellsOf(storedBytes(await workbookOf({ [part]: text }))),
        ),
      ),
    shapes: {
      'shared texts': repeated('<si><t>a</t></si>', '<sst>', '</sst>'),
      'runs of one text': repeated('<r><t>a</t></r>', '<sst><si>', '</si></sst>'),
      styles: repeated('<xf numFmtId="1"/>', '<styleSheet><cellXfs>', '</cellXfs></styleSheet>'),
      formats: repeated('<numFmt numFmtId="1" formatCode="[0"/>', '<styleSheet>', '</styleSheet>'),
      sheets: repeated('<sheet name="a" r:id="r1"/>', '<workbook><sheets>', '</sheets></workbook>'),
      relationships: repeated('<Relationship Id="r1" Target="../a/../b"/>', '<Relationships>', '</Relationships>'),
    },
  },
  'an OpenDocument table': {
    read: (text) => cellsOf(storedBytes(text)),
    shapes: {
      rows: repeated(
        '<table-row><table-cell value-type="float" value="1"><p>1</p></table-cell></table-row>',
        odsHead,
        odsTail,
      ),
      'empty cells': repeated(
        '<table-cell number-columns-repeated="9"/>',
        `${odsHead}<table-row>`,
        `</table-row>${odsTail}`,
      ),
      'paragraphs of one cell': repeated(
        '<p>a</p>',
        `${odsHead}<table-row><table-cell>`,
        `</table-cell></table-row>${odsTail}`,
      ),
      'rows that are said to stand there often': repeated(
        '<table-row number-rows-repeated="1000"><table-cell><p>a</p></table-cell></table-row>',
        odsHead,
        odsTail,
      ),
      pages: repeated('<table name="a"/>', '<document>', '</document>'),
      'pages in pages': repeated('<table name="a">', '<document>'),
      styles: repeated('<style name="a"><table-properties display="false"/></style>', '<document>', '</document>'),
    },
  },
  'an XML spreadsheet of 2003': {
    read: (text) => cellsOf(storedBytes(text)),
    shapes: {
      rows: repeated(
        '<Row><Cell><Data ss:Type="Number">1</Data></Cell></Row>',
        `${xmlHead}<Table>`,
        `</Table>${xmlTail}`,
      ),
      'cells apart': repeated('<Cell ss:MergeAcross="3"/>', `${xmlHead}<Table><Row>`, `</Row></Table>${xmlTail}`),
      pages: repeated('<Worksheet ss:Name="a"/>', '<Workbook>', '</Workbook>'),
      styles: repeated('<Style ss:ID="a"><NumberFormat ss:Format="[0"/></Style>', '<Workbook>', '</Workbook>'),
      remarks: repeated(
        '<Comment><Data>a</Data></Comment>',
        `${xmlHead}<Table><Row><Cell>`,
        `</Cell></Row></Table>${xmlTail}`,
      ),
    },
  },
  'a page of the web': {
    read: (text) => cellsOf(storedBytes(text)),
    shapes: {
      rows: repeated('<tr><td>a<td>b', '<table>', '</table>'),
      'cells that reach down': repeated('<tr><td rowspan=1000 colspan=100>a</tr>', '<table>', '</table>'),
      'lines of one cell': repeated('a <br> ', '<table><tr><td>', '</table>'),
      'ends of nothing': repeated('</p></td>', '<table><tr><td>', '</table>'),
      'tables beside each other': repeated('<table></table>', '<html>'),
      'tables in one another': repeated('<table><tr><td>', '<html>'),
      'ampersands alone': repeated('&', '<table><tr><td>'),
      'tags that never end': repeated('<a b=', '<table>'),
    },
  },
  'a text with separators': {
    read: (text) => cellsOf(storedBytes(text)),
    shapes: {
      separators: repeated(';'),
      'quotes that never close': repeated('"a;'),
      apostrophes: repeated("'", 'a;', '=\n'),
      rows: repeated('a;b;c\n'),
      'line ends alone': repeated('\r\n', 'a;b'),
      'letters of VNI': repeated('aõeâ;', '', '\n'),
      'signs of .VnTime': repeated('a¸b·c;\n'),
      'letters of twice': repeated('Ã¡;\n'),
    },
  },
  'a Range, a kind of sound': {
    read: (text) => [parseRange(text, 100), soundKindOf(bytes.encode(text))],
    shapes: { digits: repeated('1', 'bytes='), blanks: repeated(' '), 'tags of ID3': repeated('ID3\u0004\u0000') },
  },
  'filters and bodies of the API': {
    read: (text) => [
      z.safeParse(listQuery, { search: text, sort: text, page: text }),
      z.safeParse(webhooks.input, { name: text, url: text, events: [text] }),
      z.safeParse(jobs.result, { data: [text] }),
    ],
    shapes: {
      blanks: repeated(' '),
      'an address': repeated('a.', 'https://', '/'),
      slashes: repeated('/', 'https:'),
      'an order': repeated('a_', '-'),
    },
  },
  'a filter of SCIM': {
    read: (text) => readFilter(text),
    shapes: {
      blanks: repeated(' '),
      'a long name': repeated('a.'),
      'a path that never ends': repeated('a', 'emails[type eq "'),
      'quotes that never close': repeated('\\"', 'a eq "'),
      'escapes in a value': repeated('\\\\', 'a eq "', '"'),
      'one comparison after the other': repeated('a eq true and '),
    },
  },
  'a path of SCIM': {
    read: (text) => [memberIn(text), unqualified(text)],
    shapes: {
      blanks: repeated(' ', 'members[', ']'),
      'a value': repeated('a', 'members[value eq "', '"]'),
      schemas: repeated('urn:ietf:params:scim:schemas:core:2.0:user:'),
    },
  },
  'an answer of LDAP': {
    read: (text) => {
      const message = Buffer.from(text, 'latin1');
      lengthOfMessage(message);
      return readEntry(readAnswer(message));
    },
    shapes: {
      'sequences in one another': repeated('0\x80'),
      'empty values': repeated('\x04\x00', '0\x84\x00\x03\x00\x00'),
      'many attributes': (length) => entryWith(Math.ceil(length / 10)),
      'one long value': repeated('a', '0\x84\x00\x03\x00\x00\x02\x01\x01d\x84\x00\x02\x00\x00\x04\x84\x00\x01\x00\x00'),
    },
  },
};

/** An entry of a directory with so many attributes of one letter, each with an empty value (RFC 4511 §4.5.2). */
function entryWith(attributes: number): string {
  const attribute = part(0x30, part(0x04, 'a') + part(0x31, part(0x04, '')));
  return part(0x30, part(0x02, '\x01') + part(0x64, part(0x04, 'dc=x') + part(0x30, attribute.repeat(attributes))));
}

const part = (tag: number, body: string): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return `${String.fromCharCode(tag)}\x84${length.toString('latin1')}${body}`;
};
