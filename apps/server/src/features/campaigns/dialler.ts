import type { CallId, Destination, Reply, RequestedAction } from '@alo/call-core';

import type { Bus } from '../../bus/bus.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { companiesWith } from '../../domain/companies-with-calls.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { inTurn } from '../../kernel/in-turn.ts';
import { type CampaignFacts, campaignFacts } from './contacts.ts';
import { atOnce, countMs, paceForMessage, paceForQueue, pickUpMs, usualTickMs } from './dial-now.ts';
import {
  callsOfHour,
  type DayOfCalls,
  dayOfCalls,
  keepCalled,
  noCalls,
  noteDecision,
  type OpenAttempt,
  openAttempts,
  runningByThemselves,
  settleLost,
  sumOf,
} from './dialling.ts';
import { campaignGate } from './gate.ts';
import { giveUpLacking, messagesFor } from './message-for.ts';
import { type Taken, takeBack, takeCustomers } from './take-customers.ts';

/** The people and calls of a company at a moment, as call control has them. */
export interface Floor {
  /** Who of a queue could be rung. */
  readonly freeIn: (queueId: string) => readonly string[];
  /** So many of those who are busy with a call of it are expected to be free in so long. */
  readonly soonFreeIn: (queueId: string, withinMs: number) => number;
  /** How far a call has come: undefined where call control does not have it. */
  readonly stageOf: (callId: string) => 'called' | 'talking' | undefined;
}

export interface DiallerDeps {
  readonly db: Pick<Db, 'inTenant' | 'outside'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>;
  /** Companies whose calls run in this process. */
  readonly runsHere: () => Iterable<string>;
  readonly floorOf: (tenantId: string) => Floor | undefined;
  /** The same id twice is one request. */
  readonly request: (tenantId: string, asked: { id: string; by: null; what: RequestedAction }) => Promise<Reply>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  /** A campaign that calls looks so often who is free. */
  readonly tickMs?: number;
}

/** Whatever was not heard of is looked for so often. */
const lookMs = 60_000;
/** Where call control begins no call, for want of lines or of a rule, nobody is tried for so long. */
const restMs = 30_000;

/** What is remembered of a company between two looks. */
interface Memory {
  days: { readonly at: number; readonly of: ReadonlyMap<string, DayOfCalls> };
  turn: number;
  readonly words: Map<string, string>;
  readonly resting: Map<string, { readonly until: number; readonly words: string }>;
  /** Calls that are heard of as soon as they are written. */
  readonly waitedFor: Set<string>;
  /** Those of them that somebody has taken. */
  readonly taken: Set<string>;
}

/** A customer who is called, and what follows when they pick up. */
interface Called extends Taken {
  readonly then: Destination;
}

interface Placed extends Called {
  readonly facts: CampaignFacts;
  readonly at: Date;
}

/** Whom a campaign calls now, and why not more. */
interface Decided {
  readonly taken: readonly Called[];
  readonly words: string;
}

const nobody = (words: string): Decided => ({ taken: [], words });
const noneLeft = nobody('chưa gọi: lúc này không còn khách nào gọi được');

/**
 * Calls the customers of campaigns that call by themselves, for whoever is free in their queue. Every step is a row before it is done: a
 * call has its id, and counts, before call control hears of it. Whoever comes after a process that died finds it on the board or in the
 * history; one that is in neither was never begun, and is not begun again.
 */
