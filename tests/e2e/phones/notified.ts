import type { Page, Worker } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import type { Office } from '../support/office.ts';
import { startsIdle } from './talk.ts';

/** The console as a program of its own, and what tells of a call beside other programs. */
export function notifiedStories(here: () => Office): void {
  startsIdle(here);

  test('the console can be installed: the browser finds nothing wanting in what describes it', async () => {
    const { page } = here().lan;
    const browser = await page.context().newCDPSession(page);
    const { errors, url, data } = await browser.send('Page.getAppManifest');
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Alô', start_url: '/', display: 'standalone' });
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // The browser of a story keeps nothing, and is not asked to.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    await browser.detach();
  });

  test('a call that rings beside other programs is answered and refused by the buttons of its notification, and named by the tab', async () => {
    const { lan, minh } = here();
    const { page } = lan;
    await page.context().grantPermissions(['microphone', 'notifications']);
    await page.reload();
    await lan.registered();
    // In a browser without a screen every page is in front.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }));
    onTestFinished(() => page.evaluate(() => void Reflect.deleteProperty(document, 'hidden')));
    const worker = await workerOf(page);
    await page.evaluate(countShown);
    /** Once the page has shown it: a browser that is asked while it brings one up takes it for gone, and forgets it. */
    const rings = async (nth: number) => {
      await expect.poll(() => page.evaluate<number>('window.shownSoFar')).toBe(nth);
      await expect.poll(() => shownBy(worker)).toEqual([notification]);
    };
    const title = await page.title();

    await minh.dial('101');
    await rings(1);
    await expect.poll(() => tabOf(page)).toEqual([`📞 Gọi đến: Trần Văn Minh · ${title}`, '/mark-in-call.svg']);
    await press(worker, 'answer');
    await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
    await expect.poll(() => tabOf(page)).toEqual([`📞 Trần Văn Minh · ${title}`, '/mark-in-call.svg']);
    await expect.poll(() => shownBy(worker)).toEqual([]);
    await lan.hangUp();
    await minh.isIdle();
    await expect.poll(() => tabOf(page)).toEqual([title, '/mark.svg']);

    await minh.dial('101');
    await rings(2);
    await press(worker, 'reject');
    await lan.isIdle();
    await minh.isIdle();
    await expect.poll(() => shownBy(worker)).toEqual([]);

    // Who has called off rings no more, also there.
    await minh.dial('101');
    await rings(3);
    await minh.hangUp();
    await expect.poll(() => shownBy(worker)).toEqual([]);
  });
}

const notification = {
  title: 'Cuộc gọi đến',
  body: 'Trần Văn Minh, 102',
  buttons: ['answer Nghe', 'reject Từ chối'],
};

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const [known] = context.serviceWorkers();
  return known ?? context.waitForEvent('serviceworker');
}

/** Counts in a page what the browser says that it has shown. */
const countShown = `window.shownSoFar = 0;
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = async function (...all) {
    await showNotification.apply(this, all);
    window.shownSoFar += 1;
  }`;

/** What the browser shows of it. */
const shownBy = (worker: Worker) =>
  worker.evaluate<
    { title: string; body: string; buttons: string[] }[]
  >(`self.registration.getNotifications().then((all) =>
    all.map(({ title, body, actions }) => ({ title, body, buttons: actions.map((one) => one.action + ' ' + one.title) })))`);

/** As pressing a button of it does: what a browser without a screen shows cannot be pressed. */
const press = (worker: Worker, action: string) =>
  worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
    void self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' })))`);

const tabOf = async (page: Page) => [
  await page.title(),
  await page.evaluate(() => document.querySelector('link[rel="icon"]')?.getAttribute('href')),
];
