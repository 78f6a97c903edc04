import { allExtension, devices, historiesCall, networkSayings } from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';
import { expect, test } from 'vitest';

import { callsSince, signInByApi } from '../support/api.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import type { Stage } from '../support/stage.ts';
import { until } from '../support/until.ts';

/** A desk phone calls each of them, and nobody answers. */
async function callInVain(own: TestPhone<RtpAudio>, numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    const call = await own.call(number);
    await call.until('ended', 120_000);
  }
}

/** What a carrier says instead of an answer, from its sound before the answer to the words in the history. */
export function networkSayingStories(stage: () => Stage): void {
  test('an announcement of the carrier is heard, named once by who listens, and the history says what it said', async () => {
    const { address, browser, product, signedIn } = stage();
    const admin = await signInByApi(address, 'admin');
    const [extension] = (await admin.call(allExtension, {})).data;
    const { settings } = await admin.call(devices.create, {
      body: { name: 'Máy gọi ra', extension_id: extension?.id ?? '' },
    });
    const { domain, username: user, password } = settings;
    const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
    const own = await TestPhone.rtp({ server, domain, user, password: password ?? '' });
    try {
      await until('the phone is registered', async () => (await own.stayRegistered()).status === 200);

      const since = Date.now();
      await callInVain(own, ['0987611990', '0987622990', '0987633990', '0987644991']);
      await until('what was heard of three numbers can be listened to', async () => {
        const { data } = await admin.call(networkSayings, {});
        return data.some(({ numbers, has_sound: hasSound }) => numbers === 3 && hasSound);
      });
      const page = await signedIn('admin');
      await page.goto(`${address}/network-sayings`);
      await page.getByRole('button', { name: /^Nghe thông báo: 3 cuộc, 3 số/ }).waitFor();
      await page.getByRole('combobox', { name: 'Nghĩa là' }).click();
      await page.getByRole('option', { name: 'Thuê bao không liên lạc được' }).click();
      await page.getByText('Đã đặt: Thuê bao không liên lạc được').waitFor();

      const said = await until('the history says so of those three', async () => {
        const rows = await callsSince(admin, since);
        return rows.filter(({ network_said: word }) => word === 'unreachable').length === 3 && rows;
      });
      expect(said.find(({ phone: number }) => number.endsWith('991'))?.network_said ?? null).toBeNull();
      const { total } = await admin.call(historiesCall, { query: { network_said: 'unreachable' } });
      expect(total).toBe(3);
      await page.goto(`${address}/call-history?network_said=unreachable`);
      await page.getByText('Thuê bao không liên lạc được').first().waitFor();

      await expectGoodLooks(browser, address, [
        {
          name: 'network-sayings',
          path: '/network-sayings',
          as: 'admin',
          prepare: (shown) => shown.getByText('3 cuộc, 3 số').first().waitFor(),
        },
      ]);
    } finally {
      own.close();
    }
  });
}
