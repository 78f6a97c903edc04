import type { addPasskey, ParsedRequestOf, PasskeyAnswer } from '@alo/contract';
import type { Trx } from '../../../db/database.ts';
import { onDemand } from '../../../kernel/packages-replaced.ts';
import { type ChallengeMaker, isOurs, newChallenge, takeChallenge } from './challenge.ts';

/** Large, and few need it: it comes with the first passkey, not with the start of the server. */
const library = onDemand(() => import('@simplewebauthn/server'));

/** Ed25519, ES256, RS256 (COSE): what browsers have. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Whose passkeys these are, as their device keeps it: company and person, 32 bytes. */
const handleOf = (tenantId: string, accountId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(`${tenantId}${accountId}`.replaceAll('-', ''), 'hex'));

/** The company that a passkey says it is of; its key is looked for nowhere else. */
export function tenantOfHandle(handle: string | undefined): string | undefined {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex');
  if (hex.length !== 64) return undefined;
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What a browser needs to make a passkey of a person for this host. */
export async function registrationOptions(
  trx: Trx,
  maker: ChallengeMaker,
  person: { tenantId: string; accountId: string; email: string; name: string; host: string },
) {
  const present = await trx
    .selectFrom('passkey')
    .where('account_id', '=', person.accountId)
    .select(['credential_id'])
    .execute();
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Alô',
    rpID: person.host,
    userName: person.email,
    userDisplayName: person.name,
    userID: handleOf(person.tenantId, person.accountId),
    challenge: Uint8Array.from(newChallenge(maker, `register ${person.accountId}`)),
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
  });
}

/** The passkey that a browser has made, checked; undefined where the answer is not right. */
export async function checkedRegistration(
  trx: Trx,
  maker: ChallengeMaker,
  {
    accountId,
    host,
    answer,
  }: {
    accountId: string;
    host: string;
    answer: ParsedRequestOf<typeof addPasskey>['body']['answer'];
  },
) {
  const { transports, ...response } = answer.response;
  const { verifyRegistrationResponse } = await library();
  // The library throws for whatever does not fit: it proves nothing, and whoever sent it is told no more.
  const outcome = await verifyRegistrationResponse({
    response: { ...answer, response },
    expectedChallenge: (challenge) => isOurs(maker, `register ${accountId}`, challenge),
    expectedOrigin: originOf(response.clientDataJSON, host),
    expectedRPID: host,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (outcome?.verified !== true) return undefined;
  if (!(await takeChallenge(trx, challengeOf(response.clientDataJSON), maker.now()))) return undefined;
  const { credential } = outcome.registrationInfo;
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? [],
    rp_id: host,
  };
}

/** The options for a browser to sign in with any passkey that it has for this host. */
export async function signInOptions(maker: ChallengeMaker, host: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: host,
    challenge: Uint8Array.from(newChallenge(maker, 'sign-in')),
    userVerification: 'required',
  });
}

/** Whose passkey answered rightly, within a company; undefined for anything else. The answer counts once. */
export async function takePasskey(
  trx: Trx,
  maker: ChallengeMaker,
  { answer, accountId }: { answer: PasskeyAnswer; accountId?: string },
): Promise<{ accountId: string } | undefined> {
  const stored = await trx
    .selectFrom('passkey')
    .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
    .select(['id', 'account_id', 'public_key', 'counter', 'rp_id'])
    .executeTakeFirst();
  if (stored === undefined || (accountId !== undefined && stored.account_id !== accountId)) return undefined;
  const { response } = answer;
  const { verifyAuthenticationResponse } = await library();
  // As above.
  const outcome = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: (challenge) => isOurs(maker, 'sign-in', challenge),
    expectedOrigin: originOf(response.clientDataJSON, stored.rp_id),
    expectedRPID: stored.rp_id,
    credential: {
      id: answer.id,
      publicKey: Uint8Array.from(stored.public_key),
      counter: stored.counter,
    },
  }).catch(() => undefined);
  if (outcome?.verified !== true) return undefined;
  if (!(await takeChallenge(trx, challengeOf(response.clientDataJSON), maker.now()))) return undefined;
  await trx
    .updateTable('passkey')
    .set({ counter: outcome.authenticationInfo.newCounter, last_used_at: new Date(maker.now()) })
    .where('id', '=', stored.id)
    .execute();
  return { accountId: stored.account_id };
}

/**
 * The page that a browser says it answered for, if it is one of this host: the host name is what a passkey is bound to, and the
 * console may be at any port of it, without TLS on this machine only (browsers see to that).
 */
function originOf(clientDataJSON: string, host: string): string {
  const { origin } = clientData(clientDataJSON);
  if (typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).hostname !== host)
    return `https://${host}`;
  return origin;
}

function challengeOf(clientDataJSON: string): string {
  const { challenge } = clientData(clientDataJSON);
  return typeof challenge === 'string' ? challenge : '';
}

function clientData(clientDataJSON: string): { origin?: unknown; challenge?: unknown } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // Not what a browser writes; the library refuses it.
    return {};
  }
}
