import { isDeepStrictEqual } from 'node:util';
import {
  boxMessages,
  callQueues,
  extensions,
  type FeatureKey,
  features,
  setBoxPin,
  voicemailBoxes,
} from '@alo/contract';
import type { PhoneCall, RtpAudio } from '@alo/testing';
import { describe, expect, test } from 'vitest';

import { broughtHertz } from '../../e2e/support/bring-tone.ts';
import { beeps } from '../../e2e/support/hearing.ts';
import { recognise } from '../../e2e/support/recognise.ts';
import { until } from '../../e2e/support/until.ts';
import { type Desk, type Site, to } from './site.ts';
import { type Bell, bellOf, hearEachOther, over, speakWith, talk } from './talk.ts';

/** What is heard, by what it means. */
const said = (word: string): string => `system/vi/say/${word}.wav`;
/** Three seconds: twice what a prompt is known by. */
const lately = 24_000;
/** Not the beep's tone. */
const echoed = 700;
const digits = (number: string): readonly string[] => Array.from(number);

/** Each feature code, dialled at a desk phone, and what is different afterwards. */
export function codeStories(here: () => Site): void {
  let phones = 0;
  /** Phones that no other story rings. */
  const desks = (count: number, more: Parameters<Site['desk']>[1] = {}): Promise<readonly Desk[]> =>
    Promise.all(
      Array.from({ length: count }, () => {
        phones += 1;
        return here().desk(`38${String(phones).padStart(2, '0')}`, { ring_seconds: 5, ...more });
      }),
    );
  async function three(more: Parameters<Site['desk']>[1] = {}): Promise<readonly [Desk, Desk, Desk]> {
    const [A, B, C] = await desks(3, more);
    if (A === undefined || B === undefined || C === undefined) throw new Error('there are three');
    return [A, B, C];
  }

  /** As the demo has them. */
  const codeOf = (feature: FeatureKey): string => features[feature].code;

  /** The extension as its screen has it. */
  async function rowOf({ number }: Desk) {
    const { data } = await here().admin.call(extensions.list, { query: { search: number } });
    const [row] = data;
    if (row === undefined) throw new Error(`there is no ${number}`);
    return row;
  }

  describe.concurrent('dialled at a desk phone', () => {
    test('*65: the own number; *60: the time of the day', async () => {
      const [A] = await three();
      const own = ['own-number', ...digits(A.number)];
      expect(await heardAt(A, codeOf('own-number'), own)).toEqual(own);
      const time = ['now-is', 'hours', 'day', 'month'];
      // An eight is said at some times only, and sounds much like the month.
      const heard = await heardAt(A, codeOf('clock'), [...time, '8']);
      expect(heard.filter((word) => word !== '8')).toEqual(time);
    });

    test('*43: whoever speaks hears themselves, until they press a key', async () => {
      const [A] = await three();
      const call = await A.phone.call(codeOf('echo-test'));
      await call.until('talking');
      await until('the beep', () => beeps(call.audio.samples));
      expect(call.audio.level(echoed)).toBeLessThan(0.1);
      call.audio.speak(echoed);
      await until('the own voice', () => call.audio.level(echoed) > 0.2);
      call.audio.speak(null);
      await until('silence after it', () => call.audio.level(echoed) < 0.01);
      call.audio.press('1');
      await call.until('ended');
    });

    test('*69: nobody has called; then a colleague has, and is called back', async () => {
      const [A, B] = await three();
      const bell = bellOf(A, B);
      await dials(A, codeOf('last-caller'), 'no-last-caller');
      const call = await B.phone.call(A.number);
      const missed = await bell.next();
      expect(missed.desk).toBe(A);
      call.cancel();
      await missed.call.until('ended');
      const back = await A.phone.call(codeOf('last-caller'));
      const ring = await bell.next();
      expect(ring.desk).toBe(B);
      await Promise.all([ring.call.answer(), back.until('talking')]);
      back.audio.speak(A.hertz);
      ring.call.audio.speak(B.hertz);
      await hearEachOther({ audio: back.audio, hertz: A.hertz }, { audio: ring.call.audio, hertz: B.hertz });
      await back.hangUp();
      bell.close();
    });

    test.for([
      ['*8', () => codeOf('pick-up')],
      ['**NNN', ({ number }: Desk) => codeOf('pick-up-from') + number],
    ] as const)('%s: a customer who rings at a colleague is fetched, and heard', async ([name, code]) => {
      const [A, B] = await three({ pick_up_group: `Bàn ${name}` });
      const from = await here().customer(to('direct', A.number));
      await here().known(A);
      await dials(B, code(A), 'nothing-rings');
      const bell = bellOf(A);
      const customer = await here().calls(from);
      const ring = await bell.next();
      const fetched = await B.phone.call(code(A));
      await Promise.all([fetched.until('talking'), customer.answered(), ring.call.until('ended')]);
      const theirs = { desk: B, call: fetched };
      await speakWith(customer, theirs);
      await over(customer, theirs);
      expect(await here().rowOf(from)).toMatchObject({ status: 'answered', extension: B.number });
      bell.close();
    });

    test('*78 and *79: nobody rings a phone that is not to be disturbed, until it may be', async () => {
      const [A, B] = await three();
      const bell = bellOf(A);
      await dials(A, codeOf('do-not-disturb-on'), 'do-not-disturb-on');
      await isKept(A, () => rowOf(A), { do_not_disturb: true });
      expect(await rungFor(bell, B, A)).toEqual([]);
      await dials(A, codeOf('do-not-disturb-off'), 'do-not-disturb-off');
      await isKept(A, () => rowOf(A), { do_not_disturb: false });
      expect(await rungFor(bell, B, A)).toEqual([A.number]);
      bell.close();
    });

    test('*90: forwarding when busy, to a colleague, and no more', async () => {
      const [A, B, C] = await three();
      const bell = bellOf(A, B);
      // Whoever is busy hears themselves.
      const isBusy = async () => {
        const echo = await A.phone.call(codeOf('echo-test'));
        await echo.until('talking');
        return echo;
      };
      await dials(A, codeOf('forward-busy'), 'forward-needs-number');
      await dials(A, codeOf('forward-busy') + B.number, 'forward-on', ...digits(B.number));
      await isKept(A, () => rowOf(A), { forward_busy: { type: 'direct', value: B.number } });
      const first = await isBusy();
      expect(await rungFor(bell, C, A)).toEqual([B.number]);
      await first.hangUp();
      await dials(A, codeOf('forward-busy-off'), 'forward-off');
      await isKept(A, () => rowOf(A), { forward_busy: null });
      const second = await isBusy();
      expect(await rungFor(bell, C, A)).toEqual([]);
      await second.hangUp();
      bell.close();
    });

    test('*46, *47, *44 and *45: whoever pauses or leaves a queue is passed over until they are back', async () => {
      const [A, B, C] = await three();
      const { id } = await here().admin.call(callQueues.create, {
        body: callQueues.input.parse({
          name: 'Hàng của mã',
          strategy: 'linear',
          rest_seconds: 1,
          members: [A, B].map((one) => ({ extension_id: one.id, penalty: 0, weight: 1, skills: {} })),
        }),
      });
      const from = await here().customer(to('queue', id));
      await here().known(A);
      await dials(C, codeOf('queue-join'), 'queue-none');
      const bell = bellOf(A, B);
      for (const [feature, word, first] of [
        ['queue-pause', 'queue-paused', B],
        ['queue-resume', 'queue-resumed', A],
        ['queue-leave', 'queue-left', B],
        ['queue-join', 'queue-joined', A],
      ] as const) {
        await dials(A, codeOf(feature), word);
        const customer = await here().calls(from);
        const ring = await bell.next();
        expect(ring.desk.number).toBe(first.number);
        await talk(customer, ring);
        await over(customer, ring);
      }
      bell.close();
    });

    test('*98NNN: a box is heard by a colleague with its PIN, who deletes the message', async () => {
      const { admin } = here();
      const { box, hertz, A, B } = await messageLeft('Hộp của đồng nghiệp');
      await admin.call(setBoxPin, { params: { id: box }, body: { pin: '4711' } });
      const other = await B.phone.call(codeOf('voicemail') + A.number);
      await hears(other, 'box-pin');
      press(other, '4711#');
      await until('the message', () => other.audio.level(hertz) > 0.2, 20_000);
      await until('the keys are told', async () => (await wordsIn(other, 'box-keys')).length > 0, 20_000);
      other.audio.press('3');
      await hears(other, 'box-deleted');
      await other.hangUp();
      const left = async () => (await admin.call(boxMessages, { params: { id: box } })).data;
      await until('it is gone', async () => (await left()).length === 0);
      const again = await B.phone.call(codeOf('voicemail') + A.number);
      await hears(again, 'box-pin');
      press(again, '4711#');
      await again.until('ended');
      expect(await wordsIn(again, 'box-empty')).toEqual(['box-empty']);
    });
  });

  /** A box of A's, where a customer has left a message of two seconds. */
  async function messageLeft(name: string) {
    const { admin, greeting, customer, known, calls, rowOf: callOf } = here();
    const { id: box } = await admin.call(voicemailBoxes.create, { body: { name, greeting_id: greeting } });
    const [A, B] = await three({ otherwise: to('voicemail', box) });
    const from = await customer(to('voicemail', box));
    await known(A);
    const line = await calls(from);
    await line.answered();
    await until('the greeting', () => line.audio.level(broughtHertz) > 0.05, 20_000);
    await until('the beep', () => beeps(line.audio.samples), 30_000);
    const atBeep = line.audio.samples.length;
    await until('a message of two seconds', () => line.audio.samples.length > atBeep + 16_000);
    line.audio.press('#');
    await line.ended();
    expect(await callOf(from)).toMatchObject({ status: 'voicemail' });
    return { box, hertz: line.hertz, A, B };
  }

  /** Kept with the configuration, and known to the switch. */
  async function isKept<T extends object | undefined>(
    desk: Desk,
    row: () => Promise<T>,
    wanted: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const isWanted = (found: T) =>
      found !== undefined &&
      Object.entries(found).filter(([name, value]) => name in wanted && isDeepStrictEqual(value, wanted[name]))
        .length === Object.keys(wanted).length;
    await until(`${JSON.stringify(wanted)} is kept`, async () => isWanted(await row()));
    await here().known(desk);
  }
}

