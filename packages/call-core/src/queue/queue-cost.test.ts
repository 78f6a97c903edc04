import { expect, test } from 'vitest';
import { type Board, emptyBoard } from '../board/board.ts';
import type { Event } from '../board/event.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import type { CallId, ContactId, LegId } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { step } from '../step/step.ts';
import { extension, hotline, leadingTo, trunk } from '../testing/plan.ts';

test('whose turn it is costs no more among hundreds of colleagues, however many wait: counted in reads', () => {
  const few = readsOf(10, 10);
  // Another level of the trie, whose slots are copied; never everybody who waits against everybody who is there.
  expect(readsOf(500, 10)).toBeLessThan(few * 2);
  expect(readsOf(10, 200)).toBeLessThan(few * 2);
  expect(readsOf(500, 200)).toBeLessThan(few * 2);
});

/** How often the board is read while somebody hangs up, of so many who all talk, and is rung for the next in line. */
function readsOf(people: number, waiting: number): number {
  const names = Array.from({ length: people }, (_, index) => String(1000 + index));
  const sales = queuePlan({
    name: 'Kinh doanh',
    strategy: 'longest-idle',
    members: names.map((each) => queueMember(each)),
  });
  const plan = leadingTo({ kind: 'queue', queue: 'sales' }, { queues: { sales } });
  const extensions = Object.fromEntries(names.map((each) => [each, extension(each, each)]));
  let board = take(emptyBoard, { type: 'plan-changed', plan: { ...plan, extensions }, at: 0 });
  for (const each of names) {
    const contacts = [{ id: `phone-${each}` as ContactId, asleep: false }]; // a test's own name
    board = take(board, { type: 'contacts', extension: each, contacts, at: 0 });
  }
  for (let index = 0; index < people + waiting; index++) board = take(answered(board, index), arrival(index));
  board = answered(board, people);
  const { call, leg } = arrival(0);
  let reads = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, key, receiver) {
        reads++;
        const read: unknown = Reflect.get(target, key, receiver);
        return typeof read === 'object' && read !== null ? counted(read) : read;
      },
    });
  const { commands } = step(counted(board), { type: 'ended', call, leg, cause: 'normal', at: 3 });
  expect(commands.filter(({ type }) => type === 'dial')).toHaveLength(1);
  return reads;
}

/** The call before this one, if somebody is rung for it, is answered. */
function answered(board: Board, index: number): Board {
  const { call } = arrival(index - 1);
  const rung = getFrom(board.calls, call)?.legs.find(({ side }) => side === 'dialled');
  return rung === undefined ? board : take(board, { type: 'answered', call, leg: rung.id, at: 2 });
}

function arrival(index: number) {
  return {
    type: 'arrived',
    call: `call${index}` as CallId, // a test's own names
    leg: `in${index}` as LegId,
    at: 1,
    origin: { kind: 'trunk', trunk, number: '0901234567', name: '' },
    dialled: hotline,
  } as const;
}

function take(board: Board, event: Event): Board {
  return step(board, event).board;
}
