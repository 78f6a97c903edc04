import { jobs, listQuery, webhooks } from '@alo/contract';
import { numberIn, parsePhone } from '@alo/phone-number';
import { parseMessage, parseNameAddr, parseReplaces, parseSipUri } from '@alo/sip';
import { z } from 'zod';
import { soundKindOf } from '../../../apps/server/src/audio/sound-kind.ts';
import { parseRange } from '../../../apps/server/src/http/file-answer.ts';
import { BadFile } from '../../../apps/server/src/resource/importing/table-file/bad-file.ts';
import { shownBy } from '../../../apps/server/src/resource/importing/table-file/number-format.ts';
import { XmlReader } from '../../../apps/server/src/resource/importing/table-file/read-xml.ts';
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
};