/** Who is rung, one after the other, when somebody calls and nobody answers. */
async function rungFor(bell: Bell, by: Desk, { number }: Desk): Promise<readonly string[]> {
  const call = await by.phone.call(number);
  await call.until('ended');
  const rung: string[] = [];
  while (!bell.quiet) rung.push((await bell.next()).desk.number);
  return rung;
}

/** Which of these words a code says, in their order, until the call is over. */
async function heardAt({ phone }: Desk, code: string, words: readonly string[]): Promise<readonly string[]> {
  const call = await phone.call(code);
  await call.until('ended');
  return wordsIn(call, ...words);
}

/** A code says these words, one after the other. */
async function dials(desk: Desk, code: string, ...words: readonly string[]): Promise<void> {
  expect(await heardAt(desk, code, words)).toEqual(words);
}

/** Which of these words were heard, in their order. */
async function wordsIn(call: PhoneCall<RtpAudio>, ...words: readonly string[]): Promise<readonly string[]> {
  const files = new Map(words.map((word) => [said(word), word]));
  const heard = await recognise(call.audio.samples, [...files.keys()]);
  return heard.flatMap((file) => files.get(file) ?? []);
}

const hears = (call: PhoneCall<RtpAudio>, word: string) =>
  until(
    `“${word}” is heard`,
    async () => (await recognise(call.audio.samples.slice(-lately), [said(word)])).length > 0,
    20_000,
  );

function press(call: PhoneCall<RtpAudio>, keys: string): void {
  for (const key of keys) call.audio.press(key);
}
