import { expect, test } from 'vitest';

import { exchangeMicrophone } from './call-media.ts';

/** As much of a track as an exchange sees. */
const track = (name: string) => ({
  name,
  kind: 'audio',
  enabled: true,
  readyState: 'live',
  getSettings: () => ({ deviceId: name, groupId: `of ${name}` }),
  stop() {
    this.readyState = 'ended';
  },
});
type Track = ReturnType<typeof track>;

/** A call that speaks into a microphone, and a browser that gives it another, or refuses. */
function speaking({
  other,
  devices = ['other'],
  whileExchanging,
}: {
  other: Track | string;
  devices?: readonly string[];
  whileExchanging?: (before: Track) => void;
}) {
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
    // `default is x` is the name of whatever the computer has chosen.
    enumerateDevices: async () =>
      devices.map((name) => {
        const [deviceId = '', behind = name] = name.split(' is ');
        return { kind: 'audioinput', deviceId, groupId: `of ${behind}`, label: name, toJSON: () => ({}) } as const;
      }),
  };
  const exchange = (microphone: string | null = null) =>
    exchangeMicrophone({ getSenders: () => [sender] }, microphone, media);
  return { before, sender, exchange };
}

test('a call speaks into the other microphone, and lets go of the one before', async () => {
  const other = track('other');
  const { before, sender, exchange } = speaking({ other });
  expect(await exchange()).toBe(other);
  expect([sender.track, before.readyState, other.readyState]).toEqual([other, 'ended', 'live']);
});

test.each([
  ['the browser’s own choice, which is the same', null, ['default is before', 'before', 'other'], 'before'],
  ['the browser’s own choice, which is another now', null, ['default is other', 'before', 'other'], 'other'],
  ['the one that is spoken into', 'before', ['default is other', 'before', 'other'], 'before'],
  ['another one', 'other', ['default is before', 'before', 'other'], 'other'],
  ['one that was pulled out, and the browser’s choice is the same', 'gone', ['default is before', 'before'], 'before'],
  [
    'any, in a browser that names no choice of its own, while the present one is there',
    null,
    ['before', 'other'],
    'before',
  ],
  ['any, in such a browser, once the present one is gone', null, ['other'], 'other'],
] as const)('devices come and go; wanted is %s', async (_, wanted, devices, spokenInto) => {
  const { sender, before, exchange } = speaking({ other: track('other'), devices });
  await exchange(wanted);
  expect(sender.track).toMatchObject({ name: spokenInto });
  expect(before.readyState).toBe(spokenInto === 'before' ? 'live' : 'ended');
});

test('a microphone that has ended is exchanged, whatever stands in the list', async () => {
  const { before, sender, exchange } = speaking({ other: track('other'), devices: ['before', 'other'] });
  before.stop();
  await exchange('before');
  expect(sender.track).toMatchObject({ name: 'other' });
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
  const asked = () => Promise.reject(new Error('asked'));
  const media = { getUserMedia: asked, enumerateDevices: asked };
  expect(await exchangeMicrophone(undefined, null, media)).toBeNull();
  expect(await exchangeMicrophone({ getSenders: () => [] }, null, media)).toBeNull();
});
