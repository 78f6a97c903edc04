import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LinkKind } from '@alo/contract';

import type { Trx } from '../db/database.ts';
import { type OneKey, proofBy, type ServerKey } from '../kernel/key-ring.ts';
import { newId } from '../kernel/new-id.ts';

const hour = 60 * 60_000;
/** How long a link of each kind is good for. */
const goodForMs = { invite: 7 * 24 * hour, reset: hour } as const satisfies Record<LinkKind, number>;

/** A link as it is handed out, once: what is kept of it opens nothing. */
export interface NewLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** What somebody holds who has a good token. */
export interface HeldLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** Makes the one link of this kind that a person has; an earlier one is worth nothing from here on. */
export async function makeLink(
  trx: Trx,
  { tenantId, accountId, kind, now }: { tenantId: string; accountId: string; kind: LinkKind; now: number },
): Promise<NewLink> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + goodForMs[kind]);
  await trx.deleteFrom('one_use_link').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  await trx
    .insertInto('one_use_link')
    .values({ id: newId(), account_id: accountId, kind, token_hash: hash(secret), expires_at: expiresAt })
    .execute();
  return { token: `${tenantId}.${secret}`, expiresAt };
}

/** The token as a letter has it: who uses it has read the letter. Whoever else is shown the link does not have the mark. */
export const letterToken = (serverKey: ServerKey, token: string): string =>
  `${token}.${letterMark(serverKey.sealing(), token).toString('base64url')}`;

/** Whether the token was taken from a letter. */
export function cameByLetter(serverKey: ServerKey, token: string): boolean {
  const [tenantId, secret, mark] = token.split('.');
  if (mark === undefined) return false;
  const given = Buffer.from(mark, 'base64url');
  return serverKey.all().some((one) => {
    const right = letterMark(one, `${tenantId}.${secret}`);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

const letterMark = (one: OneKey, token: string) => proofBy(one, `link by letter:${token}`);

/** The company that a token is of, as it says itself; whether it is good only that company's rows tell. */
export const tenantOfLink = (token: string): string | undefined => parts(token)?.tenantId;

/** What a token is good for at this moment, of somebody who may sign in. */
export const findLink = (trx: Trx, token: string, now: number): Promise<HeldLink | undefined> =>
  trx
    .selectFrom('one_use_link')
    .innerJoin('account', 'account.id', 'one_use_link.account_id')
    .where('account.active', '=', true)
    .where('token_hash', '=', hash(parts(token)?.secret ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .select(['one_use_link.id', 'kind', 'account_id as accountId', 'expires_at as expiresAt'])
    .executeTakeFirst();

/** Uses it up, and with it every other link of the person. False where somebody was faster. */
export async function useUpLink(trx: Trx, { id, accountId }: HeldLink, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('one_use_link')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endLinks(trx, accountId);
  return true;
}

/** Whatever links a person has are worth nothing from here on. */
export async function endLinks(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('one_use_link').where('account_id', '=', accountId).where('used_at', 'is', null).execute();
}

/** Where a person opens the link. What stands behind the # is sent to no server and no proxy's log. */
export const linkAddress = (consoleUrl: string, token: string): string => `${consoleUrl}/set-password#${token}`;

function parts(token: string): { tenantId: string; secret: string } | undefined {
  const [, tenantId, secret] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})(?:\.[\w-]{43})?$/.exec(token) ?? [];
  return tenantId === undefined || secret === undefined ? undefined : { tenantId, secret };
}

const hash = (secret: string) => createHash('sha256').update(secret).digest();
