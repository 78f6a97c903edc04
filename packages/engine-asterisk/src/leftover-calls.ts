import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Ari } from './ari/ari.ts';
import { unlessGone } from './unless-gone.ts';

const named = z.array(z.object({ id: z.string() }));
const lookEveryMs = 50;
/** Some end of a call that nobody answers takes longer; nothing is recorded of it. */
const patientMs = 3_000;

/**
 * What is left in Asterisk of a process before us: calls that nobody knows any more end. Resolves when they have, and what was recorded of
 * them is all there.
 */
export async function endLeftoverCalls(ari: Ari): Promise<void> {
  const channels = async () => named.parse(await ari.get('channels'));
  const gone = async ({ id }: { readonly id: string }) => unlessGone(ari.delete(`channels/${id}`, { reason_code: 42 }));
  await Promise.all((await channels()).map(gone));
  const until = performance.now() + patientMs;
  while ((await channels()).length > 0 && performance.now() < until) await sleep(lookEveryMs);
  const bridges = named.parse(await ari.get('bridges'));
  await Promise.all(bridges.map(({ id }) => unlessGone(ari.delete(`bridges/${id}`))));
}
