import { describe, expect, test } from 'vitest';
import type { RingGroup, RoutingPlan } from '../board/plan.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';
const mobile = '0909876543';

/** The hotline leads to a group of all three, which is as it is wanted. */
function grouped(parts: Partial<RingGroup>, people: Partial<RoutingPlan['extensions']> = {}): RoutingPlan {
  const all: RingGroup = {
    name: 'Tất cả',
    strategy: 'ring-all',
    members: ['101', '102', '103'],
    ringSeconds: 20,
    otherwise: { kind: 'voicemail', box: 'box' },
    ...parts,
  };
  return leadingTo(
    { kind: 'group', group: 'all' },
    {
      groups: { all },
      extensions: { ...officePlan.extensions, ...people } as RoutingPlan['extensions'],
      outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' })),
    },
  );
}

/** All of whose calls go to a mobile. */
const away = extension('102', 'Trần Văn Minh', {
  forwards: { always: { kind: 'fw', number: mobile, showing: 'own' }, busy: null, noAnswer: null, offline: null },
});
const voicemail = ['answer caller', 'play demo/greeting.wav to caller'];

function calls(plan: RoutingPlan, phones?: readonly string[]): Desk {
  const desk = new Desk(plan, phones);
  desk.customerCalls(customer, hotline);
  return desk;
}

describe('a group with a greeting', () => {
  test('plays it once before anybody is rung, and says so', () => {
    const desk = calls(grouped({ greeting: 'hello.wav', strategy: 'one-by-one' }));
    expect(desk.heard()).toEqual(['answer caller', 'play hello.wav to caller']);
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['dial 101']);
    desk.wait(20);
    expect(desk.heard()).toEqual(['hang up 101 (no-answer)', 'dial 102']);
    expect(desk.trace().filter((line) => line.includes('lời chào'))).toEqual([
      'Phát lời chào của nhóm đổ chuông “Tất cả”',
    ]);
  });
});

describe('a group with music', () => {
  test('plays it instead of the ringing tone, before anything is charged, and until somebody answers', () => {
    const desk = calls(grouped({ music: 'jazz' }));
    expect(desk.heard()).toEqual(['dial 101', 'dial 102', 'dial 103', 'progress caller', 'play jazz to caller']);
    desk.rings('101');
    desk.rings('102');
    expect(desk.heard()).toEqual([]);
    desk.answers('102');
    expect(desk.heard()).toEqual([
      'hang up 101 (answered-elsewhere)',
      'hang up 103 (answered-elsewhere)',
      'answer caller',
      'stop playing to caller',
      'bridge caller+102',
      'record',
    ]);
  });

  test('goes on with it from one phone to the next', () => {
    const desk = calls(grouped({ music: 'jazz', strategy: 'one-by-one' }));
    desk.heard();
    desk.wait(20);
    desk.rings('102');
    expect(desk.heard()).toEqual(['hang up 101 (no-answer)', 'dial 102']);
    desk.wait(40);
    expect(desk.heard().slice(-3)).toEqual(['stop playing to caller', ...voicemail]);
  });
});

describe('times of members', () => {
  test('who comes later is rung later, and nobody is rung when the time of the group is over', () => {
    const times = { 102: { delaySeconds: 5, ringSeconds: null }, 103: { delaySeconds: 10, ringSeconds: null } };
    const desk = calls(grouped({ times }));
    expect(desk.heard()).toEqual(['dial 101']);
    desk.wait(5);
    expect(desk.heard()).toEqual(['dial 102']);
    desk.wait(5);
    expect(desk.heard()).toEqual(['dial 103']);
    desk.wait(10);
    expect(desk.heard()).toEqual([...['101', '102', '103'].map((who) => `hang up ${who} (no-answer)`), ...voicemail]);
    expect(desk.openTimers).toBe(1);
  });

  test('where nobody rings whoever comes next is rung at once', () => {
    const times = { 102: { delaySeconds: 5, ringSeconds: null }, 103: { delaySeconds: 10, ringSeconds: null } };
    const desk = calls(grouped({ times }));
    desk.heard();
    desk.wait(2);
    desk.ends('101', 'rejected');
    expect(desk.heard()).toEqual(['dial 102']);
    desk.wait(8);
    expect(desk.heard()).toEqual(['dial 103']);
    expect(calls(grouped({ times }), ['103']).heard()).toEqual(['dial 103']);
  });

  test('a phone rings no longer than its own time, the others go on', () => {
    const desk = calls(grouped({ times: { 101: { delaySeconds: 0, ringSeconds: 8 } } }));
    desk.heard();
    desk.wait(8);
    expect(desk.heard()).toEqual(['hang up 101 (no-answer)']);
    desk.answers('102');
    expect(desk.heard()).toContain('bridge caller+102');
  });

  test('one by one each has their own time, which may be longer than that of the group', () => {
    const times = { 101: { delaySeconds: 9, ringSeconds: 8 }, 102: { delaySeconds: 0, ringSeconds: 40 } };
    const desk = calls(grouped({ times, strategy: 'one-by-one' }));
    expect(desk.heard()).toEqual(['dial 101']);
    desk.wait(8);
    expect(desk.heard()).toEqual(['hang up 101 (no-answer)', 'dial 102']);
    desk.wait(39);
    expect(desk.heard()).toEqual([]);
    desk.wait(1);
    expect(desk.heard()).toEqual(['hang up 102 (no-answer)', 'dial 103']);
  });
});

