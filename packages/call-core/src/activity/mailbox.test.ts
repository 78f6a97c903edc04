import { describe, expect, test } from 'vitest';
import type { BoxMessage } from '../board/company-data.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';
import type { PromptWord } from '../turn/prompts.ts';

const said = (...words: readonly PromptWord[]) => words.map((word) => `system/vi/say/${word}.wav`).join(' ');
const at = (time: string) => Date.parse(`2026-11-20T${time}:00+07:00`);
const messages: readonly BoxMessage[] = [
  { id: 'old', file: 'old.wav', at: at('08:00'), heard: true },
  { id: 'second', file: 'second.wav', at: at('09:30'), heard: false },
  { id: 'first', file: 'first.wav', at: at('09:00'), heard: false },
];
const day = ['friday', 'day', '2', 'tens', 'month', 'ten', '1'] as const;
const keys = said('box-keys');
const message = (place: PromptWord, hour: readonly PromptWord[], file: string) =>
  `${said('box-message', place, ...hour, ...day)} ${file} ${keys}`;
const first = message('1', ['9', 'hours'], 'first.wav');
const second = message('2', ['9', 'hours', '3', 'tens', 'minutes'], 'second.wav');

/** 102 calls their own box. */
function knocking(plan: RoutingPlan = officePlan, code = '*98', by = '102') {
  const desk = new Desk(plan);
  desk.extensionCalls(by, code);
  return desk;
}

/** Somebody in their box who hears how much there is and the first message. */
function listening() {
  const desk = knocking();
  desk.isTold({ kind: 'box-open', messages });
  desk.heard();
  return desk;
}

test('a box without a PIN is opened for its own phone, and says how much is in it: new ones first, by their age', () => {
  const desk = knocking();
  expect(desk.questions).toMatchObject([{ question: { kind: 'open-box', box: 'box', pin: null, own: true } }]);
  expect(desk.heard()).toEqual(['answer caller']);
  desk.isTold({ kind: 'box-open', messages });
  expect(desk.heard()).toEqual([`play ${said('box-has', '2', 'box-new', '1', 'box-old')} ${first} to caller`]);
});

test('the box of somebody else is asked for by their number, and is not one’s own', () => {
  const desk = knocking(officePlan, '*98102', '101');
  expect(desk.questions).toMatchObject([{ question: { box: 'box', own: false } }]);
});

test('a box that a forwarding leads to is one’s own, too', () => {
  const forwards = { always: null, busy: null, noAnswer: { kind: 'voicemail', box: 'box' } as const, offline: null };
  const people = { ...officePlan.extensions, 101: extension('101', 'Lan', { forwards }) };
  expect(knocking({ ...officePlan, extensions: people }, '*98', '101').questions).toHaveLength(1);
});

test('whoever has none hears so', () => {
  const desk = knocking(officePlan, '*98', '101');
  expect(desk.questions).toEqual([]);
  expect(desk.heard()).toEqual(['answer caller', `play ${said('no-box')} to caller`]);
});

test('an empty box says so and hangs up', () => {
  const desk = knocking();
  desk.isTold({ kind: 'box-open', messages: [] });
  desk.heardAll('caller');
  expect(desk.heard().slice(1)).toEqual([`play ${said('box-empty')} to caller`, 'hang up caller (normal)']);
});

describe('a PIN', () => {
  test('is asked for, ends with the hash, and stands in no trace', () => {
    const desk = knocking();
    desk.isTold({ kind: 'box-shut', why: 'needs-pin' });
    expect(desk.heard()).toEqual(['answer caller', `play ${said('box-pin')} to caller`]);
    desk.presses('caller', '4711#');
    expect(desk.questions.at(-1)).toMatchObject({ question: { pin: '4711' } });
    desk.isTold({ kind: 'box-open', messages });
    expect(desk.heard().at(-1)).toContain('first.wav');
    expect(JSON.stringify(desk.call().trace)).not.toContain('4711');
  });

  test('may end with silence', () => {
    const desk = knocking();
    desk.isTold({ kind: 'box-shut', why: 'needs-pin' });
    desk.presses('caller', '4711');
    desk.wait(10);
    expect(desk.questions.at(-1)).toMatchObject({ question: { pin: '4711' } });
  });

  test('that is wrong may be typed again, until the box is shut', () => {
    const desk = knocking();
    desk.isTold({ kind: 'box-shut', why: 'needs-pin' });
    desk.presses('caller', '1#');
    desk.isTold({ kind: 'box-shut', why: 'wrong-pin' });
    expect(desk.heard().at(-1)).toBe(`play ${said('box-wrong-pin')} to caller`);
    desk.presses('caller', '2#');
    desk.isTold({ kind: 'box-shut', why: 'blocked' });
    desk.heardAll('caller');
    expect(desk.heard().slice(-2)).toEqual([`play ${said('box-blocked')} to caller`, 'hang up caller (normal)']);
  });

  test('that nobody types is waited for, and then goodbye', () => {
    const desk = knocking();
    desk.isTold({ kind: 'box-shut', why: 'needs-pin' });
    desk.heardAll('caller');
    desk.wait(10);
    expect(desk.heard().at(-1)).toBe(`play ${said('goodbye')} to caller`);
  });
});

