import { type CallId, otpHeard, type Reply, type RequestedAction } from '@alo/call-core';
import { sql } from 'kysely';

import type { Bus } from '../../bus/bus.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { companiesWith } from '../../domain/companies-with-calls.ts';
import { companySound } from '../../domain/company-sound.ts';
import { chooseNumber } from '../../domain/otp/choose-number.ts';
import { codePlaceOf } from '../../domain/otp/codes.ts';
import { candidates } from '../../domain/otp/number-use.ts';
import { inTurn } from '../../kernel/in-turn.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { outcomeOf } from './outcome.ts';

interface DiallerDeps {
  readonly db: Pick<Db, 'inTenant' | 'outside'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>;
  readonly sealer: Sealer;
  /** Companies whose calls run in this process. */
  readonly runsHere: () => Iterable<string>;
  /** Whether call control has this call at this moment; undefined where the company's calls do not run here. */
  readonly hasCall: (tenantId: string) => ((callId: string) => boolean) | undefined;
  /** The same id twice is one request. */
  readonly request: (tenantId: string, asked: { id: string; by: null; what: RequestedAction }) => Promise<Reply>;
  /** Tells, in the transaction in which a request comes to its end. */
  readonly tellOfEnd: (trx: Trx, requestId: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** What is about to be asked of call control. */
interface Placed {
  readonly id: string;
  readonly attempt: number;
  readonly what: Extract<RequestedAction, { kind: 'reach' }>;
}

const verified = { state: 'verified', reason: '' } as const;

const atOnce = 20;
/** Whatever was not heard of is looked for so often. */
const lookMs = 60_000;
/** A minute's calls are used up: looked at again. */
const laterMs = 5_000;
/** Said again so often on a key. */
const times = 3;

/**
 * Calls with one-time passwords. Every step is a row before it is done: a call has its id before call control hears of it, and whoever
 * comes after a process that died asks for the same call by the same id, or finds how it ended in the history.
 */
export function otpDialler({ db, bus, now = Date.now, ...deps }: DiallerDeps) {
  const turns = inTurn();
  const timers = new Map<string, NodeJS.Timeout>();
  /** Calls that one waits for the end of. */
  const waitedFor = new Set<string>();
  let closed = false;
  let latest: Promise<unknown> = Promise.resolve();

  function look(tenantId: string): void {
    if (closed) return;
    latest = turns(tenantId, () => turn(tenantId)).catch((error: unknown) => {
      deps.onError(error);
      lookAt(tenantId, now() + laterMs);
    });
  }

  function lookAt(tenantId: string, at: number): void {
    clearTimeout(timers.get(tenantId));
    if (!closed)
      timers.set(tenantId, setTimeout(() => look(tenantId), Math.max(0, Math.min(at - now(), lookMs))).unref());
  }

  async function turn(tenantId: string): Promise<void> {
    // What is on the board is asked before the history is read: a call that ends in between is then found there.
    const isOn = deps.hasCall(tenantId);
    if (isOn === undefined || closed) return;
    const placed = await db.inTenant(tenantId, async (trx) => {
      const lost = await settle(trx, tenantId, isOn);
      await expire(trx, tenantId);
      return [...lost, ...(await place(trx, tenantId))];
    });
    for (const one of placed) await ask(tenantId, one);
    const { next } = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('otp_request')
        .select(
          sql<Date | null>`least(min(next_at) filter (where state = 'asked'),
          min(expires_at) filter (where sealed_code is not null or code_hash is not null))`.as('next'),
        )
        .where((its) => its.or([its('state', 'in', ['asked', 'calling']), its('code_hash', 'is not', null)]))
        .executeTakeFirstOrThrow(),
    );
    if (next !== null) lookAt(tenantId, Math.max(next.getTime(), now() + 250));
  }

  /** What became of calls that are over; answers those that call control never heard of, to be asked for once more. */
  async function settle(trx: Trx, tenantId: string, isOn: (callId: string) => boolean): Promise<Placed[]> {
    const rows = await trx
      .selectFrom('otp_request')
      .leftJoin('call', 'call.id', 'otp_request.call_id')
      .where('otp_request.call_id', 'is not', null)
      .where('otp_request.ended_at', 'is', null)
      .where('otp_request.state', 'in', ['calling', 'verified'])
      .select(['otp_request.id', 'otp_request.call_id', 'otp_request.attempts', 'otp_request.tries'])
      .select(['otp_request.pause_seconds', 'otp_request.expires_at', 'otp_request.number', 'otp_request.sealed_code'])
      .select('otp_request.to_bots')
      .select(['otp_request.state', 'call.status', 'call.cause', 'call.answered_at', 'call.ended_at', 'call.trace'])
      // Whoever says at this moment that the code was right is waited for, and not overwritten.
      .forUpdate('otp_request')
      .execute();
    const lost: Placed[] = [];
    for (const { id, call_id: callId, status, cause, answered_at: from, ended_at: to, trace, ...row } of rows) {
      if (callId === null) continue;
      if (status === null && !isOn(callId)) {
        // Nobody is called any more with a code that has done its work.
        if (row.state === 'verified') await write(trx, tenantId, id, verified);
        else lost.push(...(await again(trx, tenantId, { id, callId, ...row })));
      }
      if (status === null || status === 'in_progress') {
        waitedFor.add(callId);
        continue;
      }
      waitedFor.delete(callId);
      const heard = JSON.stringify(trace).includes(`"${otpHeard}"`);
      const { attempts, tries, pause_seconds: pause, expires_at: expires } = row;
      const standing = { attempts, tries, pauseMs: pause * 1_000, expiresAt: expires.getTime() };
      const outcome =
        row.state === 'verified' ? verified : outcomeOf({ status, cause: cause ?? '', heard }, standing, now());
      await trx
        .updateTable('otp_attempt')
        .set({ heard })
        .where('request_id', '=', id)
        .where('call_id', '=', callId)
        .execute();
      const talkedMs = from === null || to === null ? 0 : to.getTime() - from.getTime();
      await write(trx, tenantId, id, outcome, Math.round(talkedMs / 1_000));
    }
    return lost;
  }

  async function write(
    trx: Trx,
    tenantId: string,
    id: string,
    outcome: ReturnType<typeof outcomeOf>,
    seconds = 0,
  ): Promise<void> {
    const at = new Date(now());
    const isOver = outcome.state !== 'asked';
    await trx
      .updateTable('otp_request')
      .set({
        state: outcome.state,
        reason: outcome.reason,
        seconds,
        updated_at: at,
        ...(isOver ? { ended_at: at, next_at: null, sealed_code: null } : { next_at: new Date(outcome.nextAt) }),
      })
      .where('id', '=', id)
      .execute();
    if (isOver) await deps.tellOfEnd(trx, id);
    changed(trx, tenantId, id);
  }

  /** Nobody is called any more with what has expired, and it is nobody's code. */
  async function expire(trx: Trx, tenantId: string): Promise<void> {
    const at = new Date(now());
    const over = await trx
      .selectFrom('otp_request')
      .where('state', '=', 'asked')
      .where('expires_at', '<=', at)
      .select(['id', 'reason'])
      .execute();
    for (const { id, reason } of over) {
      await write(trx, tenantId, id, { state: 'expired', reason: reason || 'Hết hiệu lực trước khi gọi được' });
    }
    await trx
      .updateTable('otp_request')
      .set({ code_hash: null })
      .where('code_hash', 'is not', null)
      .where('expires_at', '<=', at)
      .execute();
  }

  /** Gives those whose time has come a call each. */
  async function place(trx: Trx, tenantId: string): Promise<Placed[]> {
    const due = await trx
      .selectFrom('otp_request')
      .where('state', '=', 'asked')
      .where('next_at', '<=', new Date(now()))
      .orderBy('next_at')
      .limit(atOnce)
      .select(['id', 'number', 'sealed_code', 'attempts', 'over_carrier', 'to_bots'])
      .forUpdate()
      .skipLocked()
      .execute();
    const placed: Placed[] = [];
    for (const { id, number, sealed_code: sealed, attempts, over_carrier: overCarrier, to_bots: toBots } of due) {
      const code = sealed === null ? undefined : deps.sealer.open(codePlaceOf(tenantId, id), sealed);
      if (code === undefined) {
        await write(trx, tenantId, id, { state: 'failed', reason: 'Không còn đọc được mã' });
        continue;
      }
      const callers = await candidates(trx, overCarrier).execute();
      const chosen = chooseNumber(callers, { abroad: !number.startsWith('+84') });
      if (chosen.kind === 'none') {
        await write(trx, tenantId, id, { state: 'failed', reason: chosen.why });
        continue;
      }
      if (chosen.kind === 'later') {
        const next = new Date(now() + laterMs);
        await trx.updateTable('otp_request').set({ next_at: next }).where('id', '=', id).execute();
        continue;
      }
      const callId = newId();
      const by = chosen.number;
      await trx
        .updateTable('otp_request')
        .set({ state: 'calling', attempts: attempts + 1, call_id: callId, next_at: null, updated_at: new Date(now()) })
        .where('id', '=', id)
        .execute();
      await trx
        .insertInto('otp_attempt')
        .values({ id: newId(), request_id: id, otp_number_id: by.id, number: by.number, call_id: callId })
        .execute();
      waitedFor.add(callId);
      changed(trx, tenantId, id);
      placed.push({ id, attempt: attempts + 1, what: wanted(tenantId, { callId, number, code, by, toBots }) });
    }
    return placed;
  }

  async function again(
    trx: Trx,
    tenantId: string,
    row: {
      id: string;
      callId: string;
      attempts: number;
      number: string;
      sealed_code: Buffer | null;
      expires_at: Date;
      to_bots: boolean;
    },
  ): Promise<Placed[]> {
    const code =
      row.sealed_code === null ? undefined : deps.sealer.open(codePlaceOf(tenantId, row.id), row.sealed_code);
    const attempt = await trx
      .selectFrom('otp_attempt')
      .leftJoin('otp_number', 'otp_number.id', 'otp_attempt.otp_number_id')
      .leftJoin('greeting', 'greeting.id', 'otp_number.greeting_id')
      .where('otp_attempt.request_id', '=', row.id)
      .where('otp_attempt.call_id', '=', row.callId)
      .select(['otp_attempt.number', 'otp_number.reads', 'greeting.audio_id'])
      .executeTakeFirst();
    if (code === undefined || attempt === undefined || row.expires_at.getTime() <= now()) {
      await write(trx, tenantId, row.id, { state: 'expired', reason: 'Hết hiệu lực trước khi gọi được' });
      return [];
    }
    const { number, reads, audio_id } = attempt;
    const by = { number, reads: reads ?? 1, audio_id };
    const what = wanted(tenantId, { callId: row.callId, number: row.number, code, by, toBots: row.to_bots });
    return [{ id: row.id, attempt: row.attempts, what }];
  }

  /** What is refused is a call that has ended, which the history says why: lines that are all in use may be free at the next try. */
  async function ask(tenantId: string, { id, attempt, what }: Placed): Promise<void> {
    await deps.request(tenantId, { id: `otp/${id}/${attempt}`, by: null, what });
  }

  function changed(trx: Trx, tenantId: string, id: string): void {
    afterCommit(trx, () => bus.publish('resource-changed', tenantId, ['voice-otp', id]));
  }

  /** Those that have nothing to call cost nothing. */
  const lookAtAll = () => {
    latest = companiesWith(db, 'codes')
      .then((due) => {
        for (const tenantId of deps.runsHere()) if (due.has(tenantId)) look(tenantId);
      })
      .catch(deps.onError);
  };
  bus.subscribe('otp-asked', look);
  bus.subscribe('calls-written', (tenantId, callIds) => {
    if (callIds.some((id) => waitedFor.has(id))) look(tenantId);
  });
  bus.onGap(lookAtAll);
  const everybody = setInterval(lookAtAll, lookMs).unref();

  return {
    lookAtAll,
    /** All that was looked at so far is done. */
    async settled(): Promise<void> {
      for (let done: unknown; done !== latest; ) {
        done = latest;
        await done;
      }
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(everybody);
      for (const timer of timers.values()) clearTimeout(timer);
      await latest;
    },
  };
}

function wanted(
  tenantId: string,
  {
    callId,
    number,
    code,
    by,
    toBots,
  }: {
    callId: string;
    number: string;
    code: string;
    by: { number: string; reads: number; audio_id: string | null };
    toBots: boolean;
  },
): Placed['what'] {
  const greeting = by.audio_id === null ? {} : { greeting: companySound(tenantId, by.audio_id) };
  return {
    // An address names a call by its id.
    kind: 'reach',
    call: callId as CallId,
    number,
    showing: by.number,
    then: { kind: 'otp', digits: code, repeatKey: '1', times, reads: by.reads, ...greeting },
    ...(toBots && { toBots }),
  };
}
