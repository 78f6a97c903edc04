import { expect, test } from 'vitest';
import { type Board, emptyBoard } from '../board/board.ts';
import type { Event } from '../board/event.ts';
import type { CallId, LegId } from '../board/vocabulary.ts';
import { extension, hotline, leadingTo, officePlan, trunk } from '../testing/plan.ts';
import { phonesOf } from '../testing/storm.ts';
import { step } from './step.ts';

/** Everybody whom these events are about beside the many others. */
const ours = ['101', '102', '103'];

test('an event costs the same among ten calls and ten people, and among 5,000 and 2,000: counted in reads', () => {
  const few = readsOfADay(10, 10);
  const many = readsOfADay(5000, 2000);
  for (const [what, reads] of few) {
    // Two more levels of the trie, of up to 32 slots each, are walked and copied; a loop would read thousands.
    expect([what, (many.get(what) ?? Number.POSITIVE_INFINITY) <= reads * 2]).toEqual([what, true]);
  }
});

test('answers are forgotten: a day of requests is no more memory than its last minutes', () => {
  let board = boardWith(0, 0);
  const sizes: number[] = [];
  for (let index = 0; index < 3000; index++) {
    const at = index * 20_000;
    const call = `call${index}` as CallId; // a test's own names
    const leg = `call${index}-in` as LegId;
    for (const event of [
      arrival(call, at, `09${String(10_000_000 + (index % 400))}`),
      { type: 'answered', call, leg: `${call}/1` as LegId, at: at + 2000 },
      { type: 'ended', call, leg, at: at + 9000, cause: 'normal' },
      { type: 'ended', call, leg: `${call}/1` as LegId, at: at + 9000, cause: 'normal' },
      { type: 'requested', id: `r${index}`, by: '101', what: { kind: 'hold', call, on: true }, at: at + 9000 },
    ] satisfies Event[]) {
      board = step(board, event).board;
    }
    if (index % 1000 === 999) sizes.push(board.replies.size, board.fading.replies.next - board.fading.replies.first);
  }
  // Ten minutes of requests that come every twenty seconds, and nothing of the hours before.
  for (const size of sizes) expect(size).toBeLessThan(40);
  expect(board.lastTalks.size).toBe(400);
});

/** How often the board is read by each event of a call, with so many others going on. */
function readsOfADay(calls: number, people: number): ReadonlyMap<string, number> {
  let board = boardWith(calls, people);
  const reads = new Map<string, number>();
  const take = (what: string, event: Event) => {
    let count = 0;
    step(
      counted(board, () => count++),
      event,
    );
    reads.set(what, count);
    board = step(board, event).board;
  };
  const call = 'ours' as CallId; // a test's own names
  const caller = 'ours-in' as LegId;
  const phone = `${call}/1` as LegId;
  const ask = (id: string, what: Extract<Event, { type: 'requested' }>['what']): Event => ({
    type: 'requested',
    id,
    by: '101',
    what,
    at: 5,
  });
  take('arrives', arrival(call, 3, '0901234567'));
  take('rings', { type: 'ringing', call, leg: phone, at: 3 });
  take('is answered', { type: 'answered', call, leg: phone, at: 4 });
  take('is held', ask('1', { kind: 'hold', call, on: true }));
  take('is resumed', ask('2', { kind: 'hold', call, on: false }));
  take('consults', ask('3', { kind: 'consult', call, to: '103' }));
  take('comes back', ask('4', { kind: 'back', call }));
  take('is parked', ask('5', { kind: 'park', call }));
  take('ends', { type: 'ended', call, leg: caller, at: 9, cause: 'normal' });
  take('a phone comes', phonesOf('102', 2, 9));
  take('somebody takes a break', { type: 'agent-status', extension: '102', activity: 2, reason: null, at: 9 });
  return reads;
}

function boardWith(calls: number, people: number): Board {
  const others = Array.from({ length: people }, (_, index) => String(2000 + index));
  const plan = {
    ...leadingTo({ kind: 'direct', extension: '101' }),
    extensions: {
      ...officePlan.extensions,
      ...Object.fromEntries(others.map((number) => [number, extension(number, number)])),
    },
    internalNumbers: {
      ...officePlan.internalNumbers,
      ...Object.fromEntries(others.map((number) => [number, { kind: 'direct', extension: number } as const])),
    },
  };
  let board = step(emptyBoard, { type: 'plan-changed', plan, at: 0 }).board;
  for (const number of [...ours, ...others]) board = step(board, phonesOf(number, 1, 0)).board;
  for (let index = 0; index < calls; index++) {
    const call = `other${index}` as CallId; // a test's own names
    const origin = { kind: 'extension', extension: others[index % people] ?? '102' } as const;
    const to = others[(index + 1) % people] ?? '102';
    const arrived = { type: 'arrived', call, leg: `${call}-in` as LegId, at: 1, origin, dialled: to } as const;
    board = step(board, arrived).board;
    board = step(board, { type: 'answered', call, leg: `${call}/1` as LegId, at: 1 }).board;
  }
  return board;
}

/** The same value, telling of every property that is read of it or of anything in it. */
function counted<T extends object>(value: T, tell: () => void): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      tell();
      const read: unknown = Reflect.get(target, key, receiver);
      return typeof read === 'object' && read !== null ? counted(read, tell) : read;
    },
  });
}

function arrival(call: CallId, at: number, number: string): Event {
  return {
    type: 'arrived',
    call,
    leg: `${call}-in` as LegId,
    at, // a test's own names
    origin: { kind: 'trunk', trunk, number, name: '' },
    dialled: hotline,
  };
}
