import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { detailOf, menuNumber, messageOf, theCallSince } from '../support/api.ts';
import { customerCalls } from '../support/customer.ts';
import { beeps, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { ringsFor } from '../support/ring-time.ts';
import { until } from '../support/until.ts';
import { tones } from '../support/voices.ts';

const welcome = 'system/vi/welcome.wav';
const greeting = 'system/vi/voicemail-greeting.wav';

export function voicemailStories(company: () => Company): void {
  test('a customer dials Hoa in the menu, who does not answer, and leaves a message that can be heard in the history', async () => {
    const { product, hoa, admin } = company();
    await ringsFor(admin, '103', 8);
    const since = Date.now();
    const customer = await customerCalls(product, {
      from: '0912345685',
      to: await menuNumber(admin),
      hertz: tones.customer,
    });
    await customer.until('talking');
    await until('the menu speaks', async () => (await recognise(customer.audio.samples, [welcome])).length > 0);
    for (const key of '103') customer.audio.press(key);
    await hoa.shows('Cuộc gọi đến');
    await until('the box greets', async () => (await recognise(customer.audio.samples, [greeting])).length > 0, 40_000);
    await hoa.isIdle();
    await until('the beep', () => beeps(customer.audio.samples));
    // So long is the message.
    await sleep(3_000);
    await customer.hangUp();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'inbound', status: 'voicemail', recording: 'ready', talk_seconds: 0 });
    const { samples, sampleRate } = await messageOf(admin, row.id);
    expect(samples.length / sampleRate).toBeGreaterThan(2);
    expect(voicesIn(samples, sampleRate)).toEqual(['customer']);
    const { trace } = await detailOf(admin, row.id);
    const path = [
      'Lời thoại tương tác “Menu chính”',
      'Người gọi bấm 103',
      'Gọi máy nhánh 103 (Lê Thu Hoa)',
      'Không gặp máy nhánh 103 (Lê Thu Hoa): không trả lời',
      'Hộp thư thoại “Hộp thư chung”',
    ];
    expect(trace.flatMap(({ text }) => (path.includes(text) ? [text] : []))).toEqual(path);

    // Hoa finds it where calls stand, and can hear it.
    await hoa.page.getByRole('link', { name: 'Lịch sử cuộc gọi' }).first().click();
    await hoa.page.getByRole('row').filter({ hasText: 'Hộp thư thoại' }).first().click();
    const drawer = hoa.page.getByRole('dialog');
    await drawer.getByText('Hộp thư thoại').first().waitFor();
    await drawer.getByRole('button', { name: 'Nghe ghi âm' }).waitFor();
  });
}
