import { type Board, type CallId, type Event, getFrom, type LegId, setIn, step } from '@alo/call-core';
import { opened, picks, Storm } from '@alo/call-core/storm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type CallsByName, newlyFollowed } from '../domain/calls-now.ts';
import { followGoingOn, goingOnOn } from './ongoing-calls.ts';

const lists = ['people', 'calls', 'queues'] as const;

test('whoever follows what goes on, and looks only at what is said to have changed, knows all of it', () => {
  fc.assert(
    fc.property(picks, fc.integer({ min: 1, max: 5 }), (chosen, each) => {
      const storm = new Storm();
      for (const pick of chosen) storm.choose(pick);
      const follow = followGoingOn();
      let board: Board = opened;
      let at = 0;
      const known = takenOver(undefined, follow(board, at));
      for (const [index, event] of storm.events.entries()) {
        board = step(board, event).board;
        at = Math.max(at, event.at);
        if (index % each !== 0) continue;
        takenOver(known, follow(board, at));
        const all = newlyFollowed(goingOnOn(board, at));
        for (const list of lists) expect(known[list]).toEqual(all[list]);
      }
    }),
  );
});

test('what happens to one changes nothing of the others', () => {
  const follow = followGoingOn();
  expect(follow(opened, 0).changed).toBe('everything');
  const { board } = step(opened, { type: 'agent-status', extension: '101', activity: 2, reason: 'Ăn trưa', at: 1_000 });
  const { changed } = follow(board, 1_000);
  expect(changed).toMatchObject({ people: new Set(['101']), calls: new Set() });
});

test('that a queue calls somebody no more is told of them', () => {
  const follow = followGoingOn();
  follow(opened, 0);
  const what = { kind: 'queue-pause', extension: '101', queue: null, on: true, reason: 'Họp' } as const;
  const { board } = step(opened, { type: 'requested', id: 'pause', by: '101', what, at: 1_000 });
  const { changed, people } = follow(board, 1_000);
  expect(changed).toMatchObject({ people: new Set(['101']) });
  expect(people.get('101')?.note).toMatch(/^Tạm dừng \(Họp\): .+/);
  expect(people.get('101')?.paused).toEqual({ since: 1_000, words: expect.stringMatching(/: Họp(; .+: Họp)*$/) });
});

test('a queue that somebody paused leaves them ready while another calls them, and one that paused itself does not', () => {
  const queue = 'care';
  const own = { kind: 'queue-pause', extension: '101', queue, on: true, reason: 'Họp' } as const;
  const { board } = step(opened, { type: 'requested', id: 'pause', by: '101', what: own, at: 1_000 });
  const now = (on: Board) => goingOnOn(on, 1_000).people.find(({ extension }) => extension === '101');
  expect(now(board)).toMatchObject({ note: 'Tạm dừng (Họp): Chăm sóc', paused: null });
  const itself = getFrom(board.queues, queue);
  const member = itself && getFrom(itself.members, '101');
  if (itself === undefined || member?.pause == null) throw new Error('101 is paused');
  const stopped = { ...member, pause: { ...member.pause, byItself: true, reason: null } };
  const queues = setIn(board.queues, queue, { ...itself, members: setIn(itself.members, '101', stopped) });
  expect(now({ ...board, queues })?.paused).toEqual({ since: 1_000, words: 'Chăm sóc: không nghe máy' });
});

test('whose line sounds poor for a while is told with the call, by extension, and no more once it does not', () => {
  const call = 'c' as CallId; // a test's own names
  const [caller, callee] = ['caller', 'c/1'].map((id) => id as LegId) as [LegId, LegId];
  const measured = (leg: LegId, lossPercent: number): Event => ({
    type: 'quality',
    call,
    leg,
    at: 3_000,
    lossPercent,
    farLossPercent: null,
    jitterMs: 3,
    roundTripMs: 30,
  });
  const talk: Event[] = [
    { type: 'arrived', call, leg: caller, at: 1_000, origin: { kind: 'extension', extension: '101' }, dialled: '102' },
    { type: 'ringing', call, leg: callee, at: 1_100 },
    { type: 'answered', call, leg: callee, at: 2_000 },
  ];
  const after = (events: readonly Event[]) => events.reduce((board, event) => step(board, event).board, opened);
  const poorIn = (events: readonly Event[]) =>
    goingOnOn(after([...talk, ...events]), 4_000).calls.map(({ poorSound }) => poorSound);
  const bad = [measured(callee, 15), measured(callee, 15)];
  expect(poorIn([measured(callee, 15)])).toEqual([[]]);
  expect(poorIn(bad)).toEqual([[{ extension: '102', wrong: 'loss', figure: 15 }]]);
  expect(poorIn([...bad, ...[0, 0, 0].map((loss) => measured(callee, loss))])).toEqual([[]]);
});

/** What somebody knew, with what became of it. */
function takenOver(known = nothing(), { changed, ...now }: CallsByName) {
  for (const list of lists) {
    const ids = changed === 'everything' ? [...known[list].keys(), ...now[list].keys()] : changed[list];
    take(known[list], now[list], ids);
  }
  return known;
}

function take<One>(known: Map<string, One>, now: ReadonlyMap<string, One>, changed: Iterable<string>): void {
  for (const id of changed) {
    const one = now.get(id);
    if (one === undefined) known.delete(id);
    else known.set(id, one);
  }
}

const nothing = () => ({
  people: new Map<string, unknown>(),
  calls: new Map<string, unknown>(),
  queues: new Map<string, unknown>(),
});
