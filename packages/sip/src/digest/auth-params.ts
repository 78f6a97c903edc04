import { isToken, nameReader, quotedEnd, skipWhite, unquote } from '../message/lexer.ts';

/** `Digest realm="x", nonce="y"`: a challenge or credentials (RFC 9110 §11.2). */
export interface AuthParams {
  /** Lower case. */
  readonly scheme: string;
  /** Names in lower case; values without quotes. */
  readonly params: ReadonlyMap<string, string>;
}

const readName = nameReader('username realm nonce uri response algorithm cnonce qop nc opaque stale'.split(' '));

/** Undefined where the syntax is broken or a parameter is given twice. */
export function parseAuth(value: string): AuthParams | undefined {
  const blank = value.indexOf(' ');
  const scheme = (blank < 0 ? value : value.slice(0, blank)).toLowerCase();
  if (!isToken(scheme)) return undefined;
  const params = new Map<string, string>();
  let at = blank < 0 ? value.length : skipWhite(value, blank);
  while (at < value.length) {
    const equals = value.indexOf('=', at);
    if (equals < 0) return undefined;
    const name = readName(value.slice(at, equals));
    if (name === undefined || params.has(name)) return undefined;
    const from = skipWhite(value, equals + 1);
    let end: number;
    if (value.charCodeAt(from) === 0x22) {
      const close = quotedEnd(value, from);
      if (close < 0) return undefined;
      end = close + 1;
      params.set(name, unquote(value.slice(from, end)));
    } else {
      const comma = value.indexOf(',', from);
      end = comma < 0 ? value.length : comma;
      params.set(name, value.slice(from, end).trim());
    }
    at = skipWhite(value, end);
    if (at < value.length && value[at] !== ',') return undefined;
    at = skipWhite(value, at + 1);
  }
  return { scheme, params };
}
