import { createHash } from 'node:crypto';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { Db, Trx } from '../db/database.ts';
import { actorOf, type By, whoIs } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import { addNotice } from './notices.ts';
import { numberView, seesFullNumbers } from './number-view.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * So many different numbers somebody who sees them masked may look up. A hidden number is one of a thousand that look alike to
 * them: whoever tries those one after the other is stopped at the sixth.
 */
const limits = {
  short: { forMs: 10 * minuteMs, numbers: 20 },
  long: { forMs: dayMs, numbers: 60 },
  alike: { forMs: dayMs, numbers: 5 },
} as const;

const refusal = 'Bạn đã tra cứu quá nhiều số điện thoại. Vui lòng thử lại sau, hoặc liên hệ quản trị viên.';

/** How often somebody asks whose number it is, shared by all processes. */
export interface NumberBudget {
  /** Takes from it where the text is a whole number that is hidden from who asks; the same number again is free. */
  take(by: By, text: string): Promise<'granted' | 'refused'>;
  /** The same; refuses the request. */
  spend(by: By, text: string): Promise<void>;
}

export function numberBudget({
  db,
  now,
  onNotice,
}: {
  db: Pick<Db, 'inTenant'>;
  now: () => number;
  /** Told after something was put into people's bells. */
  onNotice: (tenantId: string, noticeId: string) => void;
}): NumberBudget {
  async function left(by: By, text: string): Promise<{ waitMs: number; noticeId: string | undefined }> {
    // Nothing has to be read for whoever sees all of them anyway.
    if (seesFullNumbers(by.caller)) return free;
    const read = parsePhone(text);
    if (!read.ok || !read.phone.canonical.startsWith('+')) return free;
    const { canonical } = read.phone;
    return db.inTenant(by.caller.tenantId, async (trx) => {
      const view = await numberView(trx, by.caller);
      if (!view.masked) return free;
      const at = now();
      const waitMs = await takeOne(trx, whoIs(by.caller), { canonical, pattern: view.show(canonical), at });
      return { waitMs, noticeId: waitMs === 0 ? undefined : await alarm(trx, by, at) };
    });
  }

  async function take(by: By, text: string): Promise<number> {
    const { waitMs, noticeId } = await left(by, text);
    if (noticeId !== undefined) onNotice(by.caller.tenantId, noticeId);
    return waitMs;
  }

  return {
    take: async (by, text) => ((await take(by, text)) === 0 ? 'granted' : 'refused'),
    async spend(by, text) {
      const waitMs = await take(by, text);
      if (waitMs > 0) throw Problem.tooManyRequests(Math.ceil(waitMs / 1_000), refusal);
    },
  };
}

const free = { waitMs: 0, noticeId: undefined } as const;

/** 0 where it was taken, else how long until there is one again. */
async function takeOne(
  trx: Trx,
  accountId: string,
  { canonical, pattern, at }: { canonical: string; pattern: string; at: number },
): Promise<number> {
  // Many at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('number_lookup'), hashtext(${accountId}))`.execute(trx);
  const own = trx.deleteFrom('number_lookup').where('account_id', '=', accountId);
  await own.where('at', '<=', new Date(at - dayMs)).execute();
  const digest = createHash('sha256').update(canonical).digest();
  const kept = await trx
    .selectFrom('number_lookup')
    .where('account_id', '=', accountId)
    .select(['number_digest', 'pattern', 'at'])
    .orderBy('at')
    .execute();
  if (kept.some((one) => one.number_digest.equals(digest))) return 0;
  const waits = [
    waitFor(limits.short, kept, at),
    waitFor(limits.long, kept, at),
    waitFor(
      limits.alike,
      kept.filter((one) => one.pattern === pattern),
      at,
    ),
  ];
  const waitMs = Math.max(...waits);
  if (waitMs === 0) {
    await trx
      .insertInto('number_lookup')
      .values({ account_id: accountId, number_digest: digest, pattern, at: new Date(at) })
      .execute();
  }
  return waitMs;
}

/** Until so many have gone out of the window that another fits; `taken` is the oldest first. */
function waitFor(
  { forMs, numbers }: { forMs: number; numbers: number },
  taken: readonly { readonly at: Date }[],
  now: number,
): number {
  const within = taken.filter(({ at }) => at.getTime() > now - forMs);
  const inTheWay = within[within.length - numbers];
  return inTheWay === undefined ? 0 : inTheWay.at.getTime() + forMs - now;
}

/** Those who may change the settings hear of it, and the trail has it; once an hour, however often somebody tries. */
async function alarm(trx: Trx, by: By, at: number): Promise<string | undefined> {
  const { lookedAs } = by.caller;
  const { accountId, name } = lookedAs?.by ?? by.caller;
  const notice = {
    kind: 'look-ups',
    text: `${name} tra cứu quá nhiều số điện thoại đã che và bị tạm chặn`,
    permission: 'setting.update',
    about: `number-lookups ${accountId}`,
  } as const;
  const noticeId = await addNotice(trx, notice, new Date(at));
  if (noticeId !== undefined) {
    await audit(trx, actorOf(by), { action: 'look-ups-exhausted', subject: 'account', subjectId: accountId });
  }
  return noticeId;
}
