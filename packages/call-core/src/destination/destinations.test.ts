import { describe, expect, test } from 'vitest';
import type { Menu } from '../board/plan.ts';
import { wayThroughMenus } from '../seen/menu-path.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';
const taken = { name: 'Hết kênh', calls: 0, callsPerSecond: null, passesCallers: false };
const everybody = officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const }));

const main: Menu = {
  name: 'Lời chào chính',
  prompt: ['menu.wav'],
  invalidPrompt: ['invalid.wav'],
  timeoutPrompt: ['slow.wav'],
  keys: {
    1: { kind: 'group', group: 'sales' },
    2: { kind: 'ivr', menu: 'sub' },
    29: { kind: 'voicemail', box: 'box' },
  },
  directDialling: true,
  digitSeconds: 3,
  waitSeconds: 5,
  tries: 2,
  invalid: { kind: 'direct', extension: '103' },
  timeout: { kind: 'hang-up', cause: 'normal' },
};
const sub: Menu = { ...main, name: 'Nhánh', prompt: ['sub.wav'], keys: { '*': { kind: 'ivr', menu: 'main' } } };
const withMenus = leadingTo({ kind: 'ivr', menu: 'main' }, { menus: { main, sub } });

describe('a menu', () => {
  test('leads where the key says, also while the prompt still plays', () => {
    const desk = new Desk(withMenus);
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play menu.wav to caller']);
    desk.presses('caller', '1');
    // It could be the beginning of 101.
    expect(desk.heard()).toEqual(['stop playing to caller']);
    desk.wait(3);
    expect(desk.heard()).toEqual(['dial 101', 'dial 102']);
    expect(desk.call().trace.find(({ text }) => text === 'Người gọi bấm 1')?.detail).toEqual({
      menu: 'Lời chào chính',
      keys: '1',
    });
  });

  test('tells afterwards which menus a caller went through, and by which keys', () => {
    const desk = new Desk(withMenus);
    desk.customerCalls(customer, hotline);
    desk.presses('caller', '9');
    desk.presses('caller', '2');
    desk.wait(3);
    expect(wayThroughMenus(desk.call())).toEqual([
      { menu: 'Lời chào chính', keys: '2' },
      { menu: 'Nhánh', keys: '' },
    ]);
  });

  test('waits for the next key where one key could be the beginning of two', () => {
    const desk = new Desk(withMenus);
    desk.customerCalls(customer, hotline);
    desk.presses('caller', '2');
    desk.heard();
    desk.wait(3);
    expect(desk.heard()).toEqual(['play sub.wav to caller']);
    desk.presses('caller', '*');
    desk.presses('caller', '29');
    expect(desk.heard().at(-1)).toBe('play demo/greeting.wav to caller');
  });

  test('takes the number of a colleague', () => {
    const desk = new Desk(withMenus);
    desk.customerCalls(customer, hotline);
    desk.presses('caller', '103');
    expect(desk.heard().at(-1)).toBe('dial 103');
  });

  test('is repeated after a wrong key and after none, and then left', () => {
    const desk = new Desk(withMenus);
    desk.customerCalls(customer, hotline);
    desk.heard();
    desk.presses('caller', '9');
    expect(desk.heard()).toEqual(['stop playing to caller', 'play invalid.wav menu.wav to caller']);
    desk.presses('caller', '9');
    expect(desk.heard()).toEqual(['stop playing to caller', 'dial 103']);
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heard();
    desk.wait(5);
    expect(desk.heard()).toEqual(['play slow.wav menu.wav to caller']);
    desk.heardAll('caller');
    desk.wait(5);
    expect(desk.summary()).toMatchObject({ status: 'stopped_ivr', endedBy: { by: 'system' } });
  });

  test('is no home: whoever stays too long is let go, and who hangs up stopped there', () => {
    const patient = { ...main, tries: 1000, timeoutPrompt: [] };
    const desk = new Desk(leadingTo({ kind: 'ivr', menu: 'main' }, { menus: { main: patient } }));
    desk.customerCalls(customer, hotline);
    for (let round = 0; round < 200 && desk.call().stage === 'open'; round++) {
      desk.heardAll('caller');
      desk.wait(5);
    }
    expect(desk.call().stage).toBe('ended');
    desk.customerCalls(customer, hotline);
    desk.ends('caller');
    expect(desk.summary().status).toBe('stopped_ivr');
  });
});

