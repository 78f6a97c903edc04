import { expect, test } from 'vitest';

import type { AdapterEvent, Effect, LifeEvent, PersonEvent } from '../events.ts';
import { initialState, type PhoneState } from '../state.ts';
import { step } from '../step.ts';
import { type CtiStanding, makeCtiAdapter } from './cti.ts';

const khach = { number: '0901234567', name: 'An' };
const binh = { number: '0907654321', name: 'Bình' };

/** A phone whose telephone stands on the desk, of which a test says what its agent tells. */
async function deskPhone() {
  const asked: string[] = [];
  let tell: (standing: CtiStanding) => void = () => undefined;
  let state: PhoneState = initialState;
  let made = 0;
  const sounds: Effect[] = [];
  const take = (event: AdapterEvent | LifeEvent | PersonEvent) => {
    const [next, effects] = step(state, { ...event, at: 0 });
    state = next;
    for (const effect of effects) {
      if (effect.type === 'play' && effect.tone !== 'silence') sounds.push(effect);
      if (effect.type === 'reject') adapter.reject(effect.id, effect.why);
      if (effect.type === 'disconnect') adapter.stop();
    }
  };
  const make = makeCtiAdapter(
    {
      watch(told) {
        tell = told;
        tell(null);
        return () => asked.push('not watched');
      },
      call: (target) => asked.push(`call ${target}`),
      hangUp: () => asked.push('hang up'),
      decline: () => asked.push('decline'),
      hold: (on) => asked.push(`hold ${on}`),
      key: (tone) => asked.push(`key ${tone}`),
    },
    () => `from the desk ${++made}`,
  );
  const adapter = await make({ onEvent: take, onRemoteAudio: () => undefined });
  take({ type: 'start' });
  adapter.connect({ username: '', domain: '', password: '' }, '');
  return {
    adapter,
    asked,
    sounds,
    take,
    now: () => state,
    stands: (standing: CtiStanding) => tell(standing),
    tells: (of: NonNullable<CtiStanding>['state'] | null, party = khach) => {
      if (of === null) tell(null);
      else tell(of === 'initiated' || of === 'fail' ? { state: of, party } : { state: of, party, call: party.name });
      return state;
    },
    dials() {
      take({ type: 'dial', id: 'mine', target: '0901234567', party: khach });
      adapter.dial('mine', '0901234567');
      return state;
    },
  };
}

test('initiated is outgoing, connected and hold are connected with the pop-up on, null is none', async () => {
  const { dials, tells, adapter, asked } = await deskPhone();
  expect(dials().call.status).toBe('calling');
  expect(tells('initiated').call.status).toBe('outgoing');
  expect(tells('connected')).toMatchObject({
    call: { status: 'connected', conversation: khach.name, onHold: false },
    popup: { party: khach },
  });
  expect(tells('hold')).toMatchObject({ call: { status: 'connected', onHold: true }, popup: { party: khach } });
  expect(tells('connected').call).toMatchObject({ status: 'connected', onHold: false });
  expect(tells(null)).toMatchObject({ call: { status: 'idle' }, popup: null, notice: null });
  adapter.hold('mine');
  adapter.resume('mine');
  adapter.sendDtmf('mine', '5');
  adapter.hangUp('mine');
  adapter.stop();
  expect(asked).toEqual(['call 0901234567', 'hold true', 'hold false', 'key 5', 'hang up', 'not watched']);
});

test('fail resets, and says that nothing came of it', async () => {
  const { dials, tells } = await deskPhone();
  dials();
  tells('initiated');
  expect(tells('fail')).toMatchObject({ call: { status: 'idle' }, notice: { kind: 'ended', cause: 'failed' } });
});

test('who picks up on the telephone itself is connected here, with the pop-up on', async () => {
  const { tells } = await deskPhone();
  expect(tells('initiated').call.status).toBe('idle');
  expect(tells('connected')).toMatchObject({
    call: { id: 'from the desk 1', status: 'connected' },
    popup: { party: khach },
  });
  expect(tells(null).call.status).toBe('idle');
});

test('what rings on the desk is shown with its card, and makes no sound here; picked up it goes on as the same call', async () => {
  const { tells, sounds } = await deskPhone();
  const rings = { id: 'from the desk 1', status: 'incoming', conversation: khach.name, party: khach };
  const card = { callId: 'from the desk 1', party: khach };
  expect(tells('ringing')).toMatchObject({ call: rings, window: 'open', popup: card });
  expect(sounds).toEqual([]);
  expect(tells('connected')).toMatchObject({ call: { ...rings, status: 'connected' }, popup: card });
  // The card stays for what is said of the conversation.
  expect(tells(null)).toMatchObject({ call: { status: 'idle' }, popup: card });
});

test('what nobody picked up goes without a word, and takes its card along', async () => {
  const { tells } = await deskPhone();
  tells('ringing');
  expect(tells(null)).toMatchObject({ call: { status: 'idle' }, window: 'closed', popup: null, notice: null });
});

test('what rings is declined at the desk, unless one only goes offline here', async () => {
  const { tells, take, asked, now } = await deskPhone();
  tells('ringing');
  take({ type: 'reject' });
  expect(asked).toEqual(['decline']);
  expect(now()).toMatchObject({ call: { status: 'idle' }, popup: null });
  tells(null);
  expect(tells('ringing', binh)).toMatchObject({ call: { status: 'incoming', party: binh } });
  take({ type: 'stop', why: 'status' });
  expect(asked).toEqual(['decline', 'not watched']);
});

test('another call that is picked up there has a window and a card of its own', async () => {
  const { tells } = await deskPhone();
  tells('ringing');
  expect(tells('connected', binh)).toMatchObject({
    call: { id: 'from the desk 2', status: 'connected', party: binh },
    popup: { party: binh },
  });
  // The first one was held, and is gone back to.
  expect(tells('hold', khach)).toMatchObject({
    call: { id: 'from the desk 3', party: khach, onHold: true },
    popup: { party: khach },
  });
});

test('who went offline in mid-call follows no other, and follows anew when they are back', async () => {
  const { tells, take, asked } = await deskPhone();
  tells('connected');
  take({ type: 'stop', why: 'status' });
  expect(tells('connected', binh).call.status).toBe('idle');
  expect(asked).toEqual(['not watched']);
});

test('what is dialled on the telephone itself is outgoing here, from the first ring to its end', async () => {
  const { stands, now, sounds } = await deskPhone();
  stands({ state: 'initiated', party: khach, call: 'c-1' });
  const dialled = { id: 'from the desk 1', direction: 'outgoing', conversation: 'c-1', party: khach };
  expect(now()).toMatchObject({ call: { ...dialled, status: 'outgoing' }, window: 'open', popup: { party: khach } });
  stands({ state: 'connected', party: khach, call: 'c-1', made: true });
  expect(now().call).toMatchObject({ ...dialled, status: 'connected' });
  expect(sounds).toEqual([]);
  stands(null);
  expect(now()).toMatchObject({ call: { status: 'idle' }, popup: null });
});

test('a page that comes in the middle of what was dialled there shows it as outgoing, and so the next one', async () => {
  const { stands, now } = await deskPhone();
  stands({ state: 'connected', party: khach, call: 'c-1', made: true });
  expect(now().call).toMatchObject({ status: 'connected', direction: 'outgoing', conversation: 'c-1' });
  stands({ state: 'initiated', party: binh, call: 'c-2' });
  expect(now().call).toMatchObject({ status: 'outgoing', conversation: 'c-2', party: binh });
});
