import {
  announcements,
  blockedIn,
  callQueues,
  codeQuestions,
  conditions,
  customerConditions,
  type DestinationType,
  type DestinationValue,
  ivrMenus,
  lastCallRules,
  ringGroups,
  surveyCampaigns,
  surveyCategories,
  surveyQuestions,
  surveyResponses,
  timeGroups,
  voicemailBoxes,
} from '@alo/contract';
import type { PhoneCall, RtpAudio, TestPhone } from '@alo/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { detailOf } from '../../e2e/support/api.ts';
import { broughtHertz } from '../../e2e/support/bring-tone.ts';
import { closeLines, openCarrier } from '../../e2e/support/customer.ts';
import { voicesIn } from '../../e2e/support/hearing.ts';
import { recognise } from '../../e2e/support/recognise.ts';
import { until } from '../../e2e/support/until.ts';
import { powerAt, tones } from '../../e2e/support/voices.ts';
import { type Customer, type Desk, type Site, to } from './site.ts';
import { bellOf, hearEachOther, over, talk } from './talk.ts';

/** The call that goes to this number, whatever else is still under way. */
async function callTo(carrier: TestPhone<RtpAudio>, number: string): Promise<PhoneCall<RtpAudio>> {
  for (;;) {
    const call = await carrier.nextCall();
    if (call.invite?.uri.startsWith(`sip:${number}@`)) return call;
  }
}

/** What a customer of each type does and hears before somebody answers, by what the destination is. */
type Way = 'menu' | 'greeting' | 'plain';
const toLan: Readonly<Partial<Record<DestinationType, Way>>> = {
  direct: 'plain',
  group: 'plain',
  queue: 'greeting',
  ivr: 'menu',
  msg: 'greeting',
  time: 'plain',
  customer: 'plain',
  code: 'greeting',
};

