import { expect, test } from 'vitest';

import { canBeHeard, type MicrophoneStanding, microphoneStanding, watchMicrophone } from './microphone-watch.ts';

/** A browser whose devices and answers a test changes. */
function browser(permission: PermissionState | null, microphones = 1) {
  const media = new EventTarget();
  const status = Object.assign(new EventTarget(), {
    state: permission ?? 'prompt',
    name: 'microphone',
    onchange: null,
  });
  const device = { kind: 'audioinput', deviceId: '', groupId: '', label: '', toJSON: () => ({}) } as const;
  const said: MicrophoneStanding[] = [];
  const watch = watchMicrophone(
    {
      media: Object.assign(media, {
        enumerateDevices: async () => Array.from({ length: microphones }, () => device),
      }),
      permissions: {
        query: async () => {
          if (permission === null) throw new TypeError('the browser does not know that name');
          return status;
        },
      },
    },
    (standing) => said.push(standing),
  );
  return {
    said,
    watch,
    plug(count: number) {
      microphones = count;
      media.dispatchEvent(new Event('devicechange'));
    },
    permit(state: PermissionState) {
      status.state = state;
      status.dispatchEvent(new Event('change'));
    },
  };
}

test.each([
  ['granted', true, null, 'usable'],
  ['granted', false, null, 'missing'],
  ['granted', true, 'in-vain', 'failing'],
  ['denied', true, 'well', 'blocked'],
  ['denied', false, null, 'blocked'],
  ['prompt', true, null, 'unasked'],
  ['prompt', false, null, 'missing'],
  // A browser may let it be used this once, and go on to ask.
  ['prompt', true, 'well', 'usable'],
  [null, true, null, 'usable'],
] as const)('permission %s, plugged in %s, opened %s: %s', (permission, isThere, opened, standing) => {
  expect(microphoneStanding({ permission, isThere, opened })).toBe(standing);
});

test('a person who was not asked yet may say yes, everybody else without a microphone is heard by nobody', () => {
  const all = ['usable', 'unasked', 'blocked', 'missing', 'failing'] as const;
  expect(all.filter(canBeHeard)).toEqual(['usable', 'unasked']);
});

test('tells once as soon as it is known, and again at each change only', async () => {
  const { said, plug, permit } = browser('prompt');
  await expect.poll(() => said).toEqual(['unasked']);
  permit('denied');
  await expect.poll(() => said).toEqual(['unasked', 'blocked']);
  permit('granted');
  await expect.poll(() => said.at(-1)).toBe('usable');
  plug(2);
  plug(0);
  await expect.poll(() => said).toEqual(['unasked', 'blocked', 'usable', 'missing']);
});

test('one that could not be opened stays so until it is opened, or another is plugged in', async () => {
  const { said, watch, plug } = browser('granted');
  await expect.poll(() => said).toEqual(['usable']);
  watch.opened('in-vain');
  watch.opened('well');
  watch.opened('in-vain');
  expect(said).toEqual(['usable', 'failing', 'usable', 'failing']);
  plug(1);
  await expect.poll(() => said.at(-1)).toBe('usable');
});

test('a browser that does not tell of permissions is believed until a call shows otherwise', async () => {
  const { said, watch } = browser(null);
  await expect.poll(() => said).toEqual(['usable']);
  watch.opened('in-vain');
  expect(said).toEqual(['usable', 'failing']);
});

test('nobody is told any more once it is closed', async () => {
  const { said, watch, permit } = browser('granted');
  await expect.poll(() => said).toEqual(['usable']);
  watch.close();
  permit('denied');
  watch.opened('in-vain');
  expect(said).toEqual(['usable']);
});
