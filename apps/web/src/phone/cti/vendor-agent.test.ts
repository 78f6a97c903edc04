import type { CtiAgent, CtiStanding } from '@alo/softphone';
import { expect, test } from 'vitest';

import { shown } from '../../kit/browser/shared-value.ts';
import { agentInPage } from './vendor-agent.ts';

const an = { number: '0901234567', name: 'An' };

function desk() {
  const asked: string[] = [];
  let tellOwn: (standing: CtiStanding) => void = () => undefined;
  const own: CtiAgent = {
    watch(tell) {
      tellOwn = tell;
      tell(null);
      return () => asked.push('own unwatched');
    },
    call: (target) => asked.push(`own call ${target}`),
    hangUp: () => asked.push('own hang up'),
    decline: () => asked.push('own decline'),
    hold: (on) => asked.push(`own hold ${on}`),
    key: (tone) => asked.push(`own key ${tone}`),
  };
  const place = new EventTarget();
  place.addEventListener('alo-desk-wish', (event) => asked.push(event instanceof CustomEvent ? event.detail : '?'));
  const taken = shown(false);
  const agent = agentInPage(own, place, taken);
  const stands: CtiStanding[] = [];
  const unwatch = agent.watch((standing) => stands.push(standing));
  const tell = (detail: unknown) => place.dispatchEvent(new CustomEvent('alo-desk-agent', { detail }));
  return { agent, asked, stands, taken, tell, unwatch, own: (standing: CtiStanding) => tellOwn(standing) };
}

test('until a program tells of a telephone the switchboard’s agent is asked, and what is no telling changes nothing', () => {
  const { agent, asked, stands, taken, tell, own } = desk();
  for (const nothing of ['', '{', '7', '{"state":"ringing"}', { state: 'fail', party: an }, undefined]) tell(nothing);
  own({ state: 'ringing', party: an, call: 'c-1' });
  agent.call('0901234567');
  agent.hold(true);
  expect([taken.get(), stands]).toEqual([false, [null, { state: 'ringing', party: an, call: 'c-1' }]]);
  expect(asked).toEqual(['{"wish":"tell"}', 'own call 0901234567', 'own hold true']);
});

test('a program that tells is the agent from then on, whatever the switchboard tells', () => {
  const { agent, asked, stands, taken, tell, own, unwatch } = desk();
  tell('null');
  expect(taken.get()).toBe(true);
  own({ state: 'ringing', party: an, call: 'c-1' });
  tell(JSON.stringify({ state: 'connected', party: { number: '0901234567' }, call: '17', made: true, more: 1 }));
  expect(stands).toEqual([
    null,
    null,
    { state: 'connected', party: { number: '0901234567', name: '' }, call: '17', made: true },
  ]);
  asked.length = 0;
  agent.call('0901234567');
  agent.hold(false);
  agent.key('5');
  agent.decline();
  agent.hangUp();
  expect(asked.map((one) => JSON.parse(one))).toEqual([
    { wish: 'call', target: '0901234567' },
    { wish: 'hold', on: false },
    { wish: 'key', key: '5' },
    { wish: 'decline' },
    { wish: 'hang-up' },
  ]);
  unwatch();
  tell('null');
  expect(stands).toHaveLength(3);
});
