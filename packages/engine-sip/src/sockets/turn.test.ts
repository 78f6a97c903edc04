import { setImmediate as turnOver } from 'node:timers/promises';
import { type Flow, udpFlow } from '@alo/sip';
import { expect, test } from 'vitest';
import { EventLoopTurn } from './turn.ts';

const [one, other] = [udpFlow('192.0.2.1', 5060), udpFlow('192.0.2.2', 5060)];
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A turn in which every message is answered, as it is worked through; what happened, in its order. */
function watched(
  answer: (turn: EventLoopTurn, flow: Flow, text: string) => void = (turn, flow, text) => turn.goes(flow, bytes(text)),
) {
  const happened: string[] = [];
  let now = 0;
  const turn: EventLoopTurn = new EventLoopTurn({
    work(flow, came) {
      happened.push(`work ${String(came)}`);
      answer(turn, flow, String(came));
    },
    send: (_flow, sent) => void happened.push(`send ${String(sent)}`),
    now: () => now,
  });
  return {
    turn,
    happened,
    comes: (text: string, { after = 0, by = one } = {}) => {
      now += after;
      turn.came(by, bytes(text));
    },
  };
}

test('whoever comes alone is answered at once', () => {
  const { happened, comes } = watched();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) comes(text, { after: 1 });
  expect(happened).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((text) => [`work ${text}`, `send ${text}`]));
});

test('a crowd is read, then worked through, then answered, and the next one is known at its first', async () => {
  const { happened, comes } = watched();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) comes(text);
  const first = ['a', 'b', 'c', 'd'].flatMap((text) => [`work ${text}`, `send ${text}`]);
  expect(happened).toEqual(first);
  await turnOver();
  expect(happened).toEqual([...first, 'work e', 'work f', 'send e', 'send f']);
  happened.length = 0;
  comes('g');
  expect(happened).toEqual([]);
  await turnOver();
  expect(happened).toEqual(['work g', 'send g']);
  comes('h', { after: 1 });
  expect(happened.slice(2)).toEqual(['work h', 'send h']);
});

test('what we close is told what was said before, and is not listened to any more', async () => {
  const { turn, happened, comes } = watched((its, flow, text) => {
    its.goes(flow, bytes(text));
    if (text !== 'broken') return;
    its.close(flow);
    happened.push('closed');
  });
  for (const text of ['a', 'b', 'c', 'd']) comes(text);
  happened.length = 0;
  comes('broken');
  comes('more');
  comes('from elsewhere', { by: other });
  await turnOver();
  expect(happened).toEqual(['work broken', 'send broken', 'closed', 'work from elsewhere', 'send from elsewhere']);
  // Another one may have its name by then: a crowd that is over is forgotten.
  turn.close(one);
  comes('again', { after: 1 });
  expect(happened.slice(5)).toEqual(['work again', 'send again']);
});

test('a crowd can be ended before its turn is', async () => {
  const { turn, happened, comes } = watched();
  for (const text of ['a', 'b', 'c', 'd', 'e']) comes(text);
  turn.end();
  expect(happened.slice(-2)).toEqual(['work e', 'send e']);
  await turnOver();
  expect(happened).toHaveLength(10);
});

test('a mistake of ours in a crowd costs no more than that crowd', () => {
  const { turn, happened, comes } = watched((its, flow, text) => {
    if (text === 'mistake') throw new Error('ours');
    its.goes(flow, bytes(text));
  });
  for (const text of ['a', 'b', 'c', 'd', 'mistake']) comes(text);
  expect(() => turn.end()).toThrow('ours');
  comes('again', { after: 1 });
  expect(happened.slice(-2)).toEqual(['work again', 'send again']);
});