export function destinationStories(here: () => Site): void {
  const froms = new Map<string, string>();
  let spare: Desk;
  let lan: string;
  let survey: string;

  const from = (line: string): string => {
    const found = froms.get(line);
    if (found === undefined) throw new Error(`no call is led to ${line}`);
    return found;
  };

  /** One of each, with Lan behind it where somebody can be. */
  beforeAll(async () => {
    const { admin, customer, desk, greeting, known, idOf } = here();
    lan = await idOf('101');
    spare = await desk('3990');
    const direct = to('direct', '101');
    const never = await admin.call(timeGroups.create, { body: { name: 'Không bao giờ', details: [] } });
    const made = {
      group: await admin.call(ringGroups.create, {
        body: ringGroups.input.parse({
          name: 'Chỉ Lan',
          members: [{ extension_id: lan, delay_seconds: 0, ring_seconds: null }],
        }),
      }),
      queue: await admin.call(callQueues.create, {
        body: callQueues.input.parse({
          name: 'Hàng của Lan',
          greeting_id: greeting,
          members: [{ extension_id: lan, penalty: 0, weight: 1, skills: {} }],
        }),
      }),
      ivr: await admin.call(ivrMenus.create, {
        body: { name: 'Bấm 5', greeting_id: greeting, keys: [{ keys: '5', to: direct, note: '' }] },
      }),
      msg: await admin.call(announcements.create, { body: { name: 'Lời nhắn', greeting_id: greeting, then: direct } }),
      time: await admin.call(conditions.create, {
        body: { name: 'Bây giờ', time_group_id: never.id, match: to('hang-up'), otherwise: direct },
      }),
      // However slow the database is, they come to Lan.
      customer: await admin.call(customerConditions.create, {
        body: { name: 'Khách lạ', kinds: [{ label: 'Mới', known: 'unknown', to: direct }], otherwise: direct },
      }),
      code: await admin.call(codeQuestions.create, {
        body: {
          name: 'Mã',
          greeting_id: greeting,
          url: 'https://khong-co.invalid/ma',
          tries: 1,
          wait_seconds: 1,
          otherwise: direct,
        },
      }),
      voicemail: await admin.call(voicemailBoxes.create, { body: { name: 'Hộp riêng', greeting_id: greeting } }),
      both: await admin.call(ringGroups.create, {
        body: ringGroups.input.parse({
          name: 'Lan và bàn',
          members: [lan, spare.id].map((extension_id) => ({ extension_id, delay_seconds: 0, ring_seconds: null })),
        }),
      }),
    };
    const last = await admin.call(lastCallRules.create, {
      body: { name: 'Người cũ', otherwise: to('group', made.both.id) },
    });
    survey = await surveyOf(greeting);
    const lines = {
      direct,
      group: to('group', made.group.id),
      queue: to('queue', made.queue.id),
      ivr: to('ivr', made.ivr.id),
      msg: to('msg', made.msg.id),
      time: to('time', made.time.id),
      customer: to('customer', made.customer.id),
      code: to('code', made.code.id),
      survey: to('survey', survey),
      voicemail: to('voicemail', made.voicemail.id),
      lastcall: to('lastcall', last.id),
      fw: to('fw', '0909123456'),
      'hang-up': to('hang-up'),
    } satisfies Record<DestinationType, DestinationValue>;
    for (const [line, destination] of Object.entries(lines)) froms.set(line, await customer(destination));
    await known(spare);
  });

  afterEach(async () => {
    await closeLines();
    await here().lan.clear();
    await here().lan.isIdle();
  });

  /** Two questions with a sound of the company's own; whoever is not content is not asked the second one. */
  async function surveyOf(greeting: string): Promise<string> {
    const { admin } = here();
    const { id: category } = await admin.call(surveyCategories.create, { body: { name: 'Sau cuộc gọi' } });
    const questionOf = async (name: string, kind: 'scale' | 'nps') => {
      const body = { name, kind, category_id: category, greeting_id: greeting };
      return (await admin.call(surveyQuestions.create, { body })).id;
    };
    const asked = [await questionOf('Hài lòng không?', 'scale'), await questionOf('Giới thiệu chứ?', 'nps')];
    const [first = ''] = asked;
    const body = {
      name: 'Chấm điểm cuộc gọi',
      status: 'running' as const,
      question_ids: asked,
      branches: [{ question_id: first, answer: '1-2', next_id: null }],
    };
    return (await admin.call(surveyCampaigns.create, { body })).id;
  }

  /** Lan takes the call in her browser, and the two hear each other; who hangs up is she. */
  async function lanTakes(customer: Customer): Promise<void> {
    const { lan: phone } = here();
    await phone.shows('Cuộc gọi đến');
    await phone.answer();
    await customer.answered();
    await until('the customer hears Lan', () => voicesIn(customer.audio.samples.slice(-8_000), 8_000).includes('lan'));
    await until('Lan hears the customer', async () => {
      const { samples, sampleRate } = await phone.lastHeard();
      return powerAt(samples.slice(-4_000), sampleRate, [customer.hertz]) > 1e-3;
    });
    await phone.hangUp();
    await customer.ended();
  }

  const hearsGreeting = (customer: Customer) =>
    until('the greeting is heard', () => customer.audio.level(broughtHertz) > 0.05, 20_000);

  describe('a customer of a carrier’s is led to Lan', () => {
    test.for(Object.entries(toLan))('by %s, and the two hear each other', async ([type, way]) => {
      const customer = await here().calls(from(type));
      if (way !== 'plain') {
        await customer.answered();
        await hearsGreeting(customer);
      }
      if (way === 'menu') customer.audio.press('5');
      await lanTakes(customer);
      const row = await here().rowOf(from(type));
      expect(row).toMatchObject({ direction: 'inbound', status: 'answered', extension: '101', recording: 'ready' });
    });

    test('by lastcall: at first anybody is rung, then whoever spoke with them', async () => {
      const { calls, admin } = here();
      const bell = bellOf(spare);
      const first = await calls(from('lastcall'));
      const other = await bell.next();
      await lanTakes(first);
      await other.call.until('ended');
      const second = await calls(from('lastcall'));
      await lanTakes(second);
      expect(bell.quiet).toBe(true);
      bell.close();
      const [row] = await here().rowsOf(from('lastcall'), 2);
      const { legs } = await detailOf(admin, row?.id ?? '');
      expect(legs.slice(1).map(({ party }) => party)).toEqual(['101']);
    });
  });

  /** Until the switch knows of a carrier, the demo's own takes calls to the outside. */
  async function isTaken(carrier: TestPhone<RtpAudio>): Promise<void> {
    await until(
      'a call comes by the carrier',
      async () => {
        const trying = await spare.phone.call('0909000111');
        const came = await carrier.nextCall(3_000).catch(() => undefined);
        await trying.leave();
        return came !== undefined;
      },
      30_000,
    );
  }

  test('a rule’s own greeting is heard first, its prefix stands before the caller’s name, its music is heard on hold, and what it does not record is in no file', async () => {
    const { customer, calls, known, greeting, music, rowOf } = here();
    const own = await customer(to('direct', spare.number), {
      greeting_id: greeting,
      music_id: music,
      recording: 'never',
      name_prefix: 'Khách quý',
    });
    await known(spare);
    const bell = bellOf(spare);
    const line = await calls(own);
    await line.answered();
    await hearsGreeting(line);
    const ring = await bell.next();
    expect(ring.call.from?.display).toBe(`Khách quý: ${own}`);
    await talk(line, ring);
    await ring.call.hold(true);
    await until('the music', () => line.audio.level(broughtHertz) > 0.05, 20_000);
    await ring.call.hold(false);
    await until('the colleague again', () => line.audio.level(spare.hertz) > 0.2, 20_000);
    await over(line, ring);
    bell.close();
    expect(await rowOf(own)).toMatchObject({ status: 'answered', recording: 'none', name_prefix: 'Khách quý' });
  });

  test('fw: a customer talks with whoever has the number outside, over the carrier', async () => {
    const { product, admin, calls } = here();
    const carrier = await openCarrier(product, admin);
    await isTaken(carrier);
    const [customer, call] = await Promise.all([calls(from('fw')), callTo(carrier, '0909123456')]);
    call.ring();
    await Promise.all([call.answer(), customer.answered()]);
    const outside = { audio: call.audio, hertz: tones.fourthCustomer };
    call.audio.speak(outside.hertz);
    await hearEachOther(customer, outside);
    expect(customer.audio.level(outside.hertz)).toBeGreaterThan(0.2);
    await call.hangUp();
    await customer.ended();
  });

  test('a group greets, plays its music while it rings, and whoever is rung outside has the call once they press 1', async () => {
    const { product, admin, desk, customer, calls, greeting, music, rowOf } = here();
    const number = '0909123457';
    const away = await desk('3991', { forward_always: to('fw', number) });
    const { id } = await admin.call(ringGroups.create, {
      body: ringGroups.input.parse({
        name: 'Nhóm có lời chào',
        greeting_id: greeting,
        music_id: music,
        confirms: true,
        members: [{ extension_id: away.id, delay_seconds: 0, ring_seconds: null }],
      }),
    });
    const own = await customer(to('group', id));
    await here().known(spare);
    const carrier = await openCarrier(product, admin);
    await isTaken(carrier);
    const line = await calls(own);
    await line.answered();
    await hearsGreeting(line);
    const call = await callTo(carrier, number);
    call.ring();
    const rang = line.audio.samples.length;
    await until('music', () => line.audio.samples.length > rang + 8_000 && line.audio.level(broughtHertz) > 0.05);
    await call.answer();
    call.audio.speak(tones.fourthCustomer);
    await until('what is asked of them', async () => {
      return (await recognise(call.audio.samples, ['system/vi/say/group-call.wav'])).length > 0;
    });
    expect(line.audio.level(tones.fourthCustomer)).toBeLessThan(0.01);
    call.audio.press('1');
    await hearEachOther(line, { audio: call.audio, hertz: tones.fourthCustomer });
    await call.hangUp();
    await line.ended();
    expect(await rowOf(own)).toMatchObject({ status: 'answered', extension: away.number });
  });

  test('a blocked caller is busy, or hears what was chosen for them and no more, and both are counted', async () => {
    const { admin, customer, calls, greeting, known, rowOf } = here();
    const [busy, told] = [await customer(to('direct', spare.number)), await customer(to('direct', spare.number))];
    const { id } = await admin.call(announcements.create, {
      body: { name: 'Lời từ chối', greeting_id: greeting, then: to('direct', spare.number) },
    });
    for (const body of [
      { value: busy, action: 'busy' },
      { value: told, action: 'lead', then: to('msg', id) },
    ] as const)
      await admin.call(blockedIn.create, { body });
    await known(spare);
    await (await calls(busy, 486)).ended();
    const line = await calls(told);
    await line.answered();
    await hearsGreeting(line);
    await line.ended();
    for (const from of [busy, told]) {
      expect(await rowOf(from)).toMatchObject({ status: 'blocked' });
      const { data } = await admin.call(blockedIn.list, { query: { search: from } });
      expect(data).toMatchObject([{ calls: 1 }]);
    }
  });

  test('a survey: after Lan has hung up a customer answers by keys, and the answers are of that call and hers', async () => {
    const { admin, customer, calls, lan: phone, rowOf } = here();
    const own = await customer(to('direct', '101'), { after_talk: to('survey', survey) });
    await here().known(spare);
    const line = await calls(own);
    await phone.shows('Cuộc gọi đến');
    await phone.answer();
    await line.answered();
    await until('Lan is heard', () => voicesIn(line.audio.samples.slice(-8_000), 8_000).includes('lan'));
    await phone.hangUp();
    await hearsGreeting(line);
    line.audio.press('5');
    await until('the answer is kept', async () =>
      (await responsesOf(admin)).some(({ answers }) => answers.length === 1),
    );
    await until(
      'the second question',
      async () => {
        line.audio.press('*');
        return (await responsesOf(admin)).some(({ complete }) => complete);
      },
      30_000,
    );
    await line.ended();
    const [response] = await responsesOf(admin);
    expect(response).toMatchObject({ channel: 'keys', outcome: 'answered', call_id: (await rowOf(own)).id });
    expect(response?.answers.map(({ value }) => value)).toEqual([5, 10]);
    expect(response?.by_name).not.toBeNull();
  });

  const responsesOf = async (admin: Site['admin']) =>
    (await admin.call(surveyResponses, { params: { id: survey }, query: { channel: 'keys' } })).data;

  test('the end: a customer is refused, and the row says by which rule', async () => {
    const customer = await here().calls(from('hang-up'), 480);
    await customer.ended();
    const { trace } = await detailOf(here().admin, (await here().rowOf(from('hang-up'))).id);
    expect(trace.map(({ text }) => text).join('\n')).toMatch(/Quy tắc gọi vào “Khách \d+” khớp → kết thúc cuộc gọi/);
  });
}
