import { formatParams, NO_PARAMS, type Params, parseParams } from './lexer.ts';

/** RFC 3261 §19.1. `user` is as written, escapes and all; `userOf` decodes it. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips';
  readonly user?: string;
  readonly password?: string;
  /** Lower case; IPv6 in brackets. */
  readonly host: string;
  readonly port?: number;
  readonly params: Params;
  /** What follows `?`, as written; '' without. */
  readonly headers: string;
}

/** RFC 3966. `number` is as written. */
export interface TelUri {
  readonly scheme: 'tel';
  readonly number: string;
  readonly params: Params;
}

/** A scheme that we do not read: `scheme` is its name, 416 is the answer where it stands in a Request-URI (§8.2.2.1). */
export interface OtherUri {
  readonly scheme: 'other';
  readonly name: string;
  readonly rest: string;
}

/** An address: of a phone or a server, a telephone number, or something that is none of ours. */
export type Uri = SipUri | TelUri | OtherUri;

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):([^\s<>"]+)$/;
const USER = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,;?/#]|%[0-9A-Fa-f]{2})+$/;
const PASSWORD = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,]|%[0-9A-Fa-f]{2})*$/;
const HOST_PORT = /^([A-Za-z0-9.\-_]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
const TEL = /^\+?[0-9A-Fa-f*#\-.()]+$/;
const URI_PARAM = /^(?:[A-Za-z0-9\-_.!~*'()[\]/:&+$]|%[0-9A-Fa-f]{2})+$/;

/** Reads a URI; undefined where it is none, or where it is a SIP URI that breaks the grammar of §25.1. */
export function parseUri(text: string): Uri | undefined {
  const parts = SCHEME.exec(text);
  if (!parts) return undefined;
  const [, written = '', rest = ''] = parts;
  const scheme = written.toLowerCase();
  if (scheme === 'sip' || scheme === 'sips') return parseSip(scheme, rest);
  if (scheme === 'tel') return parseTel(rest);
  return { scheme: 'other', name: scheme, rest };
}

/** The same, for those who can only use a SIP URI. */
export function parseSipUri(text: string): SipUri | undefined {
  const uri = parseUri(text);
  return uri && (uri.scheme === 'sip' || uri.scheme === 'sips') ? uri : undefined;
}

function parseSip(scheme: 'sip' | 'sips', text: string): SipUri | undefined {
  // The user may hold ';' and '?', so it is cut off first; neither host nor parameters may hold '@'.
  const at = text.lastIndexOf('@');
  const userInfo = at < 0 ? undefined : text.slice(0, at);
  let rest = text.slice(at + 1);
  const question = rest.indexOf('?');
  const headers = question < 0 ? '' : rest.slice(question + 1);
  if (question >= 0) rest = rest.slice(0, question);
  const semicolon = rest.indexOf(';');
  const params = semicolon < 0 ? NO_PARAMS : parseUriParams(rest.slice(semicolon + 1));
  const hostPort = HOST_PORT.exec(semicolon < 0 ? rest : rest.slice(0, semicolon));
  if (!hostPort || !params) return undefined;
  const [, host = '', portText] = hostPort;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && port > 65_535) return undefined;
  const colon = userInfo === undefined ? -1 : userInfo.indexOf(':');
  const user = userInfo === undefined || colon < 0 ? userInfo : userInfo.slice(0, colon);
  const password = userInfo === undefined || colon < 0 ? undefined : userInfo.slice(colon + 1);
  if ((user !== undefined && !USER.test(user)) || (password !== undefined && !PASSWORD.test(password)))
    return undefined;
  return {
    scheme,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    host: host.toLowerCase(),
    ...(port === undefined ? {} : { port }),
    params,
    headers,
  };
}

function parseUriParams(text: string): Params | undefined {
  const params = new Map<string, string>();
  for (const item of text.split(';')) {
    const equals = item.indexOf('=');
    const name = (equals < 0 ? item : item.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? '' : item.slice(equals + 1);
    // "Any given parameter-name MUST NOT appear more than once" (§19.1.1).
    if (!URI_PARAM.test(name) || (value !== '' && !URI_PARAM.test(value)) || params.has(name)) return undefined;
    params.set(name, value);
  }
  return params;
}

function parseTel(text: string): TelUri | undefined {
  const semicolon = text.indexOf(';');
  const number = semicolon < 0 ? text : text.slice(0, semicolon);
  const params = semicolon < 0 ? NO_PARAMS : parseParams(text, semicolon);
  return TEL.test(number) && params ? { scheme: 'tel', number, params } : undefined;
}

/** The text that `parseUri` reads again as the same. */
export function formatUri(uri: Uri): string {
  switch (uri.scheme) {
    case 'tel':
      return `tel:${uri.number}${formatParams(uri.params)}`;
    case 'other':
      return `${uri.name}:${uri.rest}`;
    case 'sip':
    case 'sips': {
      const password = uri.password === undefined ? '' : `:${uri.password}`;
      const user = uri.user === undefined ? '' : `${uri.user}${password}@`;
      const port = uri.port === undefined ? '' : `:${uri.port}`;
      const headers = uri.headers === '' ? '' : `?${uri.headers}`;
      return `${uri.scheme}:${user}${uri.host}${port}${formatParams(uri.params)}${headers}`;
    }
    default:
      return uri satisfies never;
  }
}

/** Whom a URI names, decoded: the user of a SIP URI, the number of a tel URI, '' where there is none. Who wants a number asks `numberOf`. */
export function userOf(uri: Uri): string {
  if (uri.scheme === 'tel') return uri.number;
  return uri.scheme === 'other' ? '' : decodeUser(uri.user ?? '');
}

/** A user part that says `text`: what the grammar does not allow there is escaped, and ';', behind which parameters would be read. */
export const escapeUser = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%(2B|26|3D|24|2C|3F|2F)/g, (code) => decodeURIComponent(code));

/** Escapes undone where they are UTF-8; a text with others stays as written. */
export function decodeUser(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parameters that make two URIs different when only one of them has one (§19.1.4). */
const SIGNIFICANT = ['user', 'ttl', 'method', 'maddr', 'transport'];

/** Do two SIP URIs name the same thing (§19.1.4)? User and password count case, everything else does not. */
export function sameUri(a: SipUri, b: SipUri): boolean {
  if (a.scheme !== b.scheme || a.host !== b.host || a.port !== b.port) return false;
  if (a.user === undefined ? b.user !== undefined : b.user === undefined || decodeUser(a.user) !== decodeUser(b.user))
    return false;
  if (a.password !== b.password) return false;
  for (const [name, value] of a.params) {
    const other = b.params.get(name);
    if (other !== undefined && other.toLowerCase() !== value.toLowerCase()) return false;
  }
  if (SIGNIFICANT.some((name) => a.params.has(name) !== b.params.has(name))) return false;
  return sortedHeaders(a) === sortedHeaders(b);
}

const sortedHeaders = (uri: SipUri): string => decodeUser(uri.headers).toLowerCase().split('&').sort().join('&');