describe('a group', () => {
  const groups = {
    ...officePlan.groups,
    turns: { name: 'X', strategy: 'memory', members: ['101', '102', '103'], ringSeconds: 9, otherwise: null },
    chance: { name: 'N', strategy: 'random', members: ['101', '102', '103'], ringSeconds: 9, otherwise: null },
  } as const;

  test('with a memory begins with the next one each time', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'turns' }, { groups }));
    const first = () => {
      desk.customerCalls(customer, hotline);
      desk.ends('caller', 'cancelled');
      return desk.heard()[0];
    };
    expect([first(), first(), first(), first()]).toEqual(['dial 101', 'dial 102', 'dial 103', 'dial 101']);
  });

  test('at random rings everybody in turn, each first now and then, and the same call always the same', () => {
    const firsts = () => {
      const desk = new Desk(leadingTo({ kind: 'group', group: 'chance' }, { groups }));
      return Array.from({ length: 30 }, () => {
        desk.customerCalls(customer, hotline);
        desk.ends('caller', 'cancelled');
        return desk.heard()[0];
      });
    };
    expect(new Set(firsts())).toEqual(new Set(['dial 101', 'dial 102', 'dial 103']));
    expect(firsts()).toEqual(firsts());
    const desk = new Desk(leadingTo({ kind: 'group', group: 'chance' }, { groups }));
    desk.customerCalls(customer, hotline);
    desk.wait(27);
    expect(
      desk
        .heard()
        .filter((said) => said.startsWith('dial'))
        .sort(),
    ).toEqual(['dial 101', 'dial 102', 'dial 103']);
  });
});

describe('forwarding to the outside', () => {
  test('goes by the rules that are for everybody, and shows the own number or the customer’s', () => {
    for (const [showing, passesCallers, shown] of [
      ['own', true, hotline],
      ['customer', true, customer],
      // Only our own numbers go out where the carrier takes no others.
      ['customer', false, hotline],
    ] as const) {
      const trunks = { 'trunk-a': { name: 'A', calls: null, callsPerSecond: null, passesCallers } };
      const to = { kind: 'fw', number: '0987654321', showing } as const;
      const desk = new Desk(leadingTo(to, { outboundRules: everybody, trunks }));
      desk.customerCalls(customer, hotline);
      expect(desk.heard()).toEqual(['dial 0987654321 over trunk-a']);
      expect(desk.shown.get('trunk-a')).toBe(shown);
      desk.answers('trunk-a');
      desk.wait(10);
      desk.ends('caller');
      expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 10_000 });
      expect(desk.call()).toMatchObject({ outsideNumber: '+84901234567', serviceNumber: '+842871000101' });
    }
  });

  test('whoever tries it chose who calls: that number is shown outside by no carrier', () => {
    const trunks = { 'trunk-a': { name: 'A', calls: null, callsPerSecond: null, passesCallers: true } };
    const to = { kind: 'fw', number: '0987654321', showing: 'customer' } as const;
    const desk = new Desk(leadingTo(to, { outboundRules: everybody, trunks }));
    desk.tries('18001091', hotline);
    expect(desk.heard()).toEqual(['dial 0987654321 over trunk-a']);
    expect(desk.shown.get('trunk-a')).toBe(hotline);
    expect(desk.trace()).toContain('Cuộc gọi thử không hiện số của “khách” ra ngoài, hiện đầu số của doanh nghiệp');
  });

  const otherwise = { kind: 'voicemail', box: 'box' } as const;
  const toMobile = { kind: 'fw', number: '0987654321', showing: 'own', otherwise } as const;

  test.each(['busy', 'rejected', 'no-answer', 'unreachable'] as const)(
    'that does not get through (%s) goes where it is to go then, over every trunk that may help',
    (cause) => {
      const desk = new Desk(leadingTo(toMobile, { outboundRules: everybody }));
      desk.customerCalls(customer, hotline);
      desk.rings('trunk-a');
      desk.ends('trunk-a', cause);
      if (cause === 'unreachable') desk.ends('trunk-b', cause);
      expect(desk.heard()).toContain('play demo/greeting.wav to caller');
      expect(desk.trace()).toContain('Chuyển ra số ngoài');
    },
  );

  test('that rings too long goes where it is to go then, and one that is answered ends with the talk', () => {
    const desk = new Desk(leadingTo(toMobile, { outboundRules: everybody }));
    desk.customerCalls(customer, hotline);
    desk.rings('trunk-a');
    desk.wait(61);
    expect(desk.heard()).toContain('play demo/greeting.wav to caller');
    desk.customerCalls(customer, hotline);
    desk.answers('trunk-a');
    desk.wait(5);
    desk.ends('trunk-a');
    expect(desk.heard()).not.toContain('play demo/greeting.wav to caller');
    expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 5_000 });
  });

  test('that no limit or rule lets out goes where it is to go then; that there is no rule is told all the same', () => {
    const second = everybody.map((rule) => ({ ...rule, routes: rule.routes.slice(1) }));
    const full = new Desk(leadingTo(toMobile, { outboundRules: second, trunks: { 'trunk-b': taken } }));
    full.customerCalls(customer, hotline);
    expect(full.heard()).toContain('play demo/greeting.wav to caller');
    expect(full.summary().broken).toBe('');
    const nowhere = new Desk(leadingTo(toMobile));
    nowhere.customerCalls(customer, hotline);
    expect(nowhere.heard()).toContain('play demo/greeting.wav to caller');
    expect(nowhere.summary().broken).toBe('không có đường gọi ra cho số ngoài này');
  });

  test('is refused where the rules are for some people only', () => {
    const desk = new Desk(leadingTo({ kind: 'fw', number: '0987654321', showing: 'own' }));
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play system/vi/no-answer.wav to caller']);
    expect(desk.trace()).toContain('Cấu hình hỏng: không có đường gọi ra cho số ngoài này');
  });
});

