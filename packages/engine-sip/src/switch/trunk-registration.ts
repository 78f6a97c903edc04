import type { TrunkProvision } from '@alo/engine';
import {
  contacts,
  type Header,
  headerNumber,
  newRequest,
  parseNameAddr,
  parseSipUri,
  type Request,
  type Response,
  randomToken,
  sameUri,
} from '@alo/sip';
import { identityAt, proofFor } from './carrier-proof.ts';
import { carrierAddress, type RegisterAttempt, uriOf } from './carriers.ts';

export interface Registering {
  readonly trunk: TrunkProvision;
  /** How long it shall last; 0 ends it. */
  readonly seconds: number;
  /** The value of our Contact. */
  readonly contact: string;
  readonly send: (request: Request) => Promise<Response | 'no-response' | 'unreachable'>;
}

/** A challenge, a stale one after it, an interval that is too brief: more rounds than that are a carrier's mistake. */
const mostRounds = 4;

/** Registers with a carrier (RFC 3261 §10.2), with a proof where one is asked for. */
export async function register({ trunk, seconds, contact, send }: Registering): Promise<RegisterAttempt> {
  const callId = randomToken();
  const tag = randomToken();
  let proof: Header | null = null;
  let wanted = seconds;
  for (let round = 1; round <= mostRounds; round += 1) {
    const request: Request = newRequest({
      method: 'REGISTER',
      uri: uriOf({ ...trunk, transport: 'udp' }, ''),
      from: { ...carrierAddress(trunk), params: new Map([['tag', tag]]) },
      to: carrierAddress(trunk),
      callId,
      cseq: round,
      headers: [
        { name: 'contact', value: contact },
        { name: 'expires', value: String(wanted) },
        ...(proof === null ? [] : [proof]),
      ],
    });
    const answer: Response | 'no-response' | 'unreachable' = await send(request);
    if (typeof answer === 'string') return { ok: false, why: answer };
    if (answer.status < 300) return { ok: true, expiresMs: 1_000 * grantedSeconds(answer, contact, wanted) };
    const shortest = answer.status === 423 ? headerNumber(answer, 'min-expires') : undefined;
    const proved: Header | undefined =
      proof === null || isStale(answer) ? proofFor(answer, request, identityAt(trunk)) : undefined;
    if (shortest !== undefined && shortest > wanted) wanted = shortest;
    else if (proved !== undefined) proof = proved;
    else return { ok: false, why: 'refused', sipCode: answer.status };
  }
  return { ok: false, why: 'refused', sipCode: 401 };
}

/** Our proof was right and its nonce too old (RFC 7616 §3.3): another one may be tried. */
const isStale = ({ headers }: Response): boolean =>
  headers.some(({ name, value }) => name.endsWith('-authenticate') && /\bstale\s*=\s*"?true/i.test(value));

/** What was granted to our Contact, among those that others registered (§10.2.4). */
function grantedSeconds(answer: Response, contact: string, wanted: number): number {
  const ours = parseSipUri(parseNameAddr(contact)?.uri ?? '');
  const mine = contacts(answer)?.find(({ uri }) => {
    const theirs = parseSipUri(uri);
    return ours !== undefined && theirs !== undefined && sameUri(ours, theirs);
  });
  const granted = Number(mine?.params.get('expires') ?? Number.NaN);
  const seconds = Number.isFinite(granted) ? granted : (headerNumber(answer, 'expires') ?? wanted);
  return Math.min(Math.max(seconds, shortestSeconds), 24 * 3_600);
}

/** A carrier that grants less is not asked more often. */
const shortestSeconds = 2;
