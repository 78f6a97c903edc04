import {
  headerList,
  numberOf,
  optionTags,
  parseNameAddr,
  parseReplaces,
  parseSipUri,
  parseUri,
  type Replaces,
  type Request,
} from '@alo/sip';

/** The request of a REFER (RFC 3515): the other side is to go to `to`, in the place of a call where `replaces` names one. */
export interface Referral {
  readonly to: string;
  readonly replaces: Replaces | null;
  /** Does the phone want to hear how it went (RFC 4488)? */
  readonly wantsNews: boolean;
}

const longestTo = 200;

/** Reads a REFER; undefined for one to answer with 400. */
export function readReferral(request: Request): Referral | undefined {
  const targets = headerList(request, 'refer-to');
  const uri = targets.length === 1 ? parseNameAddr(targets[0] ?? '')?.uri : undefined;
  const target = uri === undefined ? undefined : parseUri(uri);
  const to = target === undefined ? '' : numberOf(target).number;
  if (uri === undefined || to === '' || to.length > longestTo || /\p{Cc}/u.test(to)) return undefined;
  const [refersTo] = headerList(request, 'refer-sub');
  const wantsNews =
    refersTo?.trim().toLowerCase() !== 'false' && !optionTags(request, 'require').includes('norefersub');
  const asked = replacesIn(parseSipUri(uri)?.headers ?? '');
  if (asked === null) return { to, replaces: null, wantsNews };
  const replaces = parseReplaces(asked);
  return replaces && { to, replaces, wantsNews };
}

/** The Replaces among a URI's headers (RFC 3891 §3); null where there is none. */
function replacesIn(headers: string): string | null {
  for (const pair of headers.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name.toLowerCase() !== 'replaces') continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return ''; // No escape: a Replaces that cannot be read.
    }
  }
  return null;
}

export type TransferResult = 'trying' | 'ringing' | 'done' | 'failed';

const statusLines: { readonly [R in TransferResult]: string } = {
  trying: '100 Trying',
  ringing: '180 Ringing',
  done: '200 OK',
  failed: '503 Service Unavailable',
};

/** The NOTIFY that tells how the transfer goes (RFC 3515 §2.4.4); `event` is the value of its Event. */
export function notification(event: string, result: TransferResult) {
  const isOver = result === 'done' || result === 'failed';
  return {
    headers: [
      { name: 'event', value: event },
      { name: 'subscription-state', value: isOver ? 'terminated;reason=noresource' : 'active;expires=60' },
      { name: 'content-type', value: 'message/sipfrag;version=2.0' },
    ],
    body: new TextEncoder().encode(`SIP/2.0 ${statusLines[result]}\r\n`),
    isOver,
  };
}
