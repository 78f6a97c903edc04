import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { FairPlaces } from '../kernel/fair-places.ts';
import { connectionTurns } from './connection-turns.ts';

const places = () => new FairPlaces({ places: 6, kept: 2, floor: 1, waiting: 100 });

test('two companies that ask for all connections leave a third its own', async () => {
  const inTurn = connectionTurns(places(), 60_000);
  const over = Promise.withResolvers<void>();
  const held = Array.from({ length: 20 }, (_, nth) => inTurn(nth % 2 === 0 ? 'a' : 'b', () => over.promise));
  expect(await inTurn('c', async () => 'read')).toBe('read');
  over.resolve();
  await Promise.all(held);
  expect(await inTurn('a', async () => 'read')).toBe('read');
});

test('who has no turn in time is refused, and holds nobody up afterwards', async () => {
  const inTurn = connectionTurns(places(), 20);
  const over = Promise.withResolvers<void>();
  const held = Array.from({ length: 4 }, () => inTurn('a', () => over.promise));
  let done = 0;
  const late = inTurn('a', async () => (done += 1));
  await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
  over.resolve();
  await Promise.all(held);
  expect(await inTurn('a', async () => 'read')).toBe('read');
  expect(done).toBe(0);
});

test('more than may wait is refused, and a failure is the caller’s own', async () => {
  const inTurn = connectionTurns(new FairPlaces({ places: 1, kept: 0, floor: 1, waiting: 1 }), 60_000);
  const over = Promise.withResolvers<void>();
  const held = inTurn('a', () => over.promise);
  const waiting = inTurn('a', () => Promise.reject(new Error('mistake')));
  await expect(inTurn('a', async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
  over.resolve();
  await held;
  await expect(waiting).rejects.toThrow('mistake');
});
