/** Parameters in the order written; the value is as written (quotes kept), '' for a flag such as `lr`. Names are lower case. */
export type Params = ReadonlyMap<string, string>;

export const NO_PARAMS: Params = new Map();

const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
/** What may stand unquoted as a parameter's value: a token, or a host with brackets and colons (§25.1 `gen-value`). */
const BARE_VALUE = /^[A-Za-z0-9\-.!%*_+`'~[\]:/|@$&]*$/;

export const isToken = (text: string): boolean => TOKEN.test(text);

/** Splits a list at the commas outside quotes and angle brackets (§7.3.1). An unclosed quote swallows the rest. */
export function splitList(value: string): string[] {
  if (!value.includes(',')) return [value];
  const items: string[] = [];
  let from = 0;
  let angle = false;
  for (let at = 0; at < value.length; at++) {
    const char = value.charCodeAt(at);
    if (char === 0x22) {
      at = quotedEnd(value, at);
      if (at < 0) break;
    } else if (char === 0x3c) angle = true;
    else if (char === 0x3e) angle = false;
    else if (char === 0x2c && !angle) {
      items.push(trimWhite(value.slice(from, at)));
      from = at + 1;
    }
  }
  items.push(trimWhite(value.slice(from)));
  return items;
}

/** Index of the quote that closes the one at `at`, honouring `\` (§25.1 `quoted-string`); -1 where there is none. */
export function quotedEnd(text: string, at: number): number {
  const end = text.indexOf('"', at + 1);
  if (end < 0 || !text.slice(at + 1, end).includes('\\')) return end;
  for (let index = at + 1; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === 0x5c) index++;
    else if (char === 0x22) return index;
  }
  return -1;
}

/** Reads names that are tokens, in lower case; the usual ones, as nearly everybody writes them, by one look-up. */
export function nameReader(usual: readonly string[]): (written: string) => string | undefined {
  const known = new Map(usual.map((name) => [name, name]));
  return (written) => known.get(written) ?? tokenIn(written);
}

function tokenIn(written: string): string | undefined {
  const name = trimWhite(written).toLowerCase();
  return isToken(name) ? name : undefined;
}

const readName = nameReader(
  'tag branch rport received lr transport expires q reg-id +sip.instance +sip.ice'.split(' '),
);

/** Reads `;name=value;flag` from `at` to the end of the text; undefined where the syntax is broken or a name repeats. */
export function parseParams(text: string, at: number): Params | undefined {
  let index = skipWhite(text, at);
  if (index === text.length) return NO_PARAMS;
  const params = new Map<string, string>();
  while (index < text.length) {
    if (text.charCodeAt(index) !== 0x3b) return undefined;
    const nameFrom = index + 1;
    const semicolon = text.indexOf(';', nameFrom);
    const end = semicolon < 0 ? text.length : semicolon;
    const written = text.slice(nameFrom, end);
    const equals = written.indexOf('=');
    const name = readName(equals < 0 ? written : written.slice(0, equals));
    if (name === undefined || params.has(name)) return undefined;
    index = end;
    if (equals < 0) {
      params.set(name, '');
      continue;
    }
    const valueFrom = skipWhite(text, nameFrom + equals + 1);
    if (text.charCodeAt(valueFrom) === 0x22) {
      const close = quotedEnd(text, valueFrom);
      if (close < 0) return undefined;
      params.set(name, text.slice(valueFrom, close + 1));
      index = skipWhite(text, close + 1);
      continue;
    }
    const value = trimWhite(text.slice(valueFrom, end));
    if (!BARE_VALUE.test(value)) return undefined;
    params.set(name, value);
  }
  return params;
}

export function formatParams(params: Params): string {
  let text = '';
  for (const [name, value] of params) text += value === '' ? `;${name}` : `;${name}=${value}`;
  return text;
}

/** The text inside a quoted string with its escapes undone; other text as it is. */
export function unquote(text: string): string {
  if (text.length < 2 || text.charCodeAt(0) !== 0x22) return text;
  const inner = text.slice(1, -1);
  return inner.includes('\\') ? inner.replaceAll(/\\([\s\S])/g, '$1') : inner;
}

/** A quoted string that says `text`; line breaks, which no escape can carry, become spaces. */
export const quote = (text: string): string =>
  `"${text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/["\\]/g, (char) => `\\${char}`)}"`;

export function skipWhite(text: string, at: number): number {
  let index = at;
  while (index < text.length && isWhite(text.charCodeAt(index))) index++;
  return index;
}

/** Without the blanks and tabs at both ends: SIP's white space, not Unicode's. */
export function trimWhite(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isWhite(text.charCodeAt(from))) from++;
  while (to > from && isWhite(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

const isWhite = (char: number): boolean => char === 0x20 || char === 0x09;
