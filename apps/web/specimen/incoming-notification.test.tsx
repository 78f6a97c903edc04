import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { useIncomingNotification } from '../src/phone/window/use-notification.ts';

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
}

/** What the browser shows, one a tag; it closes whatever has the place, and answers who asks for it when the test lets it. */
const shown = new Map<string, Shown>();
let asked: (() => void)[] = [];
const registration = {
  showNotification: async (title: string, options: NotificationOptions) => {
    shown.set(options.tag ?? '', { title, options });
  },
  getNotifications: ({ tag }: { tag: string }) =>
    new Promise<object[]>((resolve) => {
      asked.push(() => {
        const one = shown.get(tag);
        resolve(one === undefined ? [] : [{ data: one.options.data, close: () => shown.delete(tag) }]);
      });
    }),
};
const container = {
  register: async () => registration,
  ready: Promise.resolve(registration),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  startMessages: () => undefined,
};

/** The page is behind other programs, in a browser that may show notifications. */
beforeEach(() => {
  shown.clear();
  asked = [];
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, get: () => container });
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' });
});

afterEach(() => {
  for (const [object, name] of [
    [document, 'hidden'],
    [navigator, 'serviceWorker'],
    [Notification, 'permission'],
  ] as const)
    Reflect.deleteProperty(object, name);
});

function Ringing({ call, who }: { call: string | null; who: string }) {
  useIncomingNotification({ id: call, answer: () => undefined, reject: () => undefined }, '101', who);
  return null;
}

const bodies = () => [...shown.values()].map(({ options }) => options.body);

test('a name that comes while it rings takes the place of the number, and stays until the ringing ends', async () => {
  const page = await render(<Ringing call="c-1" who="0912 345 678" />);
  await expect.poll(bodies).toEqual(['0912 345 678']);
  await page.rerender(<Ringing call="c-1" who="Trần Văn Minh, 0912 345 678" />);
  await expect.poll(bodies).toEqual(['Trần Văn Minh, 0912 345 678']);
  // What is replaced is not closed: a browser knows the two by one place, and would close the second.
  expect(asked).toEqual([]);
  await page.rerender(<Ringing call={null} who="" />);
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(bodies).toEqual(['Trần Văn Minh, 0912 345 678']);
  asked.shift()?.();
  await expect.poll(bodies).toEqual([]);
});
