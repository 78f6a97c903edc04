import { describe, expect, test } from 'vitest';
import type { RoutingPlan } from '../board/plan.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';
import type { PromptWord } from '../turn/prompts.ts';
import { numberWords, sayDate, sayTime } from '../turn/speech.ts';

const customer = '0901234567';
const said = (...words: readonly PromptWord[]) => words.map((word) => `system/vi/say/${word}.wav`).join(' ');
/** What 101 hears who dials a code, up to the end of the call. */
const dialled = (desk: Desk, code: string, by = '101') => {
  desk.extensionCalls(by, code);
  const heard = desk.heard();
  desk.heardAll('caller');
  return [...heard, ...desk.heard()];
};
const answered = (...words: readonly PromptWord[]) => [
  'answer caller',
  `play ${said(...words)} to caller`,
  'hang up caller (normal)',
];

test('a short number that is nobody’s says so, without answering, and ends as not found', () => {
  const desk = new Desk();
  expect(dialled(desk, '199')).toEqual([
    'progress caller',
    `play ${said('unknown-number')} to caller`,
    'hang up caller (not-found)',
  ]);
  expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'not-found' });
});

test('a code that nobody set up is a number that is nobody’s', () => {
  const desk = new Desk({ ...officePlan, codes: {} });
  expect(dialled(desk, '*98')).toContain('hang up caller (not-found)');
});

test('what stands behind a code that takes nothing more makes it another number', () => {
  const desk = new Desk();
  expect(dialled(desk, '*781')).toContain('hang up caller (not-found)');
});

test('nobody from outside has anything done by a code, not even through a menu that takes internal numbers', () => {
  const menu = {
    name: 'Chính',
    prompt: ['a.wav'],
    invalidPrompt: ['b.wav'],
    timeoutPrompt: [],
    tries: 1,
    keys: {},
    directDialling: true,
    digitSeconds: 3,
    waitSeconds: 5,
    invalid: null,
    timeout: null,
  };
  const desk = new Desk(leadingTo({ kind: 'ivr', menu: 'main' }, { menus: { main: menu } }));
  desk.customerCalls(customer, hotline);
  desk.presses('caller', '*78');
  expect(desk.kept).toEqual([]);
});

describe('do not disturb', () => {
  test('is set and taken back', () => {
    const desk = new Desk();
    expect(dialled(desk, '*78')).toEqual(answered('do-not-disturb-on'));
    expect(dialled(desk, '*79')).toEqual(answered('do-not-disturb-off'));
    expect(desk.kept).toEqual([
      { kind: 'do-not-disturb', extension: '101', on: true },
      { kind: 'do-not-disturb', extension: '101', on: false },
    ]);
  });
});

describe('a code that is asked for on a screen', () => {
  test('rings the own phone, which picks up by itself, and does there what it does when it is dialled', () => {
    const desk = new Desk();
    desk.clicks('101', '*78');
    expect(desk.heard()).toEqual(['dial 101']);
    expect(desk.autoAnswered).toEqual(new Set(['101']));
    desk.answers('101');
    expect(desk.heard()).toEqual([`play ${said('do-not-disturb-on')} to 101`]);
    expect(desk.kept).toEqual([{ kind: 'do-not-disturb', extension: '101', on: true }]);
  });

  test('takes back not to be disturbed, though nobody else could ring that phone', () => {
    const lan = extension('101', 'Lan', { doNotDisturb: true });
    const desk = new Desk({ ...officePlan, extensions: { ...officePlan.extensions, 101: lan } });
    desk.clicks('101', '*79');
    desk.answers('101');
    expect(desk.kept).toEqual([{ kind: 'do-not-disturb', extension: '101', on: false }]);
  });

  test('that nobody set up is no number', () => {
    const desk = new Desk({ ...officePlan, codes: {} });
    desk.clicks('101', '*78');
    expect(desk.replies.at(-1)).toMatchObject({ refused: 'no-such-number' });
  });
});

