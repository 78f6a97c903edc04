import { NO_PARAMS, type Params } from './lexer.ts';
import { parseNameAddr } from './name-addr.ts';
import { decodeUser, parseUri, type Uri } from './uri.ts';

/** A telephone number as a URI says it, and what it says of the number: where it was moved to, by which trunk it came. */
export interface UriNumber {
  /** Without separators, and with the country that its context names. '' where the URI has none. */
  readonly number: string;
  /** Of RFC 3966, 4694 and 4904 (`phone-context`, `isub`, `rn`, `npdi`, `cic`, `tgrp`, `trunk-context` …), names in lower case. */
  readonly params: Params;
}

/** A number and the separators that it may be written with (RFC 3966 §5.1.1); no name of anybody. */
const WRITTEN_NUMBER = /^\+?[-0-9*#.() ]+$/;
const SEPARATORS = /[-.() ]/g;
const COUNTRY = /^\+[1-9][0-9]{0,2}$/;
/** A whole number of a country (E.164), without its code. */
const NATIONAL = /^[1-9][0-9]{7,}$/;

/** The number that a URI has, whichever of the ways it is written in. Other names than numbers come as they are. */
export function numberOf(uri: Uri): UriNumber {
  if (uri.scheme === 'tel') return { number: inContext(plain(uri.number), uri.params), params: uri.params };
  if (uri.scheme === 'other') return { number: '', params: NO_PARAMS };
  // What follows ';' in a user part are parameters of the number (RFC 3261 §19.1.6).
  const [written = '', ...items] = (uri.user ?? '').split(';');
  const params = items.length === 0 ? NO_PARAMS : userParams(items);
  return { number: inContext(plain(decodeUser(written)), params), params };
}

/** The number in the value of a header: To, From, P-Asserted-Identity, Refer-To, Diversion and all others that hold an address. */
export function numberInHeader(value: string): UriNumber | undefined {
  const address = parseNameAddr(value);
  const uri = address === undefined ? undefined : parseUri(address.uri);
  return uri === undefined ? undefined : numberOf(uri);
}

/** The first of a name counts: nothing that is said again later takes its place. */
function userParams(items: readonly string[]): Params {
  const params = new Map<string, string>();
  for (const item of items) {
    const equals = item.indexOf('=');
    const name = decodeUser(equals < 0 ? item : item.slice(0, equals)).toLowerCase();
    if (name !== '' && !params.has(name)) params.set(name, equals < 0 ? '' : decodeUser(item.slice(equals + 1)));
  }
  return params;
}

const plain = (text: string): string => (WRITTEN_NUMBER.test(text) ? text.replaceAll(SEPARATORS, '') : text);

/** A local number with the code of its country (RFC 3966 §5.1.5), where it is a whole one; short numbers stay short. */
function inContext(number: string, params: Params): string {
  const context = plain(params.get('phone-context') ?? '');
  if (!COUNTRY.test(context) || number.startsWith(context.slice(1))) return number;
  const national = number.startsWith('0') ? number.slice(1) : number;
  return NATIONAL.test(national) ? context + national : number;
}
