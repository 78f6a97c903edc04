import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { QualityWatch, type Trouble } from './quality-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a watch says after each of these readings: so many packets came since the one before, and so many were lost. */
async function said(readings: readonly (readonly [came: number, lost: number])[]) {
  const all: { level: string | null; loss: number | null; trouble: Trouble }[] = [];
  let [next, packetsReceived, packetsLost] = [0, 0, 0];
  const stats = async () => {
    const [came, lost] = readings[next++] ?? [0, 0];
    packetsReceived += came;
    packetsLost += lost;
    const entry = { type: 'inbound-rtp', kind: 'audio', packetsReceived, packetsLost, jitter: 0.002 };
    // The part of a stats report that is read.
    return new Map([['in', entry]]) as unknown as RTCStatsReport;
  };
  const watch = new QualityWatch(stats, (quality, trouble) =>
    all.push({ level: quality?.level ?? null, loss: quality && Math.round(quality.as.lossPercent), trouble }),
  );
  watch.start();
  await vi.advanceTimersByTimeAsync(readings.length * 800);
  watch.stop();
  return all;
}

/** What is told after each reading of a microphone: the energy that it gave within 0.8 s, or what was done meanwhile. */
async function heardOfUs(readings: readonly (number | 'muted' | 'another microphone')[]) {
  const all: Trouble[] = [];
  let [next, packetsReceived, totalAudioEnergy, totalSamplesDuration] = [0, 0, 0, 0];
  let isSpeaking = true;
  const stats = async () => {
    const reading = readings[next++] ?? 0;
    isSpeaking = reading !== 'muted';
    if (reading === 'another microphone') [totalAudioEnergy, totalSamplesDuration] = [0, 0];
    packetsReceived += 40;
    totalAudioEnergy += typeof reading === 'number' ? reading : 0;
    totalSamplesDuration += 0.8;
    // The part of a stats report that is read.
    return new Map<string, object>([
      ['in', { type: 'inbound-rtp', kind: 'audio', packetsReceived, packetsLost: 0, jitter: 0.002 }],
      ['own', { type: 'media-source', kind: 'audio', totalAudioEnergy, totalSamplesDuration }],
    ]) as unknown as RTCStatsReport;
  };
  const watch = new QualityWatch(
    stats,
    (_, trouble) => all.push(trouble),
    () => isSpeaking,
  );
  watch.start();
  await vi.advanceTimersByTimeAsync(readings.length * 800);
  watch.stop();
  return all;
}

const [good, bad, nothing] = [
  [40, 0],
  [34, 6],
  [0, 0],
] as const;
const times = <One>(count: number, one: One) => Array.from({ length: count }, () => one);

test('where nothing comes any more the person is told within three seconds, and no longer than it is so', async () => {
  const told = await said([good, good, [10, 0], nothing, nothing, good]);
  expect(told.map(({ trouble }) => trouble)).toEqual(['none', 'none', 'none', 'none', 'silent', 'none']);
});

test('a conversation that goes on is in no trouble', async () => {
  expect((await said(times(4, good))).at(-1)).toEqual({ level: 'good', loss: 0, trouble: 'none' });
});

test('a network that loses a part of it is told after five seconds, and as long as it does', async () => {
  const told = await said([...times(3, good), ...times(6, bad), ...times(9, good)]);
  const levels = told.map(({ level }) => level);
  expect(levels).toEqual([...times(2, null), ...times(6, 'good'), ...times(9, 'poor'), 'good']);
  expect(told[8]?.loss).toBe(15);
  // While it is poor, what is told is what was so.
  expect(told[14]?.loss).toBe(15);
});

test('a hiccup is told to nobody', async () => {
  const told = await said([...times(3, good), ...times(3, bad), ...times(6, good)]);
  expect(told.slice(2).map(({ level }) => level)).toEqual(times(10, 'good'));
});

test('a microphone that gives no sound at all is told after some five seconds, until it gives some', async () => {
  const told = await heardOfUs([...times(9, 0), 0.1, 0]);
  expect(told).toEqual([...times(7, 'none'), ...times(2, 'mute'), ...times(2, 'none')]);
});

test('a headset that cuts off what is no speech may be silent for longer, once it was heard', async () => {
  const told = await heardOfUs([0, 0.1, ...times(20, 0)]);
  expect(told).toEqual([...times(20, 'none'), ...times(2, 'mute')]);
});

test('who is muted is told nothing, and the seconds begin anew when they speak again', async () => {
  const told = await heardOfUs([...times(4, 0), ...times(10, 'muted' as const), ...times(7, 0)]);
  expect(told).toEqual([...times(20, 'none'), 'mute']);
});

test('another microphone has its own five seconds', async () => {
  const told = await heardOfUs([0, 0.1, ...times(3, 0), 'another microphone', ...times(7, 0)]);
  expect(told).toEqual([...times(12, 'none'), 'mute']);
});