export function campaignDialler({ db, bus, now = Date.now, tickMs = usualTickMs, ...deps }: DiallerDeps) {
  const turns = inTurn();
  const timers = new Map<string, NodeJS.Timeout>();
  const memories = new Map<string, Memory>();
  let closed = false;
  let latest: Promise<unknown> = Promise.resolve();

  function memoryOf(tenantId: string): Memory {
    const known = memories.get(tenantId);
    if (known !== undefined) return known;
    const memory: Memory = {
      days: { at: Number.NEGATIVE_INFINITY, of: new Map() },
      turn: 0,
      words: new Map(),
      resting: new Map(),
      waitedFor: new Set(),
      taken: new Set(),
    };
    memories.set(tenantId, memory);
    return memory;
  }

  function look(tenantId: string): void {
    if (closed) return;
    latest = turns(tenantId, () => turn(tenantId)).catch((error: unknown) => {
      deps.onError(error);
      lookSoon(tenantId);
    });
  }

  function lookSoon(tenantId: string): void {
    clearTimeout(timers.get(tenantId));
    if (!closed) timers.set(tenantId, setTimeout(() => look(tenantId), tickMs).unref());
  }

  async function turn(tenantId: string): Promise<void> {
    // What is on the board is asked before the history is read: a call that ends in between is then found there.
    const floor = deps.floorOf(tenantId);
    if (floor === undefined || closed) return void memories.delete(tenantId);
    const memory = memoryOf(tenantId);
    const at = new Date(now());
    const { placed, goesOn } = await db.inTenant(tenantId, async (trx) => {
      const open = await settled(trx, tenantId, { floor, memory, at });
      const running = await runningByThemselves(trx);
      if (running.length === 0) return { placed: [], goesOn: open.length > 0 };
      return { placed: await placeAll(trx, tenantId, { floor, memory, at, open, running }), goesOn: true };
    });
    for (const one of placed) await ask(tenantId, one, memory);
    if (goesOn) lookSoon(tenantId);
    else memories.delete(tenantId);
  }

  /** What became of calls so far. Answers those that go on. */
  async function settled(
    trx: Trx,
    tenantId: string,
    { floor, memory, at }: { floor: Floor; memory: Memory; at: Date },
  ): Promise<readonly OpenAttempt[]> {
    const open = await openAttempts(trx);
    const changed = new Set<string>();
    const onFloor: OpenAttempt[] = [];
    for (const one of open) {
      if (floor.stageOf(one.call_id) === undefined) {
        // Of one that the history has it is told soon how it ended.
        if (one.known) continue;
        await settleLost(trx, one, at);
        changed.add(one.campaign_id);
        continue;
      }
      onFloor.push(one);
      if (one.account_id !== null && !memory.taken.has(one.id)) {
        memory.taken.add(one.id);
        changed.add(one.campaign_id);
      }
    }
    const ids = new Set(open.map(({ id }) => id));
    for (const id of memory.taken) if (!ids.has(id)) memory.taken.delete(id);
    memory.waitedFor.clear();
    for (const { call_id: id } of open) memory.waitedFor.add(id);
    await keepCalled(
      trx,
      onFloor.map(({ call_id: id }) => id),
      at,
    );
    tell(trx, tenantId, changed);
    return onFloor;
  }

  interface Looked {
    readonly floor: Floor;
    readonly memory: Memory;
    readonly at: Date;
    readonly open: readonly OpenAttempt[];
    readonly running: readonly string[];
  }

  /** Each campaign in its turn; who is free for one of them is free for no other. */
  async function placeAll(trx: Trx, tenantId: string, looked: Looked): Promise<Placed[]> {
    const { memory, at, running } = looked;
    if (at.getTime() - memory.days.at >= countMs) {
      memory.days = { at: at.getTime(), of: await dayOfCalls(trx, at) };
    }
    const { time_zone: timeZone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    memory.turn += 1;
    const first = memory.turn % running.length;
    const kept = new Set<string>();
    const placed: Placed[] = [];
    const changed = new Set<string>();
    for (const id of [...running.slice(first), ...running.slice(0, first)]) {
      const facts = await campaignFacts(trx, id, null);
      if (facts === undefined) continue;
      const { taken, words } = await place(trx, tenantId, facts, { ...looked, kept, timeZone });
      placed.push(...taken.map((one) => ({ ...one, facts, at })));
      if (memory.words.get(id) === words) continue;
      memory.words.set(id, words);
      await noteDecision(trx, { campaignId: id, at, dial: taken.length, words });
      changed.add(id);
    }
    tell(trx, tenantId, changed);
    for (const { callId } of placed) memory.waitedFor.add(callId);
    return placed;
  }

  interface Placing extends Looked {
    readonly kept: Set<string>;
    readonly timeZone: string;
  }

  async function place(trx: Trx, tenantId: string, facts: CampaignFacts, looked: Placing): Promise<Decided> {
    const { id, rules, dialling } = facts;
    const { floor, memory, at, open, kept, timeZone } = looked;
    const its = open.filter((one) => one.campaign_id === id);
    const { queueId, lines } = dialling;
    const underWay = its.filter((one) => floor.stageOf(one.call_id) === 'called').length;
    const free = queueId === null ? [] : floor.freeIn(queueId).filter((extension) => !kept.has(extension));
    const keep = (called: number) => {
      for (const extension of free.slice(0, Math.ceil(called / lines))) kept.add(extension);
    };
    if (dialling.mode !== 'broadcast') keep(underWay);
    const rest = memory.resting.get(id);
    if (rest !== undefined && rest.until > at.getTime()) return nobody(rest.words);
    const clock = clockIn(at.getTime(), timeZone);
    const shut = campaignGate(rules, clock);
    if (shut !== null) return nobody(`không gọi: ${shut.words}`);
    if (dialling.mode === 'broadcast') {
      return await placeMessage(trx, { tenantId, today: clock.date }, facts, { at, underWay: its.length });
    }
    if (queueId === null) return nobody('chưa gọi: chiến dịch không có hàng đợi');
    const pace = paceForQueue(dialling, {
      free: free.length,
      underWay,
      soonFree: floor.soonFreeIn(queueId, pickUpMs),
      own: memory.days.of.get(id) ?? noCalls,
      all: sumOf(memory.days.of.values()),
    });
    const most = Math.min(pace.dial, atOnce);
    if (most === 0) return nobody(pace.words);
    const { taken, refused } = await takeCustomers(trx, facts, { at, most });
    keep(underWay + taken.length);
    const then: Destination = { kind: 'queue', queue: queueId, called: { seconds: dialling.waitSeconds } };
    const placed = taken.map((one) => ({ ...one, then }));
    if (refused !== null) return { taken: placed, words: `chờ: ${refused.words}` };
    if (taken.length === 0 && underWay === 0) return noneLeft;
    return { taken: placed, words: pace.words };
  }

  /** Of a message nobody of ours has to be free for it: lines and the hour say how many are called. */
  async function placeMessage(
    trx: Trx,
    { tenantId, today }: { tenantId: string; today: string },
    facts: CampaignFacts,
    { at, underWay }: { at: Date; underWay: number },
  ): Promise<Decided> {
    const { id, dialling } = facts;
    const lastHour = dialling.most.perHour === null ? 0 : await callsOfHour(trx, id, at);
    const pace = paceForMessage(dialling, { underWay, lastHour });
    const most = Math.min(pace.dial, atOnce);
    if (most === 0) return nobody(pace.words);
    const { taken, refused } = await takeCustomers(trx, facts, { at, most });
    const { ready, silent, lacking } = await messagesFor(trx, { tenantId, campaignId: id, today }, taken);
    for (const one of [...silent, ...lacking]) await takeBack(trx, one, at);
    await giveUpLacking(
      trx,
      id,
      lacking.map(({ contactId }) => contactId),
      at,
    );
    if (silent.length > 0) afterCommit(trx, () => bus.publish('words-wanted', tenantId, [id]));
    if (refused !== null) return { taken: ready, words: `chờ: ${refused.words}` };
    if (ready.length === 0 && silent.length > 0) return nobody('chờ: máy đang đọc lời thoại cho khách tiếp theo');
    if (taken.length === 0 && underWay === 0) return noneLeft;
    return { taken: ready, words: pace.words };
  }

  /** What call control does not begin is no call of the customer's; what it has begun and could not put through the history tells. */
  async function ask(tenantId: string, one: Placed, memory: Memory): Promise<void> {
    const { facts, at, callId, attemptId, number, shown, then } = one;
    const reply = await deps.request(tenantId, {
      id: `campaign/${attemptId}`,
      by: null,
      what: {
        kind: 'reach',
        // An address names a call by its id.
        call: callId as CallId,
        number,
        showing: shown === '' ? null : shown,
        purpose: 'campaign',
        then,
      },
    });
    if (reply.ok) return;
    memory.resting.set(facts.id, { until: now() + restMs, words: `tạm nghỉ: ${reply.words}` });
    await db.inTenant(tenantId, async (trx) => {
      await takeBack(trx, one, at);
      tell(trx, tenantId, [facts.id]);
    });
  }

  function tell(trx: Trx, tenantId: string, ids: Iterable<string>): void {
    const named = [...ids];
    if (named.length > 0) afterCommit(trx, () => bus.publish('resource-changed', tenantId, ['campaign', ...named]));
  }

  /** Those that have nothing to call cost nothing. */
  const lookAtAll = () => {
    latest = companiesWith(db, 'campaigns')
      .then((due) => {
        for (const tenantId of deps.runsHere()) if (due.has(tenantId)) look(tenantId);
      })
      .catch(deps.onError);
  };
  bus.subscribe('resource-changed', (tenantId, [subject]) => {
    // One that calls looks by itself.
    if (subject === 'campaign' && !memories.has(tenantId) && deps.floorOf(tenantId) !== undefined) look(tenantId);
  });
  bus.subscribe('calls-written', (tenantId, callIds) => {
    const waitedFor = memories.get(tenantId)?.waitedFor;
    if (waitedFor !== undefined && callIds.some((id) => waitedFor.has(id))) look(tenantId);
  });
  bus.onGap(lookAtAll);
  const everybody = setInterval(lookAtAll, lookMs).unref();

  return {
    lookAtAll,
    look,
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
