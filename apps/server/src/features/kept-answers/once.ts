import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { InTenant, Trx } from '../../db/database.ts';
import type { Once, RememberedResponse } from '../../http/once.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

/** Answers, each for the key that it was asked by. */
export const answerSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo kept answer');

/** An answer is kept for so long; then its key may be used for something else. */
const keptMs = 24 * 3_600_000;
/** So long a repeated request waits for the one that runs; after it nobody knows whether that one still does. */
const runsAtMostMs = 30_000;
const lookEveryMs = 100;

type Standing =
  | { readonly kind: 'mine' }
  | { readonly kind: 'answered'; readonly answer: RememberedResponse }
  | { readonly kind: 'running'; readonly sinceMs: number }
  | { readonly kind: 'other' };

/**
 * Requests that are done once. Whoever comes first claims the key in the database; all others, in whatever process, wait for its
 * answer. A process that dies in between leaves a claim without one: what came of it nobody knows, so it is not done again.
 */
export function onceInDatabase({
  inTenant,
  sealer,
  now,
}: {
  inTenant: InTenant;
  sealer: Sealer;
  now: () => number;
}): Once {
  async function claim(trx: Trx, digest: Buffer, fingerprint: Buffer): Promise<Standing> {
    const at = new Date(now());
    const old = new Date(now() - keptMs);
    await trx.deleteFrom('kept_answer').where('key_digest', '=', digest).where('created_at', '<', old).execute();
    const claimed = await trx
      .insertInto('kept_answer')
      .values({ key_digest: digest, fingerprint, created_at: at })
      .onConflict((row) => row.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 1n) return { kind: 'mine' };
    const kept = await trx.selectFrom('kept_answer').where('key_digest', '=', digest).selectAll().executeTakeFirst();
    if (kept === undefined) return { kind: 'running', sinceMs: 0 };
    if (!kept.fingerprint.equals(fingerprint)) return { kind: 'other' };
    if (kept.status === null || kept.sealed_answer === null) {
      return { kind: 'running', sinceMs: now() - kept.created_at.getTime() };
    }
    const body = sealer.open(placeOf(digest), kept.sealed_answer);
    // Sealed by a key that is gone: its answer is lost, not its having been done.
    if (body === undefined) throw Problem.requestRunning();
    return { kind: 'answered', answer: { status: kept.status, body } };
  }

  /** What runs in this process: who asks for the same waits for it without asking the database again and again. */
  const running = new Map<string, { readonly fingerprint: Buffer; readonly answer: Promise<RememberedResponse> }>();

  return async (by, asked, work) => {
    const place = `${by.caller.tenantId}/${placeOf(digestOf(by, asked.key))}`;
    for (;;) {
      const here = running.get(place);
      if (here === undefined) break;
      if (!here.fingerprint.equals(asked.fingerprint)) throw Problem.keyReused();
      const answer = await here.answer.catch(() => undefined);
      if (answer !== undefined) return { ...answer, isReplay: true };
    }
    const answer = elsewhere(by, asked, work);
    running.set(place, { fingerprint: asked.fingerprint, answer });
    try {
      return await answer;
    } finally {
      running.delete(place);
    }
  };

  async function elsewhere(...[by, { key, fingerprint }, work]: Parameters<Once>): ReturnType<Once> {
    const { tenantId } = by.caller;
    const digest = digestOf(by, key);
    const until = performance.now() + runsAtMostMs;
    for (;;) {
      const standing = await inTenant(tenantId, (trx) => claim(trx, digest, fingerprint));
      switch (standing.kind) {
        case 'mine':
          return { ...(await done(tenantId, digest, work)), isReplay: false };
        case 'answered':
          return { ...standing.answer, isReplay: true };
        case 'other':
          throw Problem.keyReused();
        case 'running':
          if (standing.sinceMs > runsAtMostMs || performance.now() > until) throw Problem.requestRunning();
          await sleep(lookEveryMs);
          break;
        default:
          standing satisfies never;
      }
    }
  }

  async function done(
    tenantId: string,
    digest: Buffer,
    work: () => Promise<RememberedResponse>,
  ): Promise<RememberedResponse> {
    const answer = await work().catch(async (error: unknown) => {
      // As where a process dies: it is not done a second time.
      if (error instanceof DatabaseUnavailable && error.mayBeDone) throw error;
      await inTenant(tenantId, (trx) => trx.deleteFrom('kept_answer').where('key_digest', '=', digest).execute());
      throw error;
    });
    const { status, body } = answer;
    await inTenant(tenantId, (trx) =>
      trx
        .updateTable('kept_answer')
        .set({ status, sealed_answer: sealer.seal(placeOf(digest), body) })
        .where('key_digest', '=', digest)
        .execute(),
    );
    return answer;
  }
}

/** A key is its sender's: another's of the same name is another. */
const digestOf = (by: By, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([actorOf(by).accountId, key]))
    .digest();

const placeOf = (digest: Buffer): string => digest.toString('hex');
