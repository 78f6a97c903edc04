import { splitList, unquote } from './lexer.ts';
import type { Message } from './message.ts';
import { type NameAddr, parseNameAddr } from './name-addr.ts';
import { parseVia, type Via } from './via.ts';

/** The first header of that name (lower case, long form), or undefined. */
export function header(message: Message, name: string): string | undefined {
  for (const field of message.headers) if (field.name === name) return field.value;
  return undefined;
}

/** All values of a header that is a list, one header with commas being the same as several headers (§7.3.1). */
export function headerList(message: Message, name: string): readonly string[] {
  const values: string[] = [];
  for (const field of message.headers) {
    if (field.name === name) for (const item of splitList(field.value)) if (item !== '') values.push(item);
  }
  return values;
}

/**
 * Remembers what it made of the text that it was given last: while one message is handled, its sender, its number and its last hop
 * are asked for again and again.
 */
export function remembering<Made>(read: (text: string) => Made): (text: string) => Made {
  let last: { readonly text: string; readonly made: Made } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: read(text) };
    return last.made;
  };
}

/** Each of these headers stands in a message once, or nearly always so, and is read by its own of these. */
export const readFrom = remembering(parseNameAddr);
export const readTo = remembering(parseNameAddr);
export const readCSeq = remembering(parseCSeq);
export const readContact = remembering(parseNameAddr);
/** Is each of the Contacts in a header one, or all of it `*`? */
export const isContact = (value: string): boolean => value === '*' || splitList(value).every(readContact);
/** The first of the hops in a Via header; undefined where the syntax is broken. */
export const readTopVia = remembering((value) => parseVia(splitList(value)[0] ?? ''));

/** The top Via: the hop that sent the message (§18.1.1, §18.2.1). */
export function topVia(message: Message): Via | undefined {
  const value = header(message, 'via');
  return value === undefined ? undefined : readTopVia(value);
}

/** '' where there is none. */
export const callIdOf = (message: Message): string => header(message, 'call-id') ?? '';

/** Orders the requests of a dialog, and says which of them a response is to (§20.16). */
export interface CSeq {
  readonly number: number;
  readonly method: string;
}

const CSEQ = /^(\d{1,20})[ \t]+([A-Za-z0-9\-.!%*_+`'~]+)$/;

/** Undefined where it is broken or not below 2^31 (§8.1.1.5). */
function parseCSeq(text: string): CSeq | undefined {
  const parts = CSEQ.exec(text);
  if (!parts) return undefined;
  const number = Number(parts[1]);
  return number < 2 ** 31 ? { number, method: parts[2] ?? '' } : undefined;
}

/** Undefined where it is missing or broken. */
export const cseq = (message: Message): CSeq | undefined => readCSeq(header(message, 'cseq') ?? '');

/** Who sends the request; undefined where it is missing or broken. */
export const from = (message: Message): NameAddr | undefined => readFrom(header(message, 'from') ?? '');
/** Whom the request is for; undefined where it is missing or broken. */
export const to = (message: Message): NameAddr | undefined => readTo(header(message, 'to') ?? '');

/** '' where there is none (§19.3). */
export const fromTag = (message: Message): string => from(message)?.params.get('tag') ?? '';
/** '' where there is none: outside of a dialog (§19.3). */
export const toTag = (message: Message): string => to(message)?.params.get('tag') ?? '';

/** Every Contact; undefined where one is broken. `*` is not an address: the registrar looks for it before. */
export function contacts(message: Message): readonly NameAddr[] | undefined {
  const values = headerList(message, 'contact').map(readContact);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** The first Contact: where a dialog's other end is reached (§12.1). */
export function contact(message: Message): NameAddr | undefined {
  const value = headerList(message, 'contact')[0];
  return value === undefined ? undefined : readContact(value);
}

/** A header whose value is a number of at most `max`, e.g. Expires; undefined where it is missing or broken. */
export function headerNumber(message: Message, name: string, max = 2 ** 32 - 1): number | undefined {
  return parseNumber(header(message, name), max);
}

/** Digits only, and no more than `max`. */
export function parseNumber(text: string | undefined, max = 2 ** 32 - 1): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= max ? number : undefined;
}

/** Option tags of Supported, Require and the like, in lower case (§19.2). */
export function optionTags(message: Message, name: string): readonly string[] {
  const values = message.headers.filter((field) => field.name === name);
  return values.flatMap(({ value }) => readTags(value));
}

/** Phones of one make say the same. */
const readTags = remembering((value) => splitList(value.toLowerCase()).filter((tag) => tag !== ''));

/** Type and subtype of the body in lower case, without parameters (§20.15); '' where none is given. */
export const contentType = (message: Message): string =>
  (header(message, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** `+sip.instance` of a Contact without quotes and brackets: the phone behind the address (RFC 5626 §4.1). */
export function instanceOf(address: NameAddr): string | undefined {
  const value = address.params.get('+sip.instance');
  return value === undefined ? undefined : unquote(value);
}
