import { expect, test } from 'vitest';

import { runSipp } from '../../sip/run-sipp.ts';
import { mainNumberAndCustomer, recordingOf, theCallSince } from '../support/api.ts';
import { loud } from '../support/browser-phone.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Company } from '../support/office.ts';
import { shareOfVoice, voices } from '../support/voices.ts';

export function trunkStories(company: () => Company): void {
  test('a carrier brings a call: the group rings, Minh answers in the browser, both hear, Lan’s phone falls silent', async () => {
    const { product, lan, minh, admin } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const carrier = runSipp({
      scenario: 'callee-hangs-up',
      target: { host: '127.0.0.1', port: product.sipPort },
      from: '0912345678',
      name: 'Sipp',
      to: number.replace(/^\+84/, '0'),
      seconds: 120,
      hertz: 440,
    });
    await Promise.all([lan.shows('Cuộc gọi đến'), minh.shows('Cuộc gọi đến')]);
    await minh.answer();
    await minh.shows('Đã kết nối');
    // Somebody else took it: for Lan that is no missed call.
    await lan.isIdle();
    expect(await lan.page.getByText('Cuộc gọi nhỡ').count()).toBe(0);

    const { packetsLost } = await minh.received();
    await isHeardBy(minh);
    expect((await minh.received()).packetsLost).toBe(packetsLost);
    await minh.hangUp();
    expect(await carrier).toEqual({ ok: true, errors: '' });

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'inbound', status: 'answered', extension: '102', recording: 'ready' });
    expect(row.phone.replaceAll(/\D/g, '')).toMatch(/912345678$/);
    const { left, right, sampleRate } = await recordingOf(admin, row.id);
    const energy = (samples: Float32Array) =>
      samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // The carrier's even tone on the left; on the right what Minh said, which is what the carrier got to hear.
    expect(energy(left)).toBeGreaterThan(loud);
    expect(shareOfVoice(right, sampleRate, voices.high)).toBeGreaterThan(
      2 * shareOfVoice(right, sampleRate, voices.low),
    );
  });
}
