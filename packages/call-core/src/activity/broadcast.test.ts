import { describe, expect, test } from 'vitest';

import { messageHeard } from '../board/activity.ts';
import type { MessageKey } from '../board/destination.ts';
import type { CallId } from '../board/vocabulary.ts';
import { Desk } from '../testing/desk.ts';
import { an, officeWith } from '../testing/queue-office.ts';

const keys: Readonly<Record<string, MessageKey>> = {
  0: { does: 'hang-up' },
  1: { does: 'queue', queue: 'sales' },
  2: { does: 'stop' },
  9: { does: 'again' },
};
const message = ['chao.wav', 'lan.wav'];

/** A customer is called to hear a message, and picks up. */
function heardBy(does: Readonly<Record<string, MessageKey>> = keys): { desk: Desk; call: CallId } {
  const plan = officeWith({ wrapUpSeconds: 0 });
  const desk = new Desk(
    { ...plan, outboundRules: plan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })) },
    ['101'],
  );
  const call = desk.reaches(an, { kind: 'broadcast', message, keys: does });
  desk.heard();
  desk.answers('trunk-a', call);
  return { desk, call };
}

/** How it was heard, as the history reads it of the trace. */
const told = (desk: Desk, call: CallId) =>
  desk.call(call).trace.flatMap(({ detail }) => {
    const word = detail[messageHeard];
    return word === undefined ? [] : [detail['key'] === undefined ? word : `${detail['key']} ${word}`];
  });

test('whoever picks up hears the message, and a moment is left for a key', () => {
  const { desk, call } = heardBy();
  expect(desk.heard()).toContain('play chao.wav lan.wav to trunk-a');
  desk.heardAll('trunk-a');
  expect(told(desk, call)).toEqual(['began', 'whole']);
  // A key that does nothing is not answered.
  desk.presses('trunk-a', '7');
  desk.wait(7);
  expect(desk.heard()).toEqual(['hang up trunk-a (normal)', 'stop recording']);
  desk.ends('trunk-a');
  expect(desk.summary(call)).toMatchObject({ status: 'answered', agentExtension: null });
});

test('without keys the call ends with the message', () => {
  const { desk } = heardBy({});
  desk.heard();
  desk.heardAll('trunk-a');
  expect(desk.heard()).toEqual(['hang up trunk-a (normal)']);
});

test('whoever hangs up in the middle has not heard it to its end', () => {
  const { desk, call } = heardBy();
  desk.wait(4);
  desk.ends('trunk-a');
  expect(told(desk, call)).toEqual(['began']);
});

test('a key says it again, twice at most, from its beginning', () => {
  const { desk, call } = heardBy();
  desk.heard();
  desk.presses('trunk-a', '9');
  expect(desk.heard()).toEqual(['stop playing to trunk-a', 'play chao.wav lan.wav to trunk-a']);
  desk.presses('trunk-a', '99');
  desk.heardAll('trunk-a');
  expect(told(desk, call)).toEqual(['began', '9 again', '9 again', 'whole']);
});

test('a key leads to whoever is free in a queue, and what they talk is a talk', () => {
  const { desk, call } = heardBy();
  desk.presses('trunk-a', '1');
  expect(told(desk, call)).toEqual(['began', '1 queue']);
  desk.wait(1);
  desk.answers('101', call);
  desk.wait(20);
  desk.ends('trunk-a');
  expect(desk.summary(call)).toMatchObject({ status: 'answered', agentExtension: '101' });
});

test('a key refuses such calls: it is kept at once, they are told, and the call ends', () => {
  const { desk, call } = heardBy();
  desk.heard();
  desk.presses('trunk-a', '2');
  expect(desk.kept).toMatchObject([{ kind: 'refused-by-key', call, number: '+84901234567', key: '2' }]);
  expect(desk.heard()).toEqual(['stop playing to trunk-a', 'play system/vi/say/no-more-calls.wav to trunk-a']);
  desk.heardAll('trunk-a');
  expect(desk.heard()).toEqual(['hang up trunk-a (normal)', 'stop recording']);
  expect(told(desk, call)).toEqual(['began', '2 stop']);
});

test('a survey that does not run any more says goodbye', () => {
  const { desk, call } = heardBy({ 3: { does: 'survey', survey: 'gone' } });
  desk.heard();
  desk.presses('trunk-a', '3');
  expect(told(desk, call)).toEqual(['began', '3 survey']);
  expect(desk.heard()).toEqual(['stop playing to trunk-a', 'play system/vi/say/goodbye.wav to trunk-a']);
});

test('an engine that loses the message keeps nobody for ever', () => {
  const { desk } = heardBy();
  desk.heard();
  desk.wait(301);
  expect(desk.heard()).toEqual(['hang up trunk-a (normal)', 'stop recording']);
});

describe('what proves a key', () => {
  const recorded = (desk: Desk) => desk.heard().filter((words) => words.includes('record'));

  test('is recorded of both sides from the first word to the end, whatever is recorded of conversations', () => {
    const { desk, call } = heardBy();
    expect(recorded(desk)).toHaveLength(1);
    // Said again it goes on.
    desk.presses('trunk-a', '9');
    expect(recorded(desk)).toEqual([]);
    desk.presses('trunk-a', '2');
    expect(desk.kept).toMatchObject([{ kind: 'refused-by-key', call, number: '+84901234567', key: '2' }]);
    expect(desk.call(call).recordings).toMatchObject([{ kind: 'proof', state: 'running' }]);
    desk.heardAll('trunk-a');
    desk.ends('trunk-a');
    expect(desk.call(call).recordings).not.toMatchObject([{ state: 'running' }]);
  });

  test('ends where a person or questions follow', () => {
    const { desk, call } = heardBy();
    desk.presses('trunk-a', '1');
    expect(desk.call(call).recordings[0]).toMatchObject({ kind: 'proof', state: 'stored' });
  });

  test('is not recorded where no key agrees or refuses, nor of who refused to be recorded', () => {
    expect(
      heardBy({ 9: { does: 'again' } })
        .desk.heard()
        .join(),
    ).not.toContain('record');
  });

  test('says yes as well', () => {
    const { desk, call } = heardBy({ ...keys, 5: { does: 'agree' } });
    desk.presses('trunk-a', '5');
    expect(desk.kept).toMatchObject([{ kind: 'agreed-by-key', call, key: '5', at: expect.any(Number) }]);
    expect(told(desk, call)).toEqual(['began', '5 agree']);
  });
});
