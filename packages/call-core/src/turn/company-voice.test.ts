import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { officePlan } from '../testing/plan.ts';
import { asCompanySays, voiceGroups } from './company-voice.ts';
import { promptFile, systemPrompts } from './prompts.ts';
import { say, sayDate, sayDay, sayDigits, sayMinutes, sayMoney, sayNumber, sayTime } from './speech.ts';

const all = Object.values(voiceGroups).flat();
const voiceOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `company/a/${key}`]));
const whole = voiceOf(all);
const filesOf = (sources: ReturnType<typeof say>) => sources.map((one) => (one.kind === 'file' ? one.file : ''));

test('each word of a voice stands in it once, and is one that the telephone says', () => {
  expect(new Set(all).size).toBe(all.length);
  for (const key of all) expect(Object.keys(systemPrompts)).toContain(key);
});

test('whatever value is said, a whole voice has every word of it', () => {
  const at = fc.record({
    date: fc.date({ noInvalidDate: true }),
    minute: fc.nat(1439),
    weekday: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(
    fc.property(fc.maxSafeNat(), at, fc.nat(100 * 3_600_000), (amount, { date, minute, weekday }, ms) => {
      const day = date.toISOString().slice(0, 10);
      const values = [sayMoney(amount), sayNumber(amount), sayDigits(String(amount)), sayMinutes(ms)];
      const times = [sayTime({ minute }), sayDate({ date: day, weekday }), sayDay(day)];
      const said = [...values, ...times].flat();
      for (const file of filesOf(asCompanySays({ voice: whole }, said))) expect(file).toMatch(/^company\/a\//);
    }),
  );
});

describe('nobody hears a value in two voices', () => {
  test('whatever a voice lacks: all of its words are the company’s, or none is', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.subarray(all), (amount, some) => {
        const said = [...say('queue-wait'), ...sayMoney(amount), ...say('goodbye')];
        const heard = filesOf(asCompanySays({ voice: voiceOf(some) }, said));
        const isWhole = filesOf(said).every((file) => some.includes(file));
        for (const file of heard) expect(file.startsWith('company/')).toBe(isWhole);
      }),
    );
  });

  test('sounds in between that are no words of it stay, and do not matter', () => {
    const between = [{ kind: 'silence', ms: 200 } as const, { kind: 'file', file: 'company/a/greeting.wav' } as const];
    const heard = asCompanySays({ voice: whole }, [...between, ...sayDigits('4')]);
    expect(heard).toEqual([...between, { kind: 'file', file: `company/a/${promptFile('4')}` }]);
  });
});

test('a sentence that the company has said otherwise is that one; its values are in the voice all the same', () => {
  const prompts = { [promptFile('otp')]: 'company/a/own.wav', [promptFile('4')]: 'company/a/machine.wav' };
  const said = [...say('otp'), ...sayDigits('4')];
  expect(filesOf(asCompanySays({ prompts, voice: whole }, said))).toEqual([
    'company/a/own.wav',
    `company/a/${promptFile('4')}`,
  ]);
  // Without a voice each text is as it was chosen.
  expect(filesOf(asCompanySays({ prompts }, said))).toEqual(['company/a/own.wav', 'company/a/machine.wav']);
});

describe('in calls', () => {
  const dials = (desk: Desk) => {
    desk.extensionCalls('101', '*65');
    return desk.heard().find((line) => line.startsWith('play'));
  };
  const product = (...words: Parameters<typeof promptFile>[0][]) => words.map(promptFile).join(' ');

  test('the own number is said in the voice of its company', () => {
    const said = [product('own-number'), product('1'), product('0'), product('1')].map((file) => `company/a/${file}`);
    expect(dials(new Desk({ ...officePlan, voice: whole }))).toBe(`play ${said.join(' ')} to caller`);
  });

  test('and in the product’s where one digit of it was not recorded', () => {
    const { [promptFile('0')]: _, ...rest } = whole;
    expect(dials(new Desk({ ...officePlan, voice: rest }))).toBe(
      `play ${product('own-number', '1', '0', '1')} to caller`,
    );
  });
});