describe('forwarding', () => {
  test('goes to a colleague, a group or a number outside, always, when busy, or when nobody answers', () => {
    const desk = new Desk();
    expect(dialled(desk, '*72102')).toEqual(answered('forward-on', '1', '0', '2'));
    dialled(desk, '*90600');
    dialled(desk, '*520901234567');
    expect(desk.kept).toEqual([
      { kind: 'forward', extension: '101', when: 'always', to: { kind: 'direct', extension: '102' } },
      { kind: 'forward', extension: '101', when: 'busy', to: { kind: 'group', group: 'sales' } },
      {
        kind: 'forward',
        extension: '101',
        when: 'noAnswer',
        to: { kind: 'fw', number: '+84901234567', showing: 'own' },
      },
    ]);
  });

  test('is taken back, each kind by its own code', () => {
    const desk = new Desk();
    for (const code of ['*73', '*91', '*53']) expect(dialled(desk, code)).toEqual(answered('forward-off'));
    expect(desk.kept).toEqual(
      ['always', 'busy', 'noAnswer'].map((when) => ({ kind: 'forward', extension: '101', when, to: null })),
    );
  });

  test('asks for the number where it is missing', () => {
    const desk = new Desk();
    expect(dialled(desk, '*72')).toEqual(answered('forward-needs-number'));
    expect(desk.kept).toEqual([]);
  });

  test.each([
    ['oneself', '101', '*72101'],
    ['a number that is nobody’s', '101', '*72199'],
    // The rule for mobiles is not for 103.
    ['a number that one may not call', '103', '*720901234567'],
    ['another country', '101', '*720014155550100'],
  ])('to %s is refused', (_, by, code) => {
    const desk = new Desk();
    expect(dialled(desk, code, by)).toEqual(answered('forward-refused'));
    expect(desk.kept).toEqual([]);
  });
});

describe('queues', () => {
  const care = queuePlan({ name: 'Chăm sóc', strategy: 'linear', members: [queueMember('101'), queueMember('102')] });
  const plan: RoutingPlan = leadingTo({ kind: 'queue', queue: 'care' }, { queues: { care } });

  test('whoever pauses is not rung until they say that they are back', () => {
    const desk = new Desk(plan, ['101']);
    expect(dialled(desk, '*46')).toEqual(answered('queue-paused'));
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).not.toContain('dial 101');
    expect(dialled(desk, '*47').slice(0, 2)).toEqual(answered('queue-resumed').slice(0, 2));
    desk.wait(30);
    expect(desk.heard()).toContain('dial 101');
  });

  test('whoever leaves is not rung, and whoever joins is', () => {
    const desk = new Desk(plan, ['101']);
    expect(dialled(desk, '*44')).toEqual(answered('queue-left'));
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).not.toContain('dial 101');
    dialled(desk, '*45');
    desk.wait(30);
    expect(desk.heard()).toContain('dial 101');
  });

  test('whoever belongs to none hears so', () => {
    expect(dialled(new Desk(plan), '*45', '103')).toEqual(answered('queue-none'));
  });
});

describe('the last caller', () => {
  test('is called back: a customer by the outbound rules', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.ends('caller');
    desk.heard();
    desk.extensionCalls('101', '*69');
    expect(desk.heard()).toContain('dial 0901234567 over trunk-a');
    expect(desk.call()).toMatchObject({ direction: 'outbound', outsideNumber: '+84901234567' });
  });

  test('is called back: a colleague', () => {
    const desk = new Desk();
    desk.extensionCalls('102', '101');
    desk.ends('caller');
    desk.heard();
    desk.extensionCalls('101', '*69');
    expect(desk.heard()).toContain('dial 102');
  });

  test('is nobody where nobody has called, or without a number', () => {
    const desk = new Desk();
    expect(dialled(desk, '*69')).toEqual(answered('no-last-caller'));
    desk.customerCalls('', hotline);
    desk.ends('caller');
    desk.heard();
    expect(dialled(desk, '*69')).toEqual(answered('no-last-caller'));
  });

  test('whom one may not call is not called by this way either', () => {
    const desk = new Desk(leadingTo({ kind: 'direct', extension: '103' }));
    desk.customerCalls(customer, hotline);
    desk.ends('caller');
    desk.heard();
    desk.extensionCalls('103', '*69');
    expect(desk.heard()).toEqual(['hang up caller (forbidden)']);
  });
});

