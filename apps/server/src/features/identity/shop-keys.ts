import { timingSafeEqual } from 'node:crypto';

import type { Caller } from '../../kernel/caller.ts';
import { keyOfId, proofBy, type ServerKey } from '../../kernel/key-ring.ts';

/** The beginning of a key, by which a finder knows what it is. */
const beginning = 'shop_';
const parts = /^shop_([0-9a-f-]{36})_([0-9a-f-]{36})_([\w-]{43})$/;

/**
 * The key of a session for the telephony base and the partner's own addresses (specification §7, `GET /etelecom/GetShopKey`): it opens nothing else, and is worth
 * nothing once the session has ended. A session has one, however often it is asked for.
 */
export const shopKey = (
  serverKey: ServerKey,
  { tenantId, sessionId }: Pick<Caller, 'tenantId' | 'sessionId'>,
): string => `${beginning}${tenantId}_${sessionId}_${proof(serverKey, tenantId, sessionId)}`;

export const isShopKey = (token: string): boolean => token.startsWith(beginning);

/** Who asks with a key, by the session that it is of; undefined where we never gave it, or the session has ended. */
export async function callerOfShopKey(
  token: string,
  {
    serverKey,
    callerOf,
  }: { serverKey: ServerKey; callerOf: (tenantId: string, sessionId: string) => Promise<Caller | undefined> },
): Promise<Caller | undefined> {
  const [, tenantId = '', sessionId = '', given = ''] = parts.exec(token) ?? [];
  if (given === '' || !timingSafeEqual(Buffer.from(given), Buffer.from(proof(serverKey, tenantId, sessionId))))
    return undefined;
  const caller = await callerOf(tenantId, sessionId);
  return caller && { ...caller, onlyBases: ['telephony', 'etelecom'] };
}

const proof = (serverKey: ServerKey, tenantId: string, sessionId: string): string =>
  proofBy(keyOfId(serverKey, sessionId), `shop:${tenantId}:${sessionId}`).toString('base64url');
