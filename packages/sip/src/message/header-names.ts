const SPELLED = [
  'Accept',
  'Accept-Contact',
  'Accept-Encoding',
  'Accept-Language',
  'Alert-Info',
  'Allow',
  'Allow-Events',
  'Authentication-Info',
  'Authorization',
  'Call-ID',
  'Call-Info',
  'Contact',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Type',
  'CSeq',
  'Date',
  'Diversion',
  'Error-Info',
  'Event',
  'Expires',
  'Flow-Timer',
  'From',
  'History-Info',
  'Identity',
  'Identity-Info',
  'In-Reply-To',
  'Join',
  'Max-Forwards',
  'MIME-Version',
  'Min-Expires',
  'Min-SE',
  'Organization',
  'P-Asserted-Identity',
  'P-Preferred-Identity',
  'Path',
  'Priority',
  'Privacy',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Require',
  'RAck',
  'Reason',
  'Record-Route',
  'Refer-To',
  'Referred-By',
  'Reject-Contact',
  'Remote-Party-ID',
  'Replaces',
  'Reply-To',
  'Request-Disposition',
  'Require',
  'Retry-After',
  'Route',
  'RSeq',
  'Server',
  'Service-Route',
  'Session-Expires',
  'SIP-ETag',
  'SIP-If-Match',
  'Subject',
  'Subscription-State',
  'Supported',
  'Target-Dialog',
  'Timestamp',
  'To',
  'Unsupported',
  'User-Agent',
  'Via',
  'Warning',
  'WWW-Authenticate',
];

/** Compact forms (RFC 3261 §7.3.3 and the IANA registry of SIP header fields). */
const COMPACT: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  d: 'request-disposition',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  j: 'reject-contact',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  n: 'identity-info',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
  y: 'identity',
};

/**
 * As names of properties the kept names are the very texts that stand in code. V8 tells by their places that such are the same or not, and
 * letter by letter with all others; whoever looks for a header of a message compares a dozen.
 */
const BY_NAME = Object.fromEntries(SPELLED.map((name) => [name.toLowerCase(), name]));
const SPELLING = new Map(Object.entries(BY_NAME));

/** Every usual way of writing a known name, so that most names cost one look-up. */
const CANONICAL = new Map<string, string>([
  ...Object.entries(BY_NAME).flatMap(([name, spelled]): [string, string][] => [
    [spelled, name],
    [name, name],
  ]),
  ...Object.entries(COMPACT).flatMap(([short, name]): [string, string][] => [
    [short, name],
    [short.toUpperCase(), name],
  ]),
]);

const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

/** The name by which a header is kept: lower case, long form; undefined where it is no token (§25.1 `header-name`). */
export function canonicalName(written: string): string | undefined {
  const known = CANONICAL.get(written);
  if (known !== undefined) return known;
  if (!TOKEN.test(written)) return undefined;
  const lower = written.toLowerCase();
  return CANONICAL.get(lower) ?? lower;
}

/** How a header's name is written on the wire: the RFC's spelling, or the kept name itself for one we do not know. */
export function spelledName(name: string): string {
  return SPELLING.get(name) ?? name;
}
