import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioFile, getCompanyVoice } from '@alo/contract';
import { expect, test } from 'vitest';

import { signInByApi } from '../support/api.ts';
import { launch, openPage, pitches, signIn } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { voicesIn } from '../support/hearing.ts';
import type { Stage } from '../support/stage.ts';
import { until } from '../support/until.ts';
import { writeVoice } from '../support/voices.ts';
import { readSamples } from '../support/wav.ts';

/** A voice of the company, from a microphone to what is kept of it. */
export function companyVoiceStories(stage: () => Stage): void {
  test('two words are said by keys alone, and what is kept of each is that voice, measured', async () => {
    const { address, browser } = stage();
    const admin = await signInByApi(address, 'admin');
    const folder = await mkdtemp(join(tmpdir(), 'alo-voice-'));
    const voice = join(folder, 'voice.wav');
    await writeVoice(voice, pitches.minh);
    const speaking = await launch([`--use-file-for-fake-audio-capture=${voice}`]);
    try {
      const page = await openPage(speaking);
      await signIn(page, address, 'admin');
      await page.waitForURL((url) => url.pathname !== '/login');
      await page.goto(`${address}/company-voice`);
      await page.getByRole('button', { name: 'Thu lần lượt' }).click();
      const dialog = page.getByRole('dialog');
      for (const place of [1, 2]) {
        await dialog.getByText(`lời ${place} trên`).waitFor();
        await dialog.getByRole('button', { name: 'Thu', exact: true }).waitFor();
        await page.keyboard.press(' ');
        await dialog.getByText('Đang thu: nói đi').waitFor();
        // So much of it at least is heard, however slow the machine is.
        await page.waitForTimeout(3_000);
        await page.keyboard.press(' ');
        // Whoever speaks without a pause is cut off, or too long: it is told which, once it was measured.
        await dialog.getByRole('button', { name: 'Thu lại' }).waitFor();
        await dialog.getByText(/^(Tốt|Dùng được|Phải thu lại)$/).waitFor();
        await page.keyboard.press('Enter');
      }
      await dialog.getByText('lời 3 trên').waitFor();
      await dialog.getByRole('button', { name: 'Xong' }).click();
      await page.getByText(/^đã thu 2 trên \d+ lời$/).waitFor();
    } finally {
      await speaking.close();
      await rm(folder, { recursive: true, force: true });
    }
    const said = await until('both are kept', async () => {
      const { clips } = await admin.call(getCompanyVoice, {});
      const kept = clips.flatMap((clip) => (clip.said === null ? [] : [clip.said]));
      return kept.length === 2 && kept;
    });
    for (const { audio, level_db: level, speech_ms: speech } of said) {
      expect(level).toBeGreaterThan(-50);
      expect(speech).toBeGreaterThan(500);
      const file = await admin.raw(audioFile, { params: { id: audio.id } });
      const { samples, sampleRate } = readSamples(Buffer.from(await file.arrayBuffer()));
      expect(voicesIn(samples, sampleRate)).toEqual(['minh']);
    }
    await expectGoodLooks(browser, address, [
      {
        name: 'company-voice',
        path: '/company-voice',
        as: 'admin',
        prepare: (page) => page.getByText(/^đã thu 2 trên/).waitFor(),
      },
    ]);
  });
}
