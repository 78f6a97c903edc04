import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { extension, officePlan } from '../testing/plan.ts';
import { ownConversations } from './own-conversations.ts';

test('a phone with two lines in one call is in it once, with the line that talks', () => {
  const lan = extension('101', 'Lan', { callWaiting: true });
  const desk = new Desk({ ...officePlan, extensions: { ...officePlan.extensions, 101: lan } });
  const call = desk.extensionCalls('102', '101');
  desk.answers('101');
  expect(desk.asks('102', { kind: 'invite', call, to: '101' })).toMatchObject({ ok: true });
  desk.answers('101');
  const lines = desk.call(call).legs.filter(({ party }) => party.kind === 'extension' && party.extension === '101');
  expect(lines.map(({ activity }) => activity.kind)).toEqual(['talking', 'talking']);
  expect(ownConversations(desk.board, '101').map((own) => own.call.id)).toEqual([call]);
});

/** Each conversation of an extension, and by which other names its phones know it. */
const named = (desk: Desk, extension: string) =>
  ownConversations(desk.board, extension).map(({ call, knownAs }) => [call.id, ...knownAs]);

test('a phone that fetches a parked call, and one that goes on with a conversation, know it by the call that they began', () => {
  const desk = new Desk();
  const call = desk.extensionCalls('103', '101');
  desk.answers('101');
  expect(named(desk, '101')).toEqual([[call]]);
  const moved = desk.replaces('101', '101', call);
  expect(named(desk, '101')).toEqual([[call, moved]]);
  desk.asks('101', { kind: 'park', call });
  const fetched = desk.extensionCalls('102', '701');
  expect(named(desk, '102')).toEqual([[call, fetched]]);
});

/** On which telephone of theirs somebody talks, and whether they have dialled it. */
const told = (desk: Desk, extension: string) =>
  ownConversations(desk.board, extension).map(({ on, made, since }) => [on, made, since]);

test('of a conversation it is told on which telephone of theirs somebody has it, since when, and who dialled', () => {
  const desk = new Desk();
  desk.extensionCalls('103', '101');
  expect(told(desk, '103')).toEqual([['browser', true, null]]);
  desk.wait(2);
  desk.on('101', { type: 'answered', device: 'a-desk-phone' });
  expect([told(desk, '103'), told(desk, '101')]).toEqual([[['browser', true, desk.now]], [['desk', false, desk.now]]]);
});

test('who dials at a desk phone is on it, also where they fetch a parked call', () => {
  const desk = new Desk();
  const call = desk.extensionCalls('103', '101');
  desk.answers('101');
  desk.asks('101', { kind: 'park', call });
  desk.extensionCalls('102', '701', 'a-desk-phone');
  expect(told(desk, '102')).toEqual([['desk', true, desk.now]]);
});

test('whoever is on the way talks on their mobile', () => {
  const desk = new Desk();
  desk.clicksFrom('0987654321', '101', '102');
  desk.answers('trunk-a');
  desk.answers('102');
  expect(told(desk, '101')).toEqual([['mobile', true, desk.now]]);
});
