import type { MyCall } from '@alo/contract';
import type { Call, Party } from '@alo/softphone';
import { expect, test } from 'vitest';

import { callParty, myCall } from '../testing/my-call.ts';
import { type Card, type CardEvent, noCard, stepCard } from './card.ts';

const ha: Party = { number: '0912345001', name: 'Phạm Thu Hà' };
const lan: Party = { number: '101', name: 'Lan' };
const idle: Call = { status: 'idle' };

const play = (...events: CardEvent[]): Card => events.reduce(stepCard, noCard);

const talking = (id: string, party: Party, direction: 'incoming' | 'outgoing' = 'incoming'): Call => ({
  status: 'connected',
  variant: 'confirmed',
  id,
  conversation: 'c-1',
  direction,
  party,
  startedAt: 0,
  answeredAt: 1,
  onHold: false,
  heldByThem: false,
  muted: false,
});
const rings = (id: string): Call => ({
  status: 'incoming',
  id,
  conversation: 'c-2',
  direction: 'incoming',
  party: lan,
  startedAt: 0,
});
const partyOf = (kind: 'customer' | 'colleague', { number, name }: Party): MyCall['parties'][number] =>
  callParty({ leg_id: number, kind, number, name });
const conversation = (parties: MyCall['parties'], more: Partial<MyCall> = {}): MyCall => myCall({ parties, ...more });
const withHa = conversation([partyOf('customer', ha)]);

/** The phone, of whose call it has the pop-up open unless it was taken away. */
const phone = (
  call: Call,
  { popup = true, of, asked = false }: { popup?: boolean; of?: MyCall; asked?: boolean } = {},
) =>
  ({
    type: 'phone',
    call,
    popup: popup && call.status !== 'idle' ? { callId: call.id, party: call.party } : null,
    conversation: of,
    asked,
  }) as const satisfies CardEvent;
/** An incoming call has ended: the phone leaves its pop-up. */
const ended = (id: string, party: Party): CardEvent => ({ ...phone(idle), popup: { callId: id, party } });

test('who is put through to a customer in mid-call has their card, and behind the call too', () => {
  const consulted = phone(talking('a', lan), { of: conversation([partyOf('colleague', lan)]) });
  expect(play(consulted)).toMatchObject({ session: 'a', party: lan });
  const through = phone(talking('a', lan), { of: withHa });
  const card = { kind: 'of-call', shows: 'whole', session: 'a', party: ha, conversation: 'c-1' };
  expect(play(consulted, through)).toMatchObject(card);
  expect(play(through)).toMatchObject(card);
  // A parked call, one that is taken over, and a three-way call that others have left are the same.
  expect(play(consulted, through, phone(talking('a', lan)), ended('a', lan))).toMatchObject(card);
});

test('the customer who waits while one asks a colleague keeps their card; who only supervises has none of theirs', () => {
  const asks = conversation([partyOf('colleague', lan)], { consulting: true, waiting: [partyOf('customer', ha)] });
  expect(play(phone(talking('a', ha), { of: withHa }), phone(talking('a', ha), { of: asks }))).toMatchObject({
    party: ha,
  });
  const supervising = { mode: 'listen', agent: partyOf('colleague', lan) } as const;
  const listens = phone(talking('a', lan), { of: { ...withHa, supervising } });
  expect(play(listens)).toMatchObject({ party: lan });
  expect(play(listens, phone(talking('a', lan), { of: withHa }))).toMatchObject({ party: ha });
});

test('whoever is asked about a customer has their card as long as that lasts, and keeps it only with the call', () => {
  const asked = conversation([partyOf('colleague', lan)], {
    consulted: { by: 'Lan', about: [partyOf('customer', ha)], since: null },
    customer_id: 'x',
  });
  const talk = phone(talking('a', lan), { of: asked });
  const consulted = { kind: 'of-call', shows: 'whole', session: 'a', party: ha, chosen: 'x', consulted: true };
  expect(play(talk)).toMatchObject(consulted);
  // The switchboard tells of it before or after the phone talks.
  expect(play(phone(talking('a', lan)), talk)).toMatchObject(consulted);
  // Lan goes back to the customer: it was her call.
  expect(play(talk, ended('a', lan))).toMatchObject({ shows: 'going', consulted: true });
  const over = play(talk, ended('a', lan), { type: 'nothing-to-lose' });
  expect(over).toEqual({ kind: 'none', closed: 'a' });
  expect(stepCard(over, ended('a', lan))).toEqual(over);
  expect(play(talk, ended('a', lan), phone(talking('b', ha)))).toMatchObject({ session: 'b', consulted: false });
  // Or the call becomes hers.
  const mine = phone(talking('a', lan), { of: { ...withHa, customer_id: 'x' } });
  const own = { ...consulted, consulted: false };
  expect(play(talk, mine)).toMatchObject(own);
  expect(play(talk, mine, ended('a', lan))).toMatchObject(own);
  // Word of that may come after word of the end of the consultation.
  expect(play(talk, phone(talking('a', lan)), mine)).toMatchObject(own);
});

