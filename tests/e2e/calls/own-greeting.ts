import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioFile, greetings } from '@alo/contract';
import { expect, test } from 'vitest';

import { launch, openPage, pitches, signIn } from '../support/browser-phone.ts';
import { voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { writeVoice } from '../support/voices.ts';
import { readSamples } from '../support/wav.ts';

export function ownGreetingStories(company: () => Company): void {
  test('a greeting is said into the microphone on its form, and what is kept is that voice, as long as it spoke', async () => {
    const { admin, product } = company();
    const folder = await mkdtemp(join(tmpdir(), 'alo-voice-'));
    const voice = join(folder, 'voice.wav');
    await writeVoice(voice, pitches.minh);
    const browser = await launch([`--use-file-for-fake-audio-capture=${voice}`]);
    try {
      const page = await openPage(browser);
      await signIn(page, product.address, 'admin');
      await page.waitForURL((url) => url.pathname !== '/login');
      await page.goto(`${product.address}/greeting/add`);
      await page.getByLabel('Tên lời chào').fill('Nói vào micrô');
      await page.getByRole('radio', { name: 'Thu trực tiếp' }).check();
      await page.getByRole('button', { name: 'Bắt đầu thu' }).click();
      await page.getByText(/^Đang thu 0?0:(0[4-9]|[1-5]\d)$/).waitFor();
      await page.getByRole('button', { name: 'Dừng và dùng' }).click();
      // It can be heard before it is saved.
      await page.getByRole('button', { name: /^Nghe/ }).waitFor();
      await page.keyboard.press('Control+s');
      await page.waitForURL('**/greeting');
    } finally {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    }
    const [made] = (await admin.call(greetings.list, { query: { search: 'Nói vào micrô' } })).data;
    expect(made).toMatchObject({ source: 'recording' });
    const seconds = (made?.duration_ms ?? 0) / 1000;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(15);
    const file = await admin.raw(audioFile, { params: { id: made?.audio_id ?? '' } });
    const { channels, samples, sampleRate } = readSamples(Buffer.from(await file.arrayBuffer()));
    expect([channels, voicesIn(samples, sampleRate)]).toEqual([1, ['minh']]);
    expect(samples.length / sampleRate).toBeCloseTo(seconds, 1);
  });
}
