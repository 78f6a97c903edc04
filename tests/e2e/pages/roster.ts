import { shifts } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Shifts are planned on a week, and agents find their own. */
export function rosterStories(here: () => Stage): void {
  let admin: PersonApi;
  let page: Page;

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a week is planned by the mouse and by keys, stays, is copied, and an agent sees their shifts', async () => {
    const name = 'Ca kể chuyện';
    await admin.call(shifts.create, { body: { name, from_time: '00:01', to_time: '00:31' } });
    await page.goto(`${here().address}/roster`);
    // The second day of the week that comes: whatever day it is, it is within the agent's two weeks.
    await page.getByRole('button', { name: 'Tuần sau', exact: true }).click();
    await page.waitForURL(/week=/);
    const cell = (words: string) =>
      page.getByRole('table', { name: 'Ai làm ca nào trong tuần' }).getByRole('button', {
        name: new RegExp(`^Nguyễn Thị Lan, T3 .*: ${words}`),
      });
    const brush = page.getByRole('group', { name: 'Xếp bằng' }).getByRole('button', { name: new RegExp(`^${name}`) });
    await brush.click();
    await cell('Trống').click();
    await cell(name).waitFor();
    await page.reload();
    await cell(name).waitFor();

    await cell(name).press('p');
    await cell('Nghỉ phép').waitFor();
    await cell('Nghỉ phép').press('Delete');
    await cell('Trống').waitFor();
    // The first shift of the day has the first digit.
    await cell('Trống').press('1');
    await cell(name).waitFor();

    await page.getByRole('button', { name: 'Chép sang tuần sau' }).click();
    await page.getByText(/^Đã chép \d+ ca sang tuần sau$/).waitFor();
    await cell(name).waitFor();

    const lan = await here().signedIn('lan');
    // This week and the next are shown, the week of the copies is not.
    const own = lan.getByRole('region', { name: 'Ca của tôi' }).getByText(`${name} 00:01–00:31`);
    await expect.poll(() => own.count()).toBe(1);
    await lan.context().close();
  });
}
