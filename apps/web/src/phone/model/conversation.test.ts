import type { MyCall, RingingCall } from '@alo/contract';
import type { Call } from '@alo/softphone';
import { describe, expect, test } from 'vitest';

import { callParty, myCall, plainWay } from '../testing/my-call.ts';
import { conversationOf, numbersIn, partyNow, ringingOf } from './conversation.ts';

const ha = { number: '0912345001', name: 'Phạm Thu Hà' };
const customer = callParty(ha);
const lan = callParty({ leg_id: 'lan', kind: 'colleague', name: 'Lan', number: '101' });
const conversation = (id: string, more: Partial<MyCall> = {}): MyCall => myCall({ id, ...more });
const talking = (name: string | null): Call => ({
  status: 'connected',
  variant: 'confirmed',
  id: 'here',
  conversation: name,
  direction: 'incoming',
  party: { number: '101', name: 'Lan' },
  startedAt: 0,
  answeredAt: 1,
  onHold: false,
  heldByThem: false,
  muted: false,
});
const dialled: Call = {
  status: 'outgoing',
  id: 'here',
  conversation: null,
  direction: 'outgoing',
  party: ha,
  startedAt: 0,
};
const rings: Call = { ...dialled, status: 'incoming', direction: 'incoming', conversation: 'a' };

describe('the conversation of a call', () => {
  test('is found by name, whatever else goes on at another phone, and whoever holds', () => {
    const desk = conversation('desk', { parties: [lan] });
    const here = conversation('here', { on_hold: true });
    for (const data of [
      [desk, here],
      [here, desk],
    ]) {
      expect(conversationOf(talking('here'), { data })).toBe(here);
      expect(conversationOf(talking('desk'), { data })).toBe(desk);
    }
  });

  test('is not that of another phone, before the switchboard tells of the own one', () => {
    const data = [conversation('desk')];
    expect(conversationOf(talking('here'), { data })).toBeUndefined();
    expect(conversationOf(dialled, { data })).toBeUndefined();
    expect(conversationOf({ status: 'idle' }, { data })).toBeUndefined();
  });

  test('is found where the line was moved to, although the call that it was begun in goes on', () => {
    const moved = conversation('b', { known_as: ['a'] });
    expect(conversationOf(talking('a'), { data: [conversation('a'), moved] })).toBe(moved);
  });

  test('has no name with an engine that tells none: then it is the only one, or unknown', () => {
    const only = conversation('a');
    expect(conversationOf(talking(null), { data: [only] })).toBe(only);
    expect(conversationOf(talking(null), { data: [only, conversation('b')] })).toBeUndefined();
  });

  test('that only rings is found by name too', () => {
    const ringing = (id: string, names: string[] = []): RingingCall => ({
      id,
      ...plainWay,
      known_as: names,
      party: customer,
    });
    const [moved, other] = [ringing('b', ['a']), ringing('c')];
    expect(ringingOf(rings, { ringing: [other, moved] })).toBe(moved);
    expect(ringingOf(rings, { ringing: [other] })).toBeUndefined();
    expect(ringingOf(talking('c'), { ringing: [other] })).toBeUndefined();
  });
});

describe('with whom one talks', () => {
  const talksWith = (more: Partial<MyCall>) => partyNow(talking('a'), conversation('a', more));

  test('is whoever is there: the customer whom a colleague has put through', () => {
    expect(talksWith({})).toEqual(ha);
  });

  test('is the colleague whom one asks, while the customer waits', () => {
    const asks = { consulting: true, waiting: [customer] };
    expect(talksWith({ ...asks, parties: [lan] })).toEqual({ number: lan.number, name: lan.name });
    expect(talksWith({ ...asks, parties: [{ ...lan, state: 'ringing' }] })).toMatchObject({ number: lan.number });
  });

  test('is whom the call began with, as long as several are there, or one supervises', () => {
    const began = { number: '101', name: 'Lan' };
    expect(talksWith({ parties: [customer, lan] })).toEqual(began);
    expect(talksWith({ supervising: { mode: 'listen', agent: lan } })).toEqual(began);
    expect(talksWith({ parties: [{ ...customer, state: 'ringing' }] })).toEqual(began);
    expect(partyNow(talking('a'), undefined)).toEqual(began);
    expect(partyNow({ status: 'idle' }, undefined)).toBeNull();
  });
});

describe('numbers of whom one talks with or is asked about', () => {
  const asked = { data: [conversation('a', { consulting: true, parties: [lan] })] };
  const card = { session: 'here', party: ha };

  test('each call has one, and a customer who is asked about in it stands beside the colleague', () => {
    expect([...numbersIn([talking('a')], asked, card)]).toEqual([
      ['here', '101'],
      ['about here', ha.number],
    ]);
    const through = { data: [conversation('a')] };
    expect([...numbersIn([talking('a')], through, card)]).toEqual([['here', ha.number]]);
  });

  test('a card that is left after its call, or is of another one, has none', () => {
    expect([...numbersIn([{ status: 'idle' }], { data: [] }, card)]).toEqual([]);
    expect([...numbersIn([dialled], { data: [] }, { ...card, session: 'before' })]).toEqual([['here', ha.number]]);
  });
});
