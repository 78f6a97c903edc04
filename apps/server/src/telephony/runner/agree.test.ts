import {
  type Board,
  type CallId,
  type ContactId,
  type Event,
  emptyBoard,
  emptyPlan,
  type LegId,
  queueMember,
  queuePlan,
  step,
  type TenantId,
  type TrunkId,
} from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { describe, expect, test } from 'vitest';

import { agree, whatWasMissed } from './agree.ts';
import { aliveOf } from './attach.ts';
import { noteCommand, noteEvent, type OutstandingOrders } from './outstanding-orders.ts';

const tenant = 'tenant' as TenantId; // Names of this test; in the product they come from the database and the engine.
const number = '+842871000101';
const at = Date.parse('2026-11-20T09:00:00+07:00');

/** So many callers wait in a queue, and hear its music. */
function office(callers: number): { board: Board; wanted: OutstandingOrders } {
  const queue = queuePlan({ name: 'queue', strategy: 'longest-idle', members: [queueMember('101')] });
  const rule = { name: 'in', number, callerPattern: null, timeGroup: null, afterTalk: null };
  const plan = {
    ...emptyPlan,
    numbers: { [number]: { number, name: 'Tổng đài' } },
    queues: { queue },
    inboundRules: [{ ...rule, destination: { kind: 'queue', queue: 'queue' } as const }],
  };
  const wanted: OutstandingOrders = new Map();
  let { board } = step(emptyBoard, { type: 'plan-changed', plan, at });
  for (let index = 0; index < callers; index += 1) {
    const [call, leg] = [`call-${index}` as CallId, `call-${index}/in` as LegId];
    const origin = { kind: 'trunk', trunk: 'trunk' as TrunkId, number: '0901234567', name: '' } as const;
    const stepped = step(board, { type: 'arrived', call, leg, at, origin, dialled: number });
    board = stepped.board;
    for (const command of stepped.commands) noteCommand(wanted, command);
  }
  return { board, wanted };
}

/** Compares with an engine in which nobody hears music any more; how often all calls were walked through, and what was asked for. */
async function compared(callers: number) {
  const { board, wanted } = office(callers);
  let walks = 0;
  const asked = Object.defineProperty({ ...board }, 'calls', {
    get() {
      walks += 1;
      return board.calls;
    },
  });
  const legs = Array.from({ length: callers }, (_, index) => ({
    tenant,
    call: `call-${index}` as CallId,
    leg: `call-${index}/in` as LegId,
    side: 'arrived' as const,
    state: 'up' as const,
    held: false,
    plays: [],
  }));
  const performed: string[] = [];
  await agree({
    asked,
    wanted,
    now: at,
    goneAt: () => at,
    phonesGoneAt: at,
    engineDied: false,
    alive: aliveOf(tenant, { ...emptyEngine, legs }),
    measure: async () => null,
    board: () => board,
    take: () => undefined,
    acted: async () => undefined,
    breathe: async () => undefined,
    perform: (call, { type }) => performed.push(`${type} ${call}`),
  });
  return { walks, performed };
}

test('however many calls there are to compare, they are walked through as often', async () => {
  const [few, many] = [await compared(10), await compared(200)];
  expect(few.performed).toContain('play call-9');
  expect(many.performed).toContain('play call-199');
  expect(many.walks).toBe(few.walks);
});

test('who is heard to have left before the answer says that they are gone has left, and was not cut off', async () => {
  const { board, wanted } = office(1);
  const [call, leg] = ['call-0' as CallId, 'call-0/in' as LegId];
  const left: Event = { type: 'ended', call, leg, at, cause: 'normal' };
  let now = board;
  const taken: Event[] = [];
  await agree({
    asked: board,
    wanted,
    now: at,
    goneAt: () => at,
    phonesGoneAt: at,
    engineDied: false,
    alive: aliveOf(tenant, emptyEngine),
    measure: async () => null,
    board: () => now,
    take: (event) => taken.push(event),
    // It waited to be written.
    acted: async () => {
      now = step(now, left).board;
    },
    breathe: async () => undefined,
    perform: () => undefined,
  });
  expect(taken).toEqual([]);
});

const [call, leg, phone] = ['call-0' as CallId, 'call-0/in' as LegId, 'call-0/1' as LegId];