test('whom one chose is of this customer of this call, and is told to the switchboard once', () => {
  const chosen: CardEvent = { type: 'chosen', customer: 'x' };
  const talk = phone(talking('a', ha), { of: withHa });
  // Who chooses may be faster than the word of which conversation it is.
  expect(play(phone(talking('a', ha)), chosen, talk)).toMatchObject({ chosen: 'x', untold: true, conversation: 'c-1' });
  expect(play(talk, chosen, { type: 'choice-told', customer: 'x' }, talk)).toMatchObject({
    chosen: 'x',
    untold: false,
  });
  expect(play(talk, chosen, { type: 'choice-told', customer: 'y' })).toMatchObject({ untold: true });
  const other = conversation([partyOf('customer', { number: '0912345002', name: '' })], { customer_id: 'z' });
  expect(play(talk, chosen, phone(talking('a', ha), { of: other }))).toMatchObject({ chosen: 'z', untold: false });
  expect(play(talk, chosen, phone(talking('b', ha)))).toMatchObject({ session: 'b', chosen: undefined });
});

const calledHa: MyCall = { ...withHa, direction: 'outbound' };

test('of a call that one made what came of it can be said behind it, unless a page asks for that itself', () => {
  const made = phone(talking('a', ha, 'outgoing'), { of: calledHa });
  const over = phone(idle);
  expect(play(made, over)).toMatchObject({ shows: 'outcome', session: 'a' });
  expect(play(made, over, over)).toMatchObject({ shows: 'outcome' });
  expect(play(made, phone(idle, { asked: true }))).toMatchObject({ shows: 'going' });
  // Another call comes: it goes, unless words would be lost with it.
  const next = phone(rings('b'), { popup: false });
  expect(play(made, over, next)).toMatchObject({ shows: 'going', session: 'a' });
  expect(play(made, over, next, { type: 'nothing-to-lose' })).toEqual(noCard);
  expect(play(made, over, next, phone(idle))).toMatchObject({ shows: 'going' });
  expect(play(made, { type: 'nothing-to-lose' })).toMatchObject({ shows: 'whole' });
  // What rang at a telephone of one's own and was not taken is nothing of the kind.
  expect(play(phone(talking('a', ha)), over)).toMatchObject({ shows: 'going' });
});

test('of a call that came, and that one dialled to take, the card stays as that of a call that came to oneself', () => {
  const took = phone(talking('a', ha, 'outgoing'), { of: withHa });
  const taken = { shows: 'whole', session: 'a', party: ha, conversation: 'c-1' };
  // The phone takes its pop-up away behind whatever was dialled.
  expect(play(took, phone(idle), phone(idle))).toMatchObject(taken);
  expect(play(took, phone(idle), { type: 'closed' }, phone(idle))).toEqual(noCard);
  expect(play(took, phone(idle), phone(rings('b'), { popup: false }))).toMatchObject({ shows: 'going' });
});

test('what was closed stays closed, until it is asked for again', () => {
  const talk = phone(talking('a', ha), { of: withHa });
  expect(play(talk, { type: 'closed' }, talk).kind).toBe('none');
  const away = phone(talking('a', ha), { of: withHa, popup: false });
  expect(play(talk, { type: 'closed' }, away, phone(idle))).toEqual(noCard);
  expect(play(talk, { type: 'closed' }, away, talk)).toMatchObject({ kind: 'of-call', session: 'a' });
  // In another tab it was closed there.
  expect(play(talk, away)).toMatchObject({ shows: 'going' });
});

test('a page that is loaded again has the card of the call, and the phone that has it back goes on with that', () => {
  const found = {
    type: 'found',
    session: 'a',
    party: ha,
    conversation: 'c-1',
    startedAt: '',
    chosen: 'x',
    busyWith: null,
  } as const;
  expect(play(phone(idle), found, phone(idle))).toMatchObject({ kind: 'before-reload', chosen: 'x' });
  expect(play(found, phone(talking('a', lan), { of: withHa }))).toMatchObject({
    kind: 'of-call',
    party: ha,
    chosen: 'x',
  });
  expect(play(phone(talking('a', ha)), { ...found, busyWith: 'a' })).toMatchObject({ kind: 'of-call', chosen: 'x' });
  expect(play({ ...found, busyWith: 'b' })).toEqual(noCard);
  expect(play(found, phone(talking('b', lan)))).toMatchObject({ session: 'b', chosen: undefined });
  expect(play(found, { type: 'closed' })).toEqual(noCard);
});

test('words of a stranger that nobody kept have a card, until a call or somebody takes it away', () => {
  const left: CardEvent = { type: 'words-left', number: '0399000111' };
  expect(play(left, phone(idle))).toMatchObject({ kind: 'left-over', party: { number: '0399000111' } });
  expect(play(left, phone(talking('a', ha)))).toMatchObject({ session: 'a', party: ha });
  expect(play(left, { type: 'closed' })).toEqual(noCard);
});

test('a call that is over before the switchboard has told of it has the name that came with it: what came of it can be said', () => {
  expect(play(phone(talking('a', ha)), ended('a', ha))).toMatchObject({ session: 'a', conversation: 'c-1' });
  const moved = phone(talking('a', ha), { of: { ...withHa, id: 'c-7', known_as: ['c-1'] } });
  expect(play(phone(talking('a', ha)), moved, ended('a', ha))).toMatchObject({ conversation: 'c-7' });
});
