import type { CallerId } from '@alo/call-core';
import type { TrunkManner, TrunkProvision } from '@alo/engine';
import {
  escapeUser,
  formatNameAddr,
  from,
  type Header,
  headerList,
  type NameAddr,
  numberOf,
  parseNameAddr,
  parseUri,
  type Request,
} from '@alo/sip';
import { phoneMark } from './carrier-manner.ts';

/** Of what a carrier shows of a caller, so much is kept. */
const longestName = 100;

/** The caller's number, as the carrier shows it; '' where it is withheld. */
export function callerOf(request: Request, trusts: boolean): CallerId {
  if (trusts && isPrivate(request)) return nobody;
  const address = (trusts ? asserted(request) : undefined) ?? from(request);
  const number = numberAt(address);
  if (number === '') return nobody;
  return { number, name: readable(address?.display ?? from(request)?.display ?? '') };
}

const nobody: CallerId = { number: '', name: '' };

/**
 * What the network vouches for goes before what the caller writes into From: P-Asserted-Identity (RFC 3325 §9.1), and
 * Remote-Party-ID of networks that are older than it.
 */
function asserted(request: Request): NameAddr | undefined {
  const identities = headerList(request, 'p-asserted-identity').map(parseNameAddr);
  const parties = headerList(request, 'remote-party-id').map(parseNameAddr).filter(isCalling);
  return [...identities, ...parties].find((address) => numberAt(address) !== '');
}

const isCalling = (party: NameAddr | undefined): boolean => (party?.params.get('party') ?? 'calling') === 'calling';

/** The caller asked their network to tell nobody (RFC 3323 §4.2, RFC 3325 §9.3); what is asserted is for carriers alone then. */
function isPrivate(request: Request): boolean {
  const wishes = headerList(request, 'privacy').flatMap((value) => value.toLowerCase().split(';'));
  if (wishes.some((wish) => ['id', 'user', 'header'].includes(wish.trim()))) return true;
  if (headerList(request, 'p-asserted-identity').length > 0) return false;
  return headerList(request, 'remote-party-id')
    .map(parseNameAddr)
    .filter(isCalling)
    .some((party) => ['full', 'uri'].includes(party?.params.get('privacy')?.toLowerCase() ?? ''));
}

/** '' where it is withheld (RFC 3323 §4.1.1.3), or where there is none. */
function numberAt(address: NameAddr | undefined): string {
  const uri = address === undefined ? undefined : parseUri(address.uri);
  const number = uri === undefined ? '' : readable(numberOf(uri).number);
  return ['anonymous', 'unknown', 'restricted', 'unavailable'].includes(number.toLowerCase()) ? '' : number;
}

const readable = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, longestName);

/** From is anonymous by itself; what the carrier shows of what is asserted is asked for here. */
function privacyHeaders(manner: TrunkManner | undefined): readonly Header[] {
  if (manner?.privacy === 'none') return [];
  return [{ name: 'privacy', value: manner?.privacy === 'user-id' ? 'user;id' : 'id' }];
}

/**
 * What tells a carrier who calls beside From. A number that is withheld from the callee is asked to be so, and the carrier is told
 * which account the call is charged to.
 */
export function identityHeaders(
  { identity = 'from', account, manner }: Pick<TrunkProvision, 'identity' | 'account' | 'manner'>,
  { number, name }: CallerId,
  host: string,
): readonly Header[] {
  const withheld = number === '';
  const privacy: readonly Header[] = withheld ? privacyHeaders(manner) : [];
  const told = withheld ? (account?.username ?? '') : number;
  const how = identity === 'from' && manner?.accountInFrom === true ? 'asserted' : identity;
  if (how === 'from' || told === '') return privacy;
  const address = { display: withheld ? '' : name, uri: `sip:${escapeUser(told)}@${host}${phoneMark(manner, told)}` };
  if (how === 'asserted') {
    return [...privacy, { name: 'p-asserted-identity', value: formatNameAddr({ ...address, params: new Map() }) }];
  }
  const params = new Map([
    ['party', 'calling'],
    ['privacy', withheld ? 'full' : 'off'],
    ['screen', 'yes'],
  ]);
  return [...privacy, { name: 'remote-party-id', value: formatNameAddr({ ...address, params }) }];
}