describe('a group whose members confirm', () => {
  const asks = 'play system/vi/say/group-call.wav 2000 ms of silence to 102';
  const outside = (desk: Desk) => {
    const found = desk.call().legs.findLast(({ party }) => party.kind === 'extension' && party.extension === '102');
    if (found === undefined) throw new Error('Nobody was rung outside');
    return found.id;
  };
  const says = (desk: Desk, what: 'answered' | '1' | '5') => {
    const [call, leg] = [desk.call().id, outside(desk)];
    const at = desk.now;
    if (what === 'answered') desk.take({ type: 'answered', call, leg, at });
    else desk.take({ type: 'digit', digit: what, call, leg, at });
  };

  test('rings whoever sends all calls outside there, and connects them when they press 1', () => {
    const desk = calls(grouped({ confirms: true }, { 102: away }), ['101', '103']);
    expect(desk.heard()).toEqual(['dial 101', 'dial 0909876543 over trunk-a', 'dial 103']);
    says(desk, 'answered');
    expect(desk.heard()).toEqual([asks.replace('102', 'trunk-a')]);
    says(desk, '5');
    expect(desk.heard()).toEqual([]);
    says(desk, '1');
    expect(desk.heard().slice(0, 3)).toEqual([
      'hang up 101 (answered-elsewhere)',
      'hang up 103 (answered-elsewhere)',
      'answer caller',
    ]);
    expect(desk.call().answer?.extension).toBe('102');
    expect(desk.trace()).toContain('Người nghe ở số ngoài nhấn 1 để nhận');
  });

  test('a mailbox that picks up there takes no call: the others ring on, and the group goes on where nobody does', () => {
    const desk = calls(grouped({ confirms: true, members: ['102'], ringSeconds: 60 }, { 102: away }), []);
    says(desk, 'answered');
    desk.heard();
    desk.wait(20);
    expect(desk.heard()).toEqual(['hang up trunk-a (no-answer)', ...voicemail]);
    expect(desk.trace()).toContain('Số ngoài nhấc máy nhưng không nhấn 1');
  });

  test('whoever hangs up instead of pressing leaves the others ringing', () => {
    const desk = calls(grouped({ confirms: true }, { 102: away }), ['101']);
    says(desk, 'answered');
    desk.heard();
    desk.take({ type: 'ended', cause: 'normal', call: desk.call().id, leg: outside(desk), at: desk.now });
    expect(desk.heard()).toEqual([]);
    desk.answers('101');
    expect(desk.heard()).toContain('bridge caller+101');
  });

  test('a caller who gives up while somebody is asked leaves nobody behind', () => {
    const desk = calls(grouped({ confirms: true, members: ['102'] }, { 102: away }), []);
    says(desk, 'answered');
    desk.ends('caller');
    expect(desk.summary()).toMatchObject({ stage: 'ended', status: 'abandoned' });
    expect(desk.openTimers).toBe(0);
  });

  test('without it members are rung at their own phones only', () => {
    expect(calls(grouped({}, { 102: away })).heard()).toEqual(['dial 101', 'dial 102', 'dial 103']);
  });
});

describe('a group that depends on its first', () => {
  test('tries the others one by one where the first does not answer', () => {
    const desk = calls(grouped({ strategy: 'primary' }));
    expect(desk.heard()).toEqual(['dial 101']);
    desk.wait(20);
    expect(desk.heard()).toEqual(['hang up 101 (no-answer)', 'dial 102']);
  });

  test('is passed over as a whole where the first is busy or not there, and the trace says why', () => {
    const absent = calls(grouped({ strategy: 'primary' }), ['102', '103']);
    expect(absent.heard()).toEqual(voicemail);
    expect(absent.trace()).toContain('Bỏ qua cả nhóm “Tất cả”: máy nhánh 101 (Nguyễn Thị Lan) điện thoại chưa đăng ký');
    const busy = new Desk(grouped({ strategy: 'primary', otherwise: null }));
    busy.extensionCalls('101', '103');
    busy.heard();
    busy.customerCalls(customer, hotline);
    expect(busy.heard()).toEqual(['hang up caller (busy)']);
  });
});

test('who is rung outside takes a channel of the trunk, whoever they are', () => {
  const desk = calls(grouped({ confirms: true }, { 102: away }), ['101']);
  const used = () => getFrom(desk.board.usage, 'trunk trunk-a')?.now;
  // The caller's own is the other.
  expect(used()).toBe(2);
  desk.answers('101');
  expect(used()).toBe(1);
});
