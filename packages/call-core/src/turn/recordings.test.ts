import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
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
