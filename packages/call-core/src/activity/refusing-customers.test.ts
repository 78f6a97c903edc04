import { describe, expect, test } from 'vitest';

import { Desk } from '../testing/desk.ts';
import { hotline, officePlan } from '../testing/plan.ts';

const customer = '0901234567';
const plan = { ...officePlan, limits: { ...officePlan.limits, asksWhoRefuses: true } } as const;
const refuses = (then: 'call' | 'ask' | 'refuse') => ({ kind: 'refuses', then }) as const;

/** A phone of 101 has dialled a customer, and the office is asked about them. */
function dialling(): Desk {
  const desk = new Desk(plan);
  desk.extensionCalls('101', customer);
  return desk;
}

describe('a company that wants to be asked before who refuses advertising is called', () => {
  test('has its office asked before anything is dialled, and whoever does not refuse is called at once', () => {
    const desk = dialling();
    expect(desk.heard()).toEqual([]);
    expect(desk.questions.at(-1)?.question).toEqual({ kind: 'refuses', number: '+84901234567', by: '101' });
    desk.isTold(refuses('call'));
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
  });

  test('lets a phone call all the same by pressing 1, which is kept', () => {
    const desk = dialling();
    desk.isTold(refuses('ask'));
    expect(desk.heard()).toEqual([
      'answer caller',
      'play system/vi/say/refuses-advertising.wav 2000 ms of silence to caller',
    ]);
    desk.presses('caller', '2');
    expect(desk.heard()).toEqual([]);
    expect(desk.kept).toEqual([]);
    desk.presses('caller', '1');
    expect(desk.heard()).toContain('dial 0901234567 over trunk-a');
    expect(desk.kept).toEqual([{ kind: 'called-anyway', extension: '101', number: '+84901234567' }]);
    desk.answers('trunk-a');
    desk.wait(30);
    desk.ends('trunk-a');
    expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 30_000 });
  });

  test('calls nobody where nothing is pressed', () => {
    const desk = dialling();
    desk.isTold(refuses('ask'));
    desk.wait(20);
    expect(desk.heard()).not.toContain('dial 0901234567 over trunk-a');
    expect(desk.kept).toEqual([]);
    expect(desk.summary()).toMatchObject({ status: 'blocked' });
  });

  test('does not let those call who may not, and they hear why', () => {
    const desk = dialling();
    desk.isTold(refuses('refuse'));
    expect(desk.heard()).toEqual(['progress caller', 'play system/vi/say/refuses-advertising-refused.wav to caller']);
    desk.heardAll('caller');
    expect(desk.summary()).toMatchObject({ status: 'blocked' });
    expect(desk.trace()).toContain('Khách đã từ chối quảng cáo, và máy nhánh 101 không có quyền vẫn gọi');
  });

  test('goes on without an office that does not answer, and the trace says so', () => {
    const desk = dialling();
    desk.wait(2);
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
    expect(desk.trace()).toContain('Chưa biết khách có từ chối quảng cáo không');
    // What it says afterwards comes too late.
    desk.isTold(refuses('refuse'));
    expect(desk.heard()).toEqual([]);
  });

  test('asks nobody about emergencies, colleagues, and what may not be called anyway', () => {
    const urgent = plan.outboundRules.map((rule) => ({ ...rule, pattern: '113' }));
    const desk = new Desk({ ...plan, outboundRules: [...urgent, ...plan.outboundRules] });
    for (const number of ['102', '0014155550100', '113']) desk.extensionCalls('101', number);
    expect(desk.heard()).toContain('dial 113 over trunk-a');
    expect(desk.questions).toEqual([]);
  });

  test('says nothing of it to a customer who is sent on to somebody else', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls('0912345678', hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'transfer', call, to: customer });
    expect(desk.questions).toEqual([]);
    expect(desk.heard()).toContain('dial 0901234567 over trunk-a');
  });
});
