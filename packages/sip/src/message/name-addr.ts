import { formatParams, type Params, parseParams, quote, quotedEnd, skipWhite, trimWhite, unquote } from './lexer.ts';

/** `"Lan" <sip:101@demo>;tag=x` (RFC 3261 §20.10): a name to show, a URI and the parameters of the header. */
export interface NameAddr {
  /** Without quotes; '' where there is none. */
  readonly display: string;
  /** As written; `parseUri` reads it. */
  readonly uri: string;
  readonly params: Params;
}

/** Tokens and blanks. Letters beyond ASCII want quotes by the grammar, but Vietnamese names often come without. */
const UNQUOTED = /^[A-Za-z0-9\-.!%*_+`'~ \t\u0080-\u{10ffff}]*$/u;
const ADDR_SPEC = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+$/;

/** Reads one name-addr or addr-spec with its header parameters; undefined where the syntax is broken. */
export function parseNameAddr(text: string): NameAddr | undefined {
  const start = skipWhite(text, 0);
  if (text.charCodeAt(start) === 0x22) {
    const end = quotedEnd(text, start);
    const open = end < 0 ? -1 : skipWhite(text, end + 1);
    return open >= 0 && text[open] === '<' ? bracketed(text, open, unquote(text.slice(start, end + 1))) : undefined;
  }
  const open = text.indexOf('<', start);
  if (open >= 0) {
    const display = trimWhite(text.slice(start, open));
    // An unquoted name is made of tokens (§25.1 `display-name`); otherwise the '<' stands in a parameter.
    if (UNQUOTED.test(display)) return bracketed(text, open, display);
  }
  return bare(text, start);
}

function bracketed(text: string, open: number, display: string): NameAddr | undefined {
  const close = text.indexOf('>', open);
  if (close < 0) return undefined;
  const uri = text.slice(open + 1, close);
  const params = parseParams(text, close + 1);
  return params && ADDR_SPEC.test(uri) ? { display, uri, params } : undefined;
}

/** Without brackets, what follows ';' belongs to the header, and the URI may hold neither ',' nor '?' (§20). */
function bare(text: string, start: number): NameAddr | undefined {
  const semicolon = text.indexOf(';', start);
  const uri = trimWhite(semicolon < 0 ? text.slice(start) : text.slice(start, semicolon));
  if (!ADDR_SPEC.test(uri) || uri.includes('?') || uri.includes(',')) return undefined;
  const params = parseParams(text, semicolon < 0 ? text.length : semicolon);
  return params && { display: '', uri, params };
}

/** Always with angle brackets, so that parameters are of the header and not of the address (§20). */
export function formatNameAddr(address: NameAddr): string {
  const display = address.display === '' ? '' : `${quote(address.display)} `;
  return `${display}<${address.uri}>${formatParams(address.params)}`;
}