/** A caller and 101 talk. */
function talkingTo101() {
  const { board: empty, wanted } = office(0);
  let board = empty;
  const take = (event: Event) => {
    const stepped = step(board, event);
    board = stepped.board;
    for (const command of stepped.commands) noteCommand(wanted, command);
    noteEvent(wanted, event);
  };
  const { plan } = board;
  const rules = plan.inboundRules.map((rule) => ({
    ...rule,
    destination: { kind: 'direct', extension: '101' } as const,
  }));
  const lan = {
    extension: '101',
    name: 'Lan',
    ringSeconds: 25,
    otherwise: null,
    seesMaskedNumbers: false,
    callWaiting: false,
    supervises: 'nobody' as const,
    pickUpGroup: null,
  };
  const records = { inbound: true, outbound: true, internal: true };
  take({ type: 'plan-changed', plan: { ...plan, extensions: { 101: lan }, records, inboundRules: rules }, at });
  take({ type: 'contacts', extension: '101', contacts: [{ id: 'contact' as ContactId, asleep: false }], at });
  const origin = { kind: 'trunk', trunk: 'trunk' as TrunkId, number: '0901234567', name: '' } as const;
  take({ type: 'arrived', call, leg, at, origin, dialled: number });
  take({ type: 'answered', call, leg: phone, at });
  return { board: () => board, wanted, take };
}

test('a recording that is paused and was never begun is begun paused', async () => {
  const { board, wanted, take } = talkingTo101();
  take({ type: 'requested', id: 'pause', by: '101', what: { kind: 'pause-recording', call, on: true }, at });
  const performed: string[] = [];
  const its = { tenant, call, state: 'up', held: false, plays: [] } as const;
  const legs = [
    { ...its, leg, side: 'arrived' as const },
    { ...its, leg: phone, side: 'dialled' as const },
  ];
  await agree({
    asked: board(),
    wanted,
    now: at,
    goneAt: () => at,
    phonesGoneAt: at,
    engineDied: false,
    alive: aliveOf(tenant, { ...emptyEngine, legs }),
    measure: async () => null,
    board,
    take,
    acted: async () => undefined,
    breathe: async () => undefined,
    perform: (_call, command) =>
      performed.push(command.type === 'pause-recording' ? `pause ${command.on}` : command.type),
  });
  expect(performed.filter((type) => type === 'record' || type.startsWith('pause'))).toEqual(['record', 'pause true']);
});

describe('a hold', () => {
  /** Of a caller and 101 who talk, the board after a few events more; and what an engine is missed to have told whose phone holds or not. */
  async function missedOf(more: readonly Event[], phoneHolds: boolean) {
    const { board, wanted, take } = talkingTo101();
    for (const event of more) take(event);
    const its = { tenant, call, state: 'up', plays: [] } as const;
    const alive = aliveOf(tenant, {
      ...emptyEngine,
      legs: [
        { ...its, leg, side: 'arrived', held: false },
        { ...its, leg: phone, side: 'dialled', held: phoneHolds },
      ],
    });
    const missed = await whatWasMissed({
      asked: board(),
      wanted,
      now: at,
      goneAt: () => at,
      phonesGoneAt: at,
      engineDied: false,
      alive,
      measure: async () => null,
      breathe: async () => undefined,
    });
    return missed.flatMap((event) => (event.type === 'held' ? [[event.leg, event.on]] : []));
  }
  const byScreen = (on: boolean): Event => ({
    type: 'requested',
    id: `hold ${on}`,
    by: '101',
    what: { kind: 'hold', call, on },
    at,
  });
  const byPhone = (on: boolean): Event => ({ type: 'held', call, leg: phone, on, at });

  test('that a screen asked for is not ended by a phone that never held', async () => {
    expect(await missedOf([byScreen(true)], false)).toEqual([]);
    expect(await missedOf([byScreen(true), byScreen(false), byScreen(true)], false)).toEqual([]);
  });

  test('that a screen has ended is not begun again by a phone that goes on holding', async () => {
    expect(await missedOf([byPhone(true), byScreen(false)], true)).toEqual([]);
  });

  test('of the phone, of which nobody heard, is caught up with, whatever a screen has asked for before', async () => {
    expect(await missedOf([], true)).toEqual([[phone, true]]);
    expect(await missedOf([byPhone(true)], false)).toEqual([[phone, false]]);
    expect(await missedOf([byScreen(true), byPhone(true)], false)).toEqual([[phone, false]]);
  });
});

test('what ended while nobody listened is told in the order in which it ended: who was in two calls talked to the end of the later one', async () => {
  const { board, wanted } = office(2);
  const missed = await whatWasMissed({
    asked: board,
    wanted,
    now: at + 60_000,
    // A recording shows that the first went on for longer than anybody heard.
    goneAt: ({ id }) => at + (id === 'call-0' ? 10_000 : 4_000),
    phonesGoneAt: at + 4_000,
    engineDied: true,
    alive: aliveOf(tenant, emptyEngine),
    measure: async () => null,
    breathe: async () => undefined,
  });
  expect(missed.map((event) => [event.type === 'ended' && event.call, event.at - at])).toEqual([
    ['call-1', 4_000],
    ['call-0', 10_000],
  ]);
});
