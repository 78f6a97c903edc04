import { expect, test } from 'vitest';
import { idleOf, ownProcessors, placesIn } from './own-processors.ts';

test('the processors that a process was given are read of the list of the system', () => {
  expect([...placesIn('0-2,5')]).toEqual([0, 1, 2, 5]);
  expect([...placesIn('3')]).toEqual([3]);
});

test('this process has some, and their time goes on', () => {
  const own = ownProcessors();
  expect(own.length).toBeGreaterThan(0);
  expect(idleOf(own).total).toBeGreaterThan(idleOf(own).idle);
});
