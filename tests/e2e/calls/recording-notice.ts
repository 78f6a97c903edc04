import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemSetting, updateSystemSetting } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { detailOf, theCallSince } from '../support/api.ts';
import { type CustomerCall, openCarrier } from '../support/customer.ts';
import { hearsOnly } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';
import { tones } from '../support/voices.ts';

const told = 'system/vi/recorded.wav';
const byKey = 'system/vi/say/recording-key.wav';
const refused = 'system/vi/say/recording-refused.wav';

const hearsWords = ({ audio }: CustomerCall, words: readonly string[]) =>
  until(
    `${words.join(', ')} is heard`,
    async () => {
      const heard = await recognise(audio.samples, [told, byKey, refused]);
      if (heard.join() === words.join()) return true;
      // Looking is work for the processor that the call needs, too.
      await sleep(500);
      return false;
    },
    60_000,
  );

export function recordingNoticeStories(company: () => Company): void {
  test('a customer who is called hears that the call is recorded, then Lan; by a key they refuse, and both know it at once', async () => {
    const { product, lan, admin } = company();
    const { recording_notice_outbound, recording_refusal_key } = await admin.call(getSystemSetting, {});
    const set = (body: { recording_notice_outbound: boolean; recording_refusal_key: string }) =>
      admin.call(updateSystemSetting, { body });
    onTestFinished(async () => void (await set({ recording_notice_outbound, recording_refusal_key })));
    await set({ recording_notice_outbound: true, recording_refusal_key: '9' });
    const carrier = await openCarrier(product, admin);
    const { call, since } = await called();
    call.ring();
    await call.answer();
    call.audio.speak(tones.customer);
    await hearsWords(call, [told, byKey]);
    // Each hears the other from then on, and what they say is recorded.
    await Promise.all([hearsOnly(call, 'lan'), hearsOnly(lan, 'customer')]);
    await lan.page.getByRole('button', { name: 'Đang ghi âm: bấm để tạm dừng' }).waitFor();
    await expect.poll(() => lan.page.getByText(/^Khách đang nghe thông báo ghi âm/).count()).toBe(0);

    call.audio.listenAnew();
    call.audio.press('9');
    await lan.page.getByText(/^Khách từ chối ghi âm từ giây \d+: cuộc gọi này không được ghi âm nữa\.$/).waitFor();
    await hearsWords(call, [refused]);
    await Promise.all([hearsOnly(call, 'lan'), hearsOnly(lan, 'customer')]);
    await expect.poll(() => lan.page.getByRole('button', { name: /ghi âm/ }).count()).toBe(0);
    await call.hangUp();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'outbound', status: 'answered', recording: 'ready' });
    const {
      recording_refused_after: after,
      recording_seconds: recorded,
      talk_seconds: talked,
    } = await detailOf(admin, row.id);
    // Neither what came before the words were over nor what came after the key is in it.
    expect(recorded).toBeGreaterThan(0);
    expect(after).toBeGreaterThan(recorded);
    expect(talked).toBeGreaterThan(after ?? talked);

    /** The customer is called until the call comes by this carrier: before the switch knows of it, the demo's own takes it. */
    async function called(tries = 5): Promise<{ call: CustomerCall; since: number }> {
      const begun = Date.now();
      await lan.dial('0912345687');
      try {
        return { call: await carrier.nextCall(10_000), since: begun };
      } catch (error) {
        if (tries === 1) throw error;
        await lan.clear();
        await lan.isIdle();
        return called(tries - 1);
      }
    }
  });
}