test('a voicemail box greets with its own words, and the message lies in it', () => {
  const box = { name: 'Đêm', greeting: 'night.wav', maxSeconds: 60, maxSilenceSeconds: 5 };
  const voicemailBoxes = { ...officePlan.voicemailBoxes, night: box };
  const desk = new Desk(leadingTo({ kind: 'voicemail', box: 'night' }, { voicemailBoxes }));
  desk.customerCalls(customer, hotline);
  expect(desk.heard()).toEqual(['answer caller', 'play night.wav to caller']);
  desk.heardAll('caller');
  desk.heardAll('caller');
  expect(desk.call().recordings).toMatchObject([{ kind: 'message', box: 'night' }]);
});

describe('whoever spoke last', () => {
  const rule = {
    name: 'Gần nhất',
    withinHours: 24,
    ringSeconds: 15,
    otherwise: { kind: 'group', group: 'sales' },
  } as const;
  const plan = leadingTo({ kind: 'lastcall', rule: 'last' }, { lastCallRules: { last: rule } });

  test('with this customer is rung, be it after a call in or out, for as long as the rule says', () => {
    const desk = new Desk(plan);
    desk.customerCalls(customer, hotline);
    expect(desk.trace()).toContain('Gọi lại người cũ “Gần nhất”: chưa ai nói chuyện với khách này');
    desk.answers('102');
    desk.ends('caller');
    desk.heard();
    desk.customerCalls('+84901234567', hotline);
    expect(desk.heard()).toEqual(['dial 102']);
    desk.ends('caller');
    desk.extensionCalls('101', customer);
    desk.answers('trunk-a');
    desk.ends('caller');
    desk.heard();
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['dial 101']);
    desk.ends('caller');
    desk.heard();
    desk.wait(25 * 3600);
    desk.customerCalls(customer, hotline);
    expect(desk.trace()).toContain('Gọi lại người cũ “Gần nhất”: đã quá 24 giờ');
  });

  test('is passed over when busy, and somebody else is rung when they do not answer', () => {
    const desk = new Desk(plan);
    desk.customerCalls(customer, hotline);
    desk.answers('102');
    desk.ends('caller');
    desk.chooses('102', 2);
    desk.heard();
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['dial 101']);
    desk.ends('caller');
    desk.chooses('102', 1);
    desk.customerCalls(customer, hotline);
    desk.heard();
    desk.wait(15);
    expect(desk.heard()).toEqual(['hang up 102 (no-answer)', 'dial 101', 'dial 102']);
  });
});

test('an echo test lets the caller hear themselves until a key is pressed', () => {
  const internalNumbers = { ...officePlan.internalNumbers, 199: { kind: 'echo-test' } } as const;
  const desk = new Desk({ ...officePlan, internalNumbers });
  desk.extensionCalls('101', '199');
  desk.heardAll('caller');
  expect(desk.heard()).toEqual(['answer caller', 'play beep to caller', 'bridge caller<caller']);
  desk.presses('caller', '1');
  expect(desk.heard()).toEqual(['hang up caller (normal)', 'unbridge']);
});
