import {
  allExtension,
  announcements,
  callQueues,
  conditions,
  greetings,
  ivrMenuKeys,
  ivrMenus,
  timeGroups,
  voicemailBoxes,
} from '@alo/contract';
import { expect, test } from 'vitest';

import { detailOf, menuNumber, messageOf, theCallSince } from '../support/api.ts';
import { bringTone, broughtHertz } from '../support/bring-tone.ts';
import { type CustomerCall, customerCalls } from '../support/customer.ts';
import { beeps, hearsOnly, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';
import { powerAt, tones } from '../support/voices.ts';

const welcome = 'system/vi/welcome.wav';
const boxGreeting = 'system/vi/voicemail-greeting.wav';

const to = (type: 'direct' | 'hang-up' | 'ivr' | 'msg' | 'queue' | 'time' | 'voicemail', value = '') => ({
  type,
  value,
});

const hearsTone = (call: CustomerCall, withinMs?: number) =>
  until(
    'the greeting that was uploaded is heard',
    () => {
      const { samples } = call.audio;
      const heard = samples.slice(-16_000);
      return powerAt(heard, 8_000, [broughtHertz]) > 1e-3;
    },
    withinMs,
  );

export function ownMenuStories(company: () => Company): void {
  /** A menu of one's own below the demo's, with what it leads to, all made as the screens make it; its id. */
  async function makeMenu(): Promise<string> {
    const { admin, product } = company();
    const audio = await bringTone(product.address, admin);
    const greeting = await admin.call(greetings.create, { body: { name: 'Lời chào mùa sale', audio_id: audio } });
    const extensions = (await admin.call(allExtension, {})).data;
    const lan = extensions.find(({ number }) => number === '101');
    const box = await admin.call(voicemailBoxes.create, { body: { name: 'Lời nhắn mùa sale' } });
    const sorry = await admin.call(announcements.create, {
      body: { name: 'Xin lỗi', greeting_id: greeting.id, then: to('voicemail', box.id) },
    });
    const hours = await admin.call(timeGroups.create, { body: { name: 'Chưa mở cửa', details: [] } });
    const condition = await admin.call(conditions.create, {
      body: { name: 'Mở cửa?', time_group_id: hours.id, match: to('hang-up'), otherwise: to('msg', sorry.id) },
    });
    const queue = await admin.call(callQueues.create, {
      body: {
        name: 'Bán hàng mùa sale',
        members: [{ extension_id: lan?.id ?? '', penalty: 0, weight: 1, skills: {} }],
        greeting_id: greeting.id,
      },
    });
    const own = await admin.call(ivrMenus.create, {
      body: {
        name: 'Mùa sale',
        greeting_id: greeting.id,
        keys: [
          { keys: '1', to: to('time', condition.id), note: 'Ngoài giờ' },
          { keys: '2', to: to('queue', queue.id), note: 'Bán hàng' },
        ],
      },
    });
    const [main] = (await admin.call(ivrMenus.list, { query: { search: 'Menu chính' } })).data;
    if (main === undefined) throw new Error('the demo has no menu');
    const keys = [...(main.keys ?? []), { keys: '9', to: to('ivr', own.id), note: 'Mùa sale' }];
    await admin.call(ivrMenus.update, { params: { id: main.id }, body: { ...main, keys } });
    return own.id;
  }

  async function pressesNine(from: string, hertz: number): Promise<CustomerCall> {
    const { product, admin } = company();
    const call = await customerCalls(product, { from, to: await menuNumber(admin), hertz });
    await call.until('talking');
    await until('the menu speaks', async () => (await recognise(call.audio.samples, [welcome])).length > 0);
    call.audio.press('9');
    return call;
  }

  async function comesToMenu(from: string, hertz: number): Promise<CustomerCall> {
    const call = await pressesNine(from, hertz);
    await hearsTone(call);
    return call;
  }

  /** A call keeps the menus that it began with: one that begins in the moment of the save has the old ones. One comes there, and leaves. */
  const isKnown = () =>
    until(
      'calls are led by what was saved',
      async () => {
        const call = await pressesNine('0912345685', tones.customer);
        const came = await hearsTone(call, 5_000).then(
          () => true,
          () => false,
        );
        await call.hangUp();
        return came;
      },
      60_000,
    );

  test('a menu that was made with a sound of one’s own leads by the clock to a box, and by a queue to Lan; both are counted', async () => {
    const { admin, lan } = company();
    const menu = await makeMenu();
    await isKnown();

    let since = Date.now();
    const late = await comesToMenu('0912345686', tones.customer);
    late.audio.press('1');
    await until('the box greets', async () => (await recognise(late.audio.samples, [boxGreeting])).length > 0, 40_000);
    await until('the beep', () => beeps(late.audio.samples));
    const heardAtBeep = late.audio.samples.length;
    await until('a message of two seconds', () => late.audio.samples.length > heardAtBeep + 24_000);
    await late.hangUp();
    const message = await theCallSince(admin, since);
    expect(message).toMatchObject({ status: 'voicemail', recording: 'ready' });
    const { samples, sampleRate } = await messageOf(admin, message.id);
    expect(voicesIn(samples, sampleRate)).toEqual(['customer']);
    const texts = (await detailOf(admin, message.id)).trace.map(({ text }) => text);
    const path = ['Lời thoại tương tác “Mùa sale”', 'Người gọi bấm 1', 'Điều kiện thời gian “Mở cửa?”: không khớp'];
    expect(texts.filter((text) => path.includes(text))).toEqual(path);

    since = Date.now();
    const buyer = await comesToMenu('0912345687', tones.secondCustomer);
    buyer.audio.press('2');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await hearsOnly(buyer, 'lan');
    await buyer.hangUp();
    expect(await theCallSince(admin, since)).toMatchObject({ status: 'answered', extension: '101' });

    expect(await admin.call(ivrMenuKeys, { params: { id: menu }, query: {} })).toMatchObject({
      calls: 3,
      keys: [
        { keys: '1', count: 1 },
        { keys: '2', count: 1 },
      ],
      wrong: 0,
      silent: 0,
      left: 1,
    });
  });
}
