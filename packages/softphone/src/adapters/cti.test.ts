import { expect, test } from 'vitest';

import type { AdapterEvent, LifeEvent, PersonEvent } from '../events.ts';
import { initialState, type PhoneState } from '../state.ts';
import { step } from '../step.ts';
import { type CtiStanding, makeCtiAdapter } from './cti.ts';

const khach = { number: '0901234567', name: 'An' };

/** A phone whose telephone stands on the desk, of which a test says what its agent tells. */
async function deskPhone() {
  const asked: string[] = [];
  let tell: (standing: CtiStanding) => void = () => undefined;
  let state: PhoneState = initialState;
  const take = (event: AdapterEvent | LifeEvent | PersonEvent) => {
    [state] = step(state, { ...event, at: 0 });
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
      hold: (on) => asked.push(`hold ${on}`),
      key: (tone) => asked.push(`key ${tone}`),
    },
    () => 'from the desk',
  );
  const adapter = await make({ onEvent: take, onRemoteAudio: () => undefined });
  take({ type: 'start' });
  adapter.connect({ username: '', domain: '', password: '' }, '');
  return {
    adapter,
    asked,
    tells: (of: NonNullable<CtiStanding>['state'] | null) => {
      tell(of === null ? null : { state: of, party: khach });
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
  expect(tells('connected')).toMatchObject({ call: { status: 'connected', onHold: false }, popup: { party: khach } });
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
    call: { id: 'from the desk', status: 'connected' },
    popup: { party: khach },
  });
  expect(tells(null).call.status).toBe('idle');
});
