import { callTranscript, callWordsNow, historiesCall, setCompanyRecogniser } from '@alo/contract';
import { type HeardVoice, scriptedRecogniser } from '@alo/testing/scripted-recogniser';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { launch, openPage, signIn } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import type { Company } from '../support/office.ts';
import { recordedCall } from './recorded-call.ts';

const from = '0912345692';
const shown = /0912\D?345\D?692/;
const [theirs, ours] = ['Tôi muốn hỏi bảo hành máy lạnh', 'Dạ em kiểm tra ngay ạ'];

/** Understands nothing: whoever hums as the customer does is taken for the customer, where it really heard them. */
const script = ({ loud, hertz }: HeardVoice) => ({
  segments:
    loud === undefined ? [] : [{ start: loud[0], end: loud[1], text: Math.abs(hertz - 440) < 40 ? theirs : ours }],
});

/** What is said in a recording is read beside it, and the call is found by it; the recogniser is a scripted one. */
export function recordingWordStories(company: () => Company): void {
  test('a call is written down by the recogniser that the company switched on, read beside its sound, and found by its words', async () => {
    const { product, admin } = company();
    const { address } = product;
    const recogniser = await scriptedRecogniser(script);
    const browser = await launch([]);
    onTestFinished(async () => {
      const { url, model, language } = off;
      await admin.call(setCompanyRecogniser, { body: { active: false, url, model, language } });
      await browser.close();
      recogniser.close();
    });
    const page = await openPage(browser);
    await signIn(page, address, 'admin');
    await page.waitForURL((url) => url.pathname !== '/login');

    await page.goto(`${address}/setting/loi-thoai`);
    await page.getByRole('switch', { name: 'Chép lời cuộc gọi' }).click();
    await page.getByLabel('Địa chỉ máy chép lời', { exact: true }).fill(recogniser.url);
    await page.getByLabel('Mô hình', { exact: true }).fill('nghe-thu');
    await page.getByLabel('Khoá API', { exact: true }).fill('khoa-thu');
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByRole('button', { name: 'Thử máy chép lời' }).click();
    await page.getByText('Máy chép lời trả lời đúng cách').waitFor();
    await page.getByRole('button', { name: 'Xoá khoá' }).waitFor();

    const tried = recogniser.heard.length;
    const { id } = await recordedCall(company(), from, async () => {
      const { data } = await admin.call(historiesCall, { query: { per_page: 1 } });
      const going = data[0]?.id ?? '';
      // Whoever reads along has them while they talk: the recording grows, and nothing of it was asked for before.
      const along = () => admin.call(callWordsNow, { params: { id: going } });
      await expect
        .poll(async () => (await along()).lines.map(({ side, text }) => `${side} ${text}`), { interval: 1_000 })
        .toContain(`left ${theirs}`);
    });
    const words = await written(company(), id);
    // One voice after the other, each alone, with the company's key.
    expect(new Map(words.lines.map(({ side, text }) => [side, text]))).toEqual(
      new Map([
        ['left', theirs],
        ['right', ours],
      ]),
    );
    for (const voice of recogniser.heard.slice(tried))
      expect(voice).toMatchObject({ channels: 1, model: 'nghe-thu', language: 'vi', authorization: 'Bearer khoa-thu' });

    await openFound(page, address, 'bao hanh');
    const line = said(page).getByRole('button', { name: new RegExp(theirs) });
    await line.waitFor();
    const wave = page.getByRole('dialog').getByRole('slider').first();
    await wave.press('ArrowRight');
    await line.click();
    const second = words.lines.find(({ text }) => text === theirs)?.from ?? -1;
    await expect.poll(async () => Math.abs(Number(await wave.inputValue()) - second) <= 0.11).toBe(true);
    await said(page).locator('[aria-current="true"]').first().waitFor();

    await page.goto(`${address}/call-history?said=khuyen%20mai`);
    await page.getByText('Hãy thử từ khác hoặc bớt bộ lọc.').waitFor();
    expect(await page.getByRole('row').filter({ hasText: shown }).count()).toBe(0);

    await expectGoodLooks(browser, address, [
      {
        name: 'recording-words',
        path: '/call-history',
        as: 'admin',
        prepare: async (one) => {
          await openFound(one, address, 'bảo hành');
          await said(one).scrollIntoViewIfNeeded();
        },
      },
      {
        name: 'setting-loi-thoai-on',
        path: '/setting/loi-thoai',
        as: 'admin',
        prepare: (one) => one.getByRole('button', { name: 'Thử máy chép lời' }).waitFor(),
      },
    ]);
  });
}

const off = { url: '', model: 'whisper-1', language: 'vi' };

const said = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Lời thoại' });

/** The words of a call, as soon as they are there. */
async function written({ admin }: Company, id: string) {
  await expect
    .poll(async () => (await admin.call(callTranscript, { params: { id } })).state, { timeout: 90_000, interval: 500 })
    .toBe('done');
  return admin.call(callTranscript, { params: { id } });
}

async function openFound(page: Page, address: string, words: string): Promise<void> {
  await page.goto(`${address}/call-history?said=${encodeURIComponent(words)}`);
  await page.getByRole('row').filter({ hasText: shown }).first().click();
  await said(page).getByText(theirs).waitFor();
}
