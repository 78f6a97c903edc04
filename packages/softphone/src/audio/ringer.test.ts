import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRinger } from './ringer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** As much of a browser's audio as a ring needs; `interrupt` is what a phone call on the same telephone does to it. */
class Sound extends EventTarget {
  state: AudioContextState = 'suspended';
  mayRun = true;
  resumes = 0;
  notes = 0;
  currentTime = 0;
  destination = {};

  async resume() {
    this.resumes += 1;
    if (!this.mayRun) throw new DOMException('interrupted', 'InvalidStateError');
    this.become('running');
  }
  become(state: AudioContextState) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  createGain = () => {
    const node = { gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined } };
    return { ...node, connect: () => node, disconnect: () => undefined };
  };
  createOscillator = () => {
    this.notes += 1;
    const node = {
      frequency: { value: 0 },
      start: () => undefined,
      stop: () => undefined,
      disconnect: () => undefined,
    };
    return { ...node, connect: (to: object) => to };
  };
}

function ringer() {
  const made: Sound[] = [];
  const rings = createRinger(() => {
    const sound = new Sound();
    made.push(sound);
    // Node.js has no Web Audio.
    return sound as unknown as AudioContext;
  });
  return { rings, made };
}

test('sound that was interrupted while it rings goes on by itself as soon as it may', async () => {
  const { rings, made } = ringer();
  rings.play('ringtone');
  const [sound] = made;
  expect(sound?.state).toBe('running');
  if (sound === undefined) return;
  sound.mayRun = false;
  sound.become('interrupted' as AudioContextState); // WebKit's own word.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sound.state).toBe('interrupted');
  sound.mayRun = true;
  sound.become('suspended');
  expect(sound.state).toBe('running');
  rings.play('silence');
});

test('a gesture wakes what sleeps, and asks nothing of what runs', () => {
  const { rings, made } = ringer();
  rings.unlock();
  expect(made.map(({ state, resumes }) => [state, resumes])).toEqual([
    ['running', 1],
    ['running', 1],
  ]);
  rings.unlock();
  expect(made.map(({ resumes }) => resumes)).toEqual([1, 1]);
  const [sound] = made;
  if (sound === undefined) return;
  sound.mayRun = false;
  sound.become('suspended');
  sound.mayRun = true;
  rings.unlock();
  expect(sound.state).toBe('running');
});
