import { expect, test } from 'vitest';

import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { rangInVain } from './rang-in-vain.ts';

const customer = '0901234567';
const became = (desk: Desk, extension: string) => {
  const told = rangInVain(desk.board, extension);
  return told && [told.became, ...('by' in told ? [told.by] : [])];
};

test('a call that rang at several and was answered by one is told to the others, by whom', () => {
  const desk = new Desk();
  desk.customerCalls(customer, hotline);
  desk.answers('102');
  expect(became(desk, '101')).toEqual(['answered', '102']);
  expect(became(desk, '102')).toBeNull();
});

test('who of ours calls the group is not who answered it', () => {
  const desk = new Desk();
  desk.extensionCalls('103', '600');
  desk.answers('102');
  expect(became(desk, '101')).toEqual(['answered', '102']);
});

test('a caller who hangs up has given up', () => {
  const desk = new Desk();
  desk.customerCalls(customer, hotline);
  desk.ends('caller');
  expect(became(desk, '101')).toEqual(['gave-up']);
});

test('a call that nobody came to in time was led on', () => {
  const desk = new Desk();
  desk.extensionCalls('102', '101');
  desk.wait(60);
  expect(became(desk, '101')).toEqual(['led-on']);
});

test('what one declined oneself, and what one answered, is not told', () => {
  const desk = new Desk();
  desk.extensionCalls('102', '101');
  desk.on('101', { type: 'ended', cause: 'rejected', sipCode: 486 });
  expect(became(desk, '101')).toBeNull();
});
