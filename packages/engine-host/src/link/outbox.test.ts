import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';
import { EventReceipts } from './receipts.ts';

test('what was taken is forgotten, what was not is told again, in order', () => {
  const outbox = new Outbox<string>(10);
  for (const event of ['a', 'b', 'c', 'd']) outbox.add(event);
  outbox.taken(2);
  expect([...outbox.after(0)]).toMatchObject([
    { seq: 3, event: 'c' },
    { seq: 4, event: 'd' },
  ]);
  expect([...outbox.after(3)]).toMatchObject([{ seq: 4, event: 'd' }]);
  expect(outbox.taken(4)).toMatchObject({ seq: 4, event: 'd' });
  expect(outbox.taken(4)).toBeUndefined();
});

test('a full outbox keeps what it has and takes no more until something was taken', () => {
  const outbox = new Outbox<string>(2);
  outbox.add('a');
  outbox.add('b');
  expect(outbox.add('c')).toBeUndefined();
  outbox.taken(1);
  expect(outbox.add('d')).toMatchObject({ seq: 3, event: 'd' });
});

type Happening = { readonly does: 'event' | 'works' | 'breaks' };

/**
 * One engine, one server whose link breaks as generated: what is on its way then is lost in both directions. The server's own
 * work at an event takes until a later `works`.
 */
function live(happenings: readonly Happening[]): readonly number[] {
  const outbox = new Outbox<number>(1_000);
  const got: number[] = [];
  const working: (() => void)[] = [];
  let events = 0;
  let sent = 0;
  let isLinked = true;
  const taken = new EventReceipts('engine', (seq) => {
    if (isLinked) outbox.taken(seq);
  });
  const flush = () => {
    for (const { seq, event } of outbox.after(sent)) {
      sent = seq;
      const receipt = taken.receipt({ seq });
      if (receipt === undefined) continue;
      got.push(event);
      working.push(() => receipt.taken());
    }
  };
  for (const { does } of happenings) {
    if (does === 'event') outbox.add((events += 1));
    else if (does === 'works') working.shift()?.();
    else {
      isLinked = !isLinked;
      if (isLinked) sent = taken.last;
    }
    if (isLinked) flush();
  }
  isLinked = true;
  sent = 0; // Even an engine that tells everything again doubles nothing.
  flush();
  return got;
}

test('whenever the link breaks, every event comes once and in order', () => {
  const happening = fc.constantFrom('event', 'works', 'breaks').map((does) => ({ does }) as Happening);
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      const events = happenings.filter(({ does }) => does === 'event').length;
      expect(live(happenings)).toEqual(Array.from({ length: events }, (_, index) => index + 1));
    }),
  );
});

test('an event is acknowledged when everything before it was taken as well', () => {
  const said: number[] = [];
  const taken = new EventReceipts('engine', (seq) => said.push(seq));
  const [first, second, third] = [1, 2, 3].map((seq) => taken.receipt({ seq }));
  second?.taken();
  expect(said).toEqual([]);
  first?.taken();
  third?.taken();
  expect(said).toEqual([2, 3]);
});
