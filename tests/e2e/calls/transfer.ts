import { inDepth } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';
import { runSipp } from '../../sip/run-sipp.ts';
import { callsSince, mainNumberAndCustomer, recordingOf, theCallSince } from '../support/api.ts';
import { askedBy } from '../support/asked.ts';
import { type BrowserPhone, loud } from '../support/browser-phone.ts';
import { choose, windowOf } from '../support/call-window.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Company } from '../support/office.ts';
import type { Product } from '../support/product.ts';
import { shareOfVoice, voices } from '../support/voices.ts';

/** A customer with an even tone calls the company and waits to be hung up on. */
const sippCalls = ({ sipPort }: Product, number: string, from: string) =>
  runSipp({
    scenario: 'callee-hangs-up',
    target: { host: '127.0.0.1', port: sipPort },
    from,
    name: 'Sipp',
    to: number.replace(/^\+84/, '0'),
    seconds: 60,
    hertz: 440,
  });

const placesOf = (phone: BrowserPhone) => windowOf(phone).getByRole('region', { name: 'Khách ở ô đỗ' });

export function transferStories(company: () => Company): void {
  test('Lan asks Minh about a customer who hears music meanwhile, connects the two and leaves: one call, one recording', async () => {
    const { product, lan, minh, admin } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const asked = [askedBy(lan), askedBy(minh)];
    const carrier = sippCalls(product, number, '0912345679');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();

    // By the keyboard alone: a name, Enter for the first who is found, Enter to call them. She is faster than the list of colleagues.
    const entered = Promise.withResolvers<void>();
    await lan.page.route('**/colleagues', async (reading) => {
      await entered.promise;
      await reading.continue();
    });
    await windowOf(lan).getByRole('button', { name: 'Chuyển', exact: true }).click();
    await windowOf(lan).getByRole('searchbox').fill('minh');
    await lan.page.keyboard.press('Enter');
    entered.resolve();
    await windowOf(lan).locator('button:focus').filter({ hasText: 'Hỏi trước' }).waitFor();
    await lan.page.unroute('**/colleagues');
    await lan.page.keyboard.press('Enter');
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await minh.shows('Đã kết nối');
    await windowOf(lan).getByText('Đang nói riêng với').waitFor();
    await isHeardBy(minh);

    await windowOf(lan).getByRole('button', { name: 'Nối máy rồi rời đi' }).click();
    await lan.isIdle();
    const alone = Date.now();
    await minh.shows('Đã kết nối');
    await isHeardBy(minh);
    await minh.hears(1_000);
    const lasted = (Date.now() - alone) / 1_000;
    await minh.hangUp();
    expect(await carrier).toEqual({ ok: true, errors: '' });
    // Nothing that was asked for in a call is called off again, and a dozen events of it are not read for each part of the page.
    expect(asked.flatMap(({ calledOff }) => calledOff)).toEqual([]);
    for (const page of asked) expect(page.times('/my-calls')).toBeLessThanOrEqual(15);

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'inbound', status: 'answered', recording: 'ready' });
    const { left, right, sampleRate } = await recordingOf(admin, row.id);
    const energy = (samples: Float32Array) =>
      samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    expect(energy(left)).toBeGreaterThan(loud);
    // First Lan talked with the customer, then Minh did; what they said to each other is not in it.
    const last = Math.floor(lasted * sampleRate);
    const share = (samples: Float32Array, pitch: number) => shareOfVoice(samples, sampleRate, pitch);
    expect(share(right.subarray(-last), voices.high)).toBeGreaterThan(2 * share(right.subarray(-last), voices.low));
  });

  inDepth('three in one conversation hear each other, and one of them can be asked to leave', async () => {
    const { product, lan, minh, admin } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const carrier = sippCalls(product, number, '0912345680');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();
    await choose(lan, 'Thêm người', 'Minh', 'Mời vào');
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    const parties = windowOf(lan).getByRole('list', { name: 'Người trong cuộc gọi' });
    await parties.getByText('Trần').or(parties.getByText('Minh')).first().waitFor();
    await isHeardBy(minh);
    await isHeardBy(lan);
    await parties.getByRole('button', { name: /Minh.* ra khỏi cuộc gọi/ }).click();
    await minh.isIdle();
    await lan.shows('Đã kết nối');
    await lan.hangUp();
    expect(await carrier).toEqual({ ok: true, errors: '' });
  });

  inDepth(
    'a customer left in a numbered place stands in Minh’s window, whose click takes them, with their card',
    async () => {
      const { product, lan, minh, admin } = company();
      const { number, customer } = await mainNumberAndCustomer(admin);
      const since = Date.now();
      const carrier = sippCalls(product, number, customer.number.replace(/^\+84/, '0'));
      await lan.shows('Cuộc gọi đến');
      await lan.answer();
      await lan.shows('Đã kết nối');
      await minh.isIdle();
      await windowOf(lan).getByRole('button', { name: 'Chuyển', exact: true }).click();
      await windowOf(lan).getByRole('button', { name: 'Gửi vào chỗ chờ để người khác nhận' }).click();
      await lan.page.getByText(/Khách đang chờ ở ô \d+/).waitFor();
      await lan.isIdle();
      await lan.page.getByRole('button', { name: 'Xem ô đỗ' }).click();
      await placesOf(lan).getByText('bạn đỗ').waitFor();
      await minh.page.getByRole('button', { name: /1 người đang chờ ở ô đỗ/ }).click();
      await placesOf(minh).getByText('Nguyễn Thị Lan đỗ').waitFor();
      await placesOf(minh)
        .getByRole('button', { name: /^Nhận cuộc gọi của/ })
        .click();
      await minh.shows('Đã kết nối');
      const card = minh.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
      await card.getByRole('heading', { name: customer.name }).waitFor();
      await placesOf(lan).waitFor({ state: 'detached' });
      await isHeardBy(minh);
      await minh.hangUp();
      expect(await carrier).toEqual({ ok: true, errors: '' });
      const rows = await callsSince(admin, since);
      expect(rows.filter(({ direction }) => direction === 'inbound')).toHaveLength(1);
    },
  );
}