test('an office that says nothing keeps nobody waiting', () => {
  const desk = knocking();
  desk.wait(5);
  expect(desk.heard().at(-1)).toBe(`play ${said('box-closed')} to caller`);
  // Too late.
  desk.isTold({ kind: 'box-open', messages });
  expect(desk.heard()).toEqual([]);
});

describe('a message', () => {
  test('is heard once it was heard to its end, and told once', () => {
    const desk = listening();
    expect(desk.kept).toEqual([]);
    desk.heardAll('caller');
    desk.presses('caller', '1');
    expect(desk.heard()).toEqual([`play ${first} to caller`]);
    expect(desk.kept).toEqual([{ kind: 'message', message: 'first', is: 'heard', by: '102' }]);
  });

  test('is left for the next one, up to the last', () => {
    const desk = listening();
    desk.presses('caller', '2');
    expect(desk.heard().at(-1)).toBe(`play ${second} to caller`);
    desk.presses('caller', '22');
    expect(desk.heard().at(-1)).toBe(`play ${said('box-no-more')} to caller`);
    // The old one had been heard before.
    expect(desk.kept.map((kept) => 'message' in kept && kept.message)).toEqual(['first', 'second']);
  });

  test('is deleted, and the next one follows in its place', () => {
    const desk = listening();
    desk.presses('caller', '3');
    expect(desk.kept).toEqual([{ kind: 'message', message: 'first', is: 'deleted', by: '102' }]);
    const place = message('1', ['9', 'hours', '3', 'tens', 'minutes'], 'second.wav');
    expect(desk.heard().at(-1)).toBe(`play ${said('box-deleted')} ${place} to caller`);
  });

  test('that was the last one is deleted, and that is said before the end', () => {
    const desk = listening();
    desk.presses('caller', '3');
    desk.presses('caller', '3');
    desk.presses('caller', '3');
    expect(desk.heard().at(-1)).toBe(`play ${said('box-deleted', 'box-no-more')} to caller`);
  });

  test('is left alone by whoever hangs up at once', () => {
    const desk = listening();
    desk.ends('caller');
    expect(desk.kept).toEqual([]);
  });

  test('is followed by silence for a while, and then goodbye', () => {
    const desk = listening();
    desk.heardAll('caller');
    desk.wait(10);
    desk.heardAll('caller');
    expect(desk.heard().slice(-2)).toEqual([`play ${said('goodbye')} to caller`, 'hang up caller (normal)']);
  });
});

test('whoever is told that the line is busy hears the greeting for that, and everybody else the other', () => {
  const box = { name: 'Riêng', greeting: 'away.wav', busyGreeting: 'busy.wav', maxSeconds: 60, maxSilenceSeconds: 5 };
  const people = {
    ...officePlan.extensions,
    102: extension('102', 'Minh', { otherwise: { kind: 'voicemail', box: 'box' } }),
  };
  const plan = leadingTo({ kind: 'direct', extension: '102' }, { voicemailBoxes: { box }, extensions: people });
  const busy = new Desk(plan);
  busy.customerCalls('0901234567', '02871000101');
  busy.ends('102', 'busy');
  expect(busy.heard()).toContain('play busy.wav to caller');
  const away = new Desk(plan);
  away.customerCalls('0901234567', '02871000101');
  away.wait(25);
  expect(away.heard()).toContain('play away.wav to caller');
});

test('a box that only thanks greets its callers and hangs up: nobody leaves a message, and the call was missed', () => {
  const box = {
    name: 'Cảm ơn',
    greeting: 'thanks.wav',
    maxSeconds: 60,
    maxSilenceSeconds: 5,
    onlyThanks: true,
  } as const;
  const plan = leadingTo({ kind: 'voicemail', box: 'box' }, { voicemailBoxes: { box } });
  for (const skips of [false, true]) {
    const desk = new Desk(plan);
    desk.customerCalls('0901234567', hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play thanks.wav to caller']);
    if (skips) desk.presses('caller', '#');
    else desk.heardAll('caller');
    expect(desk.heard().at(-1)).toBe('hang up caller (normal)');
    expect(desk.call().recordings).toEqual([]);
    expect(desk.summary().status).toBe('missed');
    expect(desk.trace()).toContain('Hộp thư thoại “Cảm ơn”: chào, cảm ơn rồi gác máy');
  }
});

test('where the company has no room a box greets and takes no message, and the call says why', () => {
  const box = { name: 'Ngoài giờ', greeting: 'greeting.wav', maxSeconds: 60, maxSilenceSeconds: 5 } as const;
  const full = { voicemailBoxes: { box }, roomIsFull: true } as const;
  const desk = new Desk(leadingTo({ kind: 'voicemail', box: 'box' }, full));
  desk.customerCalls('0901234567', hotline);
  desk.heardAll('caller');
  expect(desk.heard()).toEqual(['answer caller', 'play greeting.wav to caller', 'hang up caller (normal)']);
  expect(desk.call().recordings).toEqual([]);
  expect(desk.trace()).toContain(
    'Hộp thư thoại “Ngoài giờ”: chào rồi gác máy, vì doanh nghiệp đã dùng hết dung lượng được cấp',
  );
});
