import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { mainNumberAndCustomer } from '../support/api.ts';
import { windowOf } from '../support/call-window.ts';
import { customerCalls } from '../support/customer.ts';
import { cardOf, closesCard } from '../support/customer-card.ts';
import type { Company } from '../support/office.ts';
import { tones } from '../support/voices.ts';

const usual = { width: 1280, height: 800 };
/** Narrow windows, tablets, and the screens that most people have. */
const screens = [
  { width: 768, height: 1024 },
  { width: 1024, height: 700 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];

/** Where the phone stands on screens of any width. */
export function dockedStories(company: () => Company): void {
  test('on any screen wider than a phone’s the call window and the card stand beside the page, and there they fill the screen', async () => {
    const { product, lan, admin } = company();
    const { page } = lan;
    const { number, customer } = await mainNumberAndCustomer(admin);
    const from = customer.number.replace(/^\+84/, '0');
    const standsBeside = async () => {
      const rooms: number[] = [];
      for (const size of screens) {
        await page.setViewportSize(size);
        await expect.poll(() => coveredIn(page), { message: `${size.width} px` }).toEqual([]);
        rooms.push(await roomOf(page));
      }
      // The menu, icons alone on the narrow ones, has given the page its room.
      expect(rooms.slice(0, 3)).toEqual(screens.slice(0, 3).map(({ width }) => width - 60 - 352));
    };
    await goTo(page, '/call-history');
    await lan.openPad();
    await windowOf(lan).getByLabel('Số cần gọi').waitFor();
    await standsBeside();
    await page.keyboard.press('Escape');

    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await standsBeside();
    await lan.answer();
    await lan.shows('Đã kết nối');
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
    for (const path of ['/call-history', '/my-day', '/customer']) {
      await goTo(page, path);
      await standsBeside();
    }
    for (const size of screens) {
      await page.setViewportSize(size);
      await cardOf(lan).getByRole('button', { name: 'Lưu & Sẵn sàng' }).click({ trial: true });
      await windowOf(lan).getByRole('button', { name: 'Kết thúc' }).click({ trial: true });
    }

    await page.setViewportSize({ width: 390, height: 844 });
    const box = await windowOf(lan).boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    await windowOf(lan).getByRole('button', { name: 'Kết thúc' }).click({ trial: true });
    await page.setViewportSize(usual);
    await call.hangUp();
    await lan.isIdle();
    await closesCard(lan);

    // What the missed call left to say takes room above the keys.
    const missed = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    missed.cancel();
    await lan.shows('Cuộc gọi nhỡ');
    for (const size of screens) {
      await page.setViewportSize(size);
      const call = windowOf(lan).getByRole('button', { name: 'Gọi', exact: true });
      await expect.poll(() => call.evaluate(isWholeInSight), { message: `${size.width} px` }).toBe(true);
    }
    await page.setViewportSize(usual);
    await windowOf(lan).getByRole('button', { name: 'Đóng thông báo cuộc gọi' }).click();
  });
}

const goTo = async (page: Page, path: string) => {
  await page.setViewportSize(usual);
  await page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();
  await page.waitForURL(`**${path}*`);
};

/** Nothing of it is beyond the edge of what scrolls. */
const isWholeInSight = (button: Element): boolean => {
  const edge = button.closest('section')?.getBoundingClientRect();
  return edge !== undefined && button.getBoundingClientRect().bottom <= Math.min(edge.bottom, innerHeight);
};

/** How wide the page is beside menu and phone. */
const roomOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return main === null ? 0 : main.clientWidth - Number.parseFloat(getComputedStyle(main).paddingInlineEnd);
  });

/** What of page, menu and header can be used and lies under the phone. */
const coveredIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const phone = [...document.querySelectorAll('[data-phone][data-status], aside[aria-label^="Khách hàng"]')].map(
      (part) => part.getBoundingClientRect(),
    );
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      phone.some((part) => left < part.right && right > part.left && top < part.bottom && bottom > part.top);
    /** What of it is seen in what scrolls around it. */
    const seenOf = (element: Element): DOMRect => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const room = around.getBoundingClientRect();
        const { paddingInlineEnd } = getComputedStyle(around);
        left = Math.max(left, room.left);
        right = Math.min(right, room.right - Number.parseFloat(paddingInlineEnd));
        top = Math.max(top, room.top);
        bottom = Math.min(bottom, room.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    if (phone.length === 0) return ['there is no phone'];
    return [
      ...document.querySelectorAll('#root :is(a, button, input, textarea, [tabindex="0"], h1, h2, th, td)'),
    ].flatMap((element) => {
      const seen = seenOf(element);
      const words = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return seen.width > 1 && seen.height > 1 && isUnder(seen) ? [`${element.tagName} ${words}`] : [];
    });
  });
