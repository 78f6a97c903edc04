import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, officePlan } from '../testing/plan.ts';
import { an, officeWith } from '../testing/queue-office.ts';

test('a recording that the engine stood still in says for how long, in the trace of its call', () => {
  const desk = new Desk(officeWith(), ['101']);
  const call = desk.customerCalls(an, hotline);
  desk.answers('101');
  desk.wait(30);
  const recording = desk.call(call).recordings[0]?.id;
  if (recording === undefined) throw new Error('the call is not recorded');
  const file = { durationMs: 30_000, bytes: 960_044, state: 'incomplete', gapMs: 4_900 } as const;
  desk.take({ type: 'recorded', call, recording, at: desk.now, ...file });
  expect(desk.call(call).trace.map(({ text }) => text)).toContain(
    'Âm thanh bị ngắt 4,9 giây vì máy chủ đứng: đoạn đó trong ghi âm là im lặng',
  );
});

test('only who is heard by somebody who talks is recorded: nobody on hold or left alone, and nobody who listens or whispers', () => {
  const extensions = { ...officePlan.extensions, 103: extension('103', 'Hà', { supervises: ['101'] }) };
  const desk = new Desk({ ...officePlan, extensions });
  const call = desk.customerCalls(an, hotline);
  const names = ['caller', '101', '103'];
  const recorded = () => {
    const members = desk.call(call).bridges.flatMap(({ asked }) => asked);
    const isOn = (name: string) => members.some(({ leg, offRecord }) => leg === legs.get(name) && offRecord !== true);
    return names.filter(isOn);
  };
  const legs = new Map<string, string>();
  const learn = (name: string) => legs.set(name, desk.leg(name, call));
  learn('caller');
  desk.answers('101');
  learn('101');
  expect(recorded()).toEqual(['caller', '101']);
  desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
  desk.answers('103');
  learn('103');
  expect(recorded()).toEqual(['caller', '101']);
  desk.asks('103', { kind: 'supervise', call, mode: 'whisper', agent: '101' });
  expect(recorded()).toEqual(['caller', '101']);
  desk.asks('101', { kind: 'hold', call, on: true });
  expect(recorded()).toEqual([]);
  desk.asks('101', { kind: 'hold', call, on: false });
  desk.on('caller', { type: 'held', on: true });
  expect(recorded()).toEqual([]);
  desk.on('caller', { type: 'held', on: false });
  desk.asks('103', { kind: 'supervise', call, mode: 'barge', agent: '101' });
  expect(recorded()).toEqual(['caller', '101', '103']);
  desk.on('caller', { type: 'held', on: true });
  expect(recorded()).toEqual(['101', '103']);
});
