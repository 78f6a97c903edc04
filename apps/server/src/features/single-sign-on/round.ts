import { z } from 'zod';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { sealer } from '../../storage/sealed.ts';
import type { Round } from './provider.ts';

/** So long somebody may take at the provider. */
const goodForMs = 15 * 60_000;

const kept = z.object({
  tenantId: z.uuid(),
  until: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
});

const seals = (serverKey: ServerKey) => sealer(serverKey, 'alo sign-in elsewhere');

/** The round as the browser that began it keeps it, sealed: only that browser brings it back. */
export const sealRound = (serverKey: ServerKey, tenantId: string, round: Round, now: number): string =>
  seals(serverKey)
    .seal('', JSON.stringify({ ...round, tenantId, until: now + goodForMs }))
    .toString('base64url');

/** Undefined for what is no round of ours, or an old one. */
export function openRound(serverKey: ServerKey, flow: string, now: number): (Round & { tenantId: string }) | undefined {
  const text = seals(serverKey).open('', Buffer.from(flow, 'base64url'));
  const round = text === undefined ? undefined : kept.parse(JSON.parse(text));
  return round !== undefined && round.until > now ? round : undefined;
}
