import { colleagues } from '@alo/contract';
import { expect, test } from 'vitest';

import { signIn } from '../../e2e/support/browser-phone.ts';
import { people } from '../../e2e/support/people.ts';
import { until } from '../../e2e/support/until.ts';
import type { Day } from './day.ts';

/** How colleagues see Lan. */
export const stateOfLan = async ({ admin }: Day): Promise<string | undefined> =>
  (await admin.call(colleagues, {})).data.find(({ extension }) => extension === people.lan.extension)?.state;

/** Her status in the header. */
export const headerSays = ({ lan }: Day, word: string): Promise<void> =>
  lan.page.getByRole('button', { name: new RegExp(`^Trạng thái làm việc: ${word}`) }).waitFor();

/** For parts that run without the morning: she has signed in, and is ready. */
export async function isAtWork(day: Day): Promise<void> {
  const { lan, product } = day;
  if ((await stateOfLan(day)) === 'ready') return;
  await signIn(lan.page, product.address, 'lan');
  await lan.registered();
  await headerSays(day, 'Sẵn sàng');
}

export function beginningStories(here: () => Day): void {
  test('she signs in at a computer that is new to her, tries the microphone, and is at her own day, ready', async () => {
    const day = here();
    const { lan, product } = day;
    const { page } = lan;
    await page.addInitScript(asksForMicrophone);
    await signIn(page, product.address, 'lan');
    await page.waitForURL(`**${people.lan.home}`);
    await page.getByRole('heading', { name: 'Việc của tôi', level: 1 }).waitFor();

    const trial = page.getByRole('region', { name: 'Thử micro trước cuộc gọi đầu tiên' });
    await trial.getByRole('button', { name: 'Thử micro' }).click();
    await trial.getByText('Vạch chuyển động khi bạn nói là khách sẽ nghe được bạn.').waitFor();
    const level = trial.getByRole('meter', { name: 'Mức âm của micro' });
    await expect.poll(async () => Number(await level.getAttribute('value'))).toBeGreaterThan(0.02);
    await trial.getByRole('button', { name: 'Xong' }).click();
    await trial.waitFor({ state: 'hidden' });

    await lan.registered();
    await headerSays(day, 'Sẵn sàng');
    await until('colleagues see her ready', async () => (await stateOfLan(day)) === 'ready');
    for (const work of ['Cần gọi lại', 'Đến giờ hẹn gọi lại', 'Chưa ghi kết quả']) {
      await page.getByRole('region', { name: work }).waitFor();
    }
  });
}

/** As a browser at which nobody has been asked yet: it says so until the microphone has been opened once. */
function asksForMicrophone(): void {
  const { permissions } = navigator;
  const query = permissions.query.bind(permissions);
  permissions.query = async (wanted) => {
    const status = await query(wanted);
    if (String(wanted.name) === 'microphone') Object.defineProperty(status, 'state', { get: () => 'prompt' });
    return status;
  };
}
