import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

import script from '../../../public/call-notifications.js?raw';
import { pressedIn } from './use-notification.ts';

type Listener = (event: object) => void;

/** The worker with these pages open; each says whether the call rings in it. */
function worker(pages: readonly { readonly rings: boolean; readonly heard: unknown[]; focus: () => Promise<void> }[]) {
  const listeners = new Map<string, Listener>();
  const did: string[] = [];
  const clients = pages.map((page) => ({
    focus: page.focus,
    postMessage(message: unknown, [port]: readonly [MessagePort]) {
      page.heard.push(message);
      if (page.rings) port.postMessage('mine');
    },
  }));
  const self = {
    skipWaiting: async () => void did.push('skipWaiting'),
    clients: { claim: async () => void did.push('claim'), matchAll: async () => clients },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  };
  // The script of a worker is run as a browser runs it, with what it calls `self`.
  runInNewContext(script, { self, MessageChannel, setTimeout });
  const happens = async (type: string, event: object = {}) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (until: Promise<unknown>) => waits.push(until), ...event });
    await Promise.all(waits);
  };
  return { did, listeners, happens };
}

function page(rings: boolean) {
  const came: string[] = [];
  const heard: unknown[] = [];
  return { rings, heard, came, focus: async () => void came.push('up') };
}

test('what is pressed goes to every page, and the one that rings comes up, unless the call is turned away', async () => {
  const [other, ringing] = [page(false), page(true)];
  const { happens } = worker([other, ringing]);
  const closed: string[] = [];
  const press = (action: string) =>
    happens('notificationclick', { action, notification: { close: () => closed.push(action), data: { call: 'c-1' } } });
  await press('answer');
  expect([other.heard, ringing.heard].map((heard) => heard.map(pressedIn))).toEqual([
    [{ call: 'c-1', action: 'answer' }],
    [{ call: 'c-1', action: 'answer' }],
  ]);
  expect([other.came, ringing.came]).toEqual([[], ['up']]);
  await press('reject');
  expect(ringing.came).toEqual(['up']);
  await press('');
  expect(ringing.came).toEqual(['up', 'up']);
  expect(closed).toEqual(['answer', 'reject', '']);
});

test('a new worker takes over at once, keeps nothing and stands between no page and the server', async () => {
  const { did, listeners, happens } = worker([]);
  await happens('install');
  await happens('activate');
  expect(did).toEqual(['skipWaiting', 'claim']);
  expect([...listeners.keys()]).toEqual(['install', 'activate', 'notificationclick']);
  expect(script).not.toMatch(/caches|indexedDB/);
});

test.each([
  null,
  'alo-call',
  { kind: 'other', call: 'c', action: '' },
  { kind: 'alo-call', call: 1, action: '' },
  { kind: 'alo-call', call: 'c', action: 'x' },
])('nothing was pressed in %j', (data) => {
  expect(pressedIn(data)).toBeNull();
});