describe('picking up', () => {
  const floor = { pickUpGroups: { g: ['101', '102'] } };
  const people = {
    ...officePlan.extensions,
    101: extension('101', 'Lan', { pickUpGroup: 'g' }),
    102: extension('102', 'Minh', { pickUpGroup: 'g' }),
  };
  const plan = leadingTo({ kind: 'direct', extension: '101' }, { ...floor, extensions: people });

  test('fetches what rings at one colleague, by their number', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.extensionCalls('102', '**101');
    expect(desk.stays(call)).toEqual(['102 pick-up still']);
  });

  test('works as well where the code is asked for on a screen: the own phone is rung instead', () => {
    for (const code of ['*8', '**101']) {
      const desk = new Desk(plan);
      const call = desk.customerCalls(customer, hotline);
      desk.clicks('102', code);
      desk.answers('102', call);
      expect(desk.stays(call)).toEqual(['102 pick-up still']);
    }
  });

  test('of two calls fetches the one that rings at whose number is dialled, not the one that has rung for longer', () => {
    const to = (nth: string, callerPattern: string) =>
      plan.inboundRules.map((rule) => ({
        ...rule,
        callerPattern,
        destination: { kind: 'direct', extension: nth } as const,
      }));
    const three = { ...people, 103: extension('103', 'Hà', { pickUpGroup: 'g' }) };
    const rules = [...to('101', '0901*'), ...to('102', '0902*')];
    const both = { ...plan, extensions: three, pickUpGroups: { g: ['101', '102', '103'] }, inboundRules: rules };
    const ring = () => {
      const desk = new Desk(both);
      const longer = desk.customerCalls('0901234567', hotline);
      desk.wait(1);
      return { desk, longer, wanted: desk.customerCalls('0902345678', hotline) };
    };
    const byPhone = ring();
    byPhone.desk.extensionCalls('103', '**102');
    expect([byPhone.desk.stays(byPhone.longer), byPhone.desk.stays(byPhone.wanted)]).toEqual([
      [],
      ['103 pick-up still'],
    ]);
    const byScreen = ring();
    byScreen.desk.clicks('103', '**102');
    byScreen.desk.answers('103', byScreen.wanted);
    expect([byScreen.desk.stays(byScreen.longer), byScreen.desk.stays(byScreen.wanted)]).toEqual([
      [],
      ['103 pick-up still'],
    ]);
  });

  test('is not for those of another group, nor where nothing rings', () => {
    const desk = new Desk(plan);
    desk.customerCalls(customer, hotline);
    desk.heard();
    expect(dialled(desk, '**101', '103')).toEqual(answered('nothing-rings'));
    expect(dialled(new Desk(plan), '*8', '102')).toEqual(answered('nothing-rings'));
  });
});

