import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { officePlan } from '../testing/plan.ts';
import { ringingAt } from './ringing-at.ts';

const ringing = (desk: Desk, extension: string) =>
  ringingAt(desk.board, extension).map(({ waiting: { party } }) =>
    party.kind === 'extension' ? party.extension : party.number,
  );

test('a phone that rings for somebody is told for whom, until it is answered', () => {
  const desk = new Desk(officePlan);
  desk.extensionCalls('102', '101');
  expect([ringing(desk, '101'), ringing(desk, '102')]).toEqual([['102'], []]);
  desk.answers('101');
  expect(ringing(desk, '101')).toEqual([]);
});
