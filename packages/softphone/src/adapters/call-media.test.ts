import { expect, test } from 'vitest';

import { exchangeMicrophone } from './call-media.ts';

/** As much of a track as an exchange sees. */
const track = (name: string) => ({
  name,
  kind: 'audio',
  enabled: true,
  readyState: 'live',
  stop() {
    this.readyState = 'ended';
  },
});
type Track = ReturnType<typeof track>;

/** A call that speaks into a microphone, and a browser that gives it another, or refuses. */
function speaking({ other, whileExchanging }: { other: Track | string; whileExchanging?: (before: Track) => void }) {
  const before = track('before');
  const sender = {
    // Node.js has no tracks: these are as much of them as is looked at.
    track: before as unknown as MediaStreamTrack,
    async replaceTrack(next: MediaStreamTrack | null) {
      whileExchanging?.(before);
      if (next !== null) this.track = next;
    },
  };
  const media = {
    getUserMedia: () =>
      typeof other === 'string'
        ? Promise.reject(new DOMException('refused', other))
        : Promise.resolve({ getAudioTracks: () => [other] } as unknown as MediaStream),
  };
  return { before, sender, exchange: () => exchangeMicrophone({ getSenders: () => [sender] }, null, media) };
}

test('a call speaks into the other microphone, and lets go of the one before', async () => {
  const other = track('other');
  const { before, sender, exchange } = speaking({ other });
  expect(await exchange()).toBe(other);
  expect([sender.track, before.readyState, other.readyState]).toEqual([other, 'ended', 'live']);
});

test('who mutes while the microphone is exchanged is not heard by the other one', async () => {
  const other = track('other');
  const { exchange } = speaking({
    other,
    whileExchanging(before) {
      before.enabled = false;
    },
  });
  await exchange();
  expect(other.enabled).toBe(false);
});

test('a call that ends meanwhile leaves no microphone on', async () => {
  const other = track('other');
  const { exchange } = speaking({
    other,
    whileExchanging() {
      throw new DOMException('closed', 'InvalidStateError');
    },
  });
  await expect(exchange()).rejects.toThrow('closed');
  expect(other.readyState).toBe('ended');
});

test('where the other one cannot be used the call keeps what it has; where that was pulled out, it has none', async () => {
  const { before, exchange } = speaking({ other: 'NotReadableError' });
  expect(await exchange()).toBeNull();
  expect(before.readyState).toBe('live');
  before.stop();
  await expect(exchange()).rejects.toThrow('refused');
  await expect(speaking({ other: 'NotFoundError' }).exchange()).rejects.toThrow('refused');
});

test('a call without a sound of ours asks for no microphone', async () => {
  const media = { getUserMedia: () => Promise.reject(new Error('asked')) };
  expect(await exchangeMicrophone(undefined, null, media)).toBeNull();
  expect(await exchangeMicrophone({ getSenders: () => [] }, null, media)).toBeNull();
});