describe('a condition', () => {
  const plan = leadingTo({ kind: 'time', condition: 'office' });
  const kept = (code: string, at?: string, parts: object = {}) => {
    const conditions = { office: { ...officePlan.timeConditions['office'], ...parts } };
    const desk = new Desk({ ...plan, timeConditions: conditions as RoutingPlan['timeConditions'] });
    if (at !== undefined) desk.now = Date.parse(at);
    const heard = dialled(desk, code);
    return { kept: desk.kept, heard };
  };
  const night = '2026-11-20T22:00:00+07:00';

  test('is turned to the other side of what the clock says, and back to the clock', () => {
    expect(kept('*281')).toEqual({
      kept: [{ kind: 'override', condition: 'office', to: 'otherwise', by: '101' }],
      heard: answered('night-mode'),
    });
    expect(kept('*281', night).heard).toEqual(answered('day-mode'));
    expect(kept('*281', night, { override: 'match' })).toEqual({
      kept: [{ kind: 'override', condition: 'office', to: null, by: '101' }],
      heard: answered('clock-mode'),
    });
  });

  test('is turned by its own code, however the others are set', () => {
    const { office } = officePlan.timeConditions;
    if (office === undefined) throw new Error('there is one');
    const timeConditions = { lunch: office, office: { ...office, override: 'match' as const } };
    const desk = new Desk({ ...plan, timeConditions });
    dialled(desk, '*281');
    expect(desk.kept).toEqual([{ kind: 'override', condition: 'office', to: null, by: '101' }]);
  });

  test('is set to day, to night or to the clock by one more digit', () => {
    expect(['1', '2', '0'].map((digit) => kept(`*281${digit}`).kept[0])).toMatchObject([
      { to: 'match' },
      { to: 'otherwise' },
      { to: null },
    ]);
    expect(kept('*2817')).toEqual({ kept: [], heard: answered('not-possible') });
  });

  describe('that asks for a PIN', () => {
    const office = { ...officePlan.timeConditions['office'], asksPin: true };
    const locked = { ...plan, timeConditions: { office } as RoutingPlan['timeConditions'] };
    const typing = (code: string) => {
      const desk = new Desk(locked);
      desk.extensionCalls('101', code);
      desk.presses('caller', '4711#');
      return desk;
    };

    test('is turned by whoever knows it, as they dialled, and the PIN stands nowhere', () => {
      const desk = typing('*2812');
      expect(desk.heard()).toContain(`play ${said('box-pin')} to caller`);
      expect(desk.kept).toEqual([]);
      expect(desk.questions).toMatchObject([{ question: { kind: 'prove', condition: 'office', pin: '4711' } }]);
      desk.isTold({ kind: 'proof', is: 'right' });
      expect(desk.kept).toEqual([{ kind: 'override', condition: 'office', to: 'otherwise', by: '101' }]);
      expect(desk.heard()).toContain(`play ${said('night-mode')} to caller`);
      expect(JSON.stringify(desk.call())).not.toContain('4711');
    });

    test('asks again after a wrong one, and turns nothing for who has tried too often', () => {
      const desk = typing('*281');
      desk.isTold({ kind: 'proof', is: 'wrong' });
      expect(desk.heard()).toContain(`play ${said('box-wrong-pin')} to caller`);
      desk.presses('caller', '4712#');
      desk.isTold({ kind: 'proof', is: 'blocked' });
      expect(desk.heard()).toContain(`play ${said('not-possible')} to caller`);
      expect(desk.kept).toEqual([]);
    });

    test('lets go of whoever types nothing, and of an office that does not answer', () => {
      const silent = new Desk(locked);
      silent.extensionCalls('101', '*281');
      silent.heardAll('caller');
      silent.wait(11);
      expect(silent.heard()).toContain(`play ${said('goodbye')} to caller`);
      const asked = typing('*281');
      asked.wait(6);
      expect(asked.heard()).toContain(`play ${said('not-possible')} to caller`);
    });
  });

  test('that was set for a while is the clock’s again when that is over', () => {
    const until = Date.parse('2026-11-20T12:00:00+07:00');
    const office = { ...officePlan.timeConditions['office'], override: 'otherwise', overrideUntil: until };
    const desk = new Desk({ ...plan, timeConditions: { office } as RoutingPlan['timeConditions'] });
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toContain('play demo/closed.wav to caller');
    desk.now = until;
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toContain('dial 101');
  });
});

describe('what is spoken', () => {
  test('the time and the day, where the company is', () => {
    const desk = new Desk();
    desk.now = Date.parse('2026-11-20T21:05:00+07:00');
    expect(dialled(desk, '*60')[1]).toBe(
      `play ${said('now-is', ...numberWords(21), 'hours', '5', 'minutes', 'friday', 'day', '2', 'tens', 'month', 'ten', '1')} to caller`,
    );
  });

  test('the fourth month has a name of its own, and a full hour no minutes', () => {
    const words = [...sayTime({ minute: 600 }), ...sayDate({ date: '2026-04-04', weekday: 6 })];
    expect(words.map((source) => (source.kind === 'file' ? source.file : '')).join(' ')).toBe(
      said('ten', 'hours', 'saturday', 'day', '4', 'month', 'fourth'),
    );
  });

  test('the own number, digit by digit', () => {
    expect(dialled(new Desk(), '*65')).toEqual(answered('own-number', '1', '0', '1'));
  });

  test('in the company’s own words where it has some', () => {
    const own = 'company/t/own.wav';
    const desk = new Desk({ ...officePlan, prompts: { 'system/vi/say/own-number.wav': own } });
    expect(dialled(desk, '*65')[1]).toBe(`play ${own} ${said('1', '0', '1')} to caller`);
  });

  test('an echo test', () => {
    expect(dialled(new Desk(), '*43').slice(0, 2)).toEqual(['answer caller', 'play beep to caller']);
  });
});
