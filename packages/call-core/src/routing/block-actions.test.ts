import { expect, test } from 'vitest';

import type { BlockReason } from '../board/plan.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, officePlan } from '../testing/plan.ts';
import { blockList } from './block-list.ts';

const nuisance = '0901234567';

/** The nuisance is on the list, with more of their line. */
function calling(more: Omit<BlockReason, 'reason'>, from = nuisance): Desk {
  const entry = { kind: 'pattern', value: '0901*', reason: 'quấy rối', ...more } as const;
  const desk = new Desk({ ...officePlan, blockedCallers: blockList([entry]) });
  desk.customerCalls(from, hotline);
  return desk;
}

test('a blocked caller is refused, and the call says by what', () => {
  const desk = calling({});
  expect(desk.heard()).toEqual(['hang up caller (blocked)']);
  expect(desk.summary()).toMatchObject({ status: 'blocked', cause: 'blocked', blocked: '0901*' });
});

test('one who gets the busy tone is blocked all the same', () => {
  const desk = calling({ gets: 'busy' });
  expect(desk.heard()).toEqual(['hang up caller (busy)']);
  expect(desk.summary()).toMatchObject({ status: 'blocked', cause: 'busy', blocked: '0901*' });
  expect(desk.trace()).toContain('Người gọi nghe báo bận');
});

test('one who hears an announcement is led nowhere after it, wherever it leads others', () => {
  const gets = { kind: 'msg', announcement: 'onward' } as const;
  const onward = {
    name: 'Xin lỗi',
    file: 'sorry.wav',
    skipKey: '#',
    then: { kind: 'group', group: 'sales' },
  } as const;
  for (const skips of [false, true]) {
    const entry = { kind: 'pattern', value: '0901*', reason: 'quấy rối', gets } as const;
    const desk = new Desk({ ...officePlan, announcements: { onward }, blockedCallers: blockList([entry]) });
    desk.customerCalls(nuisance, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play sorry.wav to caller']);
    if (skips) desk.presses('caller', '#');
    else desk.heardAll('caller');
    expect(desk.heard().at(-1)).toBe('hang up caller (blocked)');
    expect(desk.summary()).toMatchObject({ status: 'blocked', cause: 'blocked' });
  }
});

test('one who may leave a message leaves it in the box', () => {
  const desk = calling({ gets: { kind: 'voicemail', box: 'box' } });
  expect(desk.heard()).toEqual(['answer caller', 'play demo/greeting.wav to caller']);
  desk.heardAll('caller');
  desk.heardAll('caller');
  desk.wait(14);
  desk.ends('caller');
  expect(desk.summary()).toMatchObject({ status: 'voicemail', blocked: '0901*' });
  const quick = calling({ gets: { kind: 'voicemail', box: 'box' } });
  quick.ends('caller');
  expect(quick.summary().status).toBe('blocked');
});

test('what is no longer there refuses: nobody who is blocked gets on by that', () => {
  for (const gets of [
    { kind: 'msg', announcement: 'gone' },
    { kind: 'voicemail', box: 'gone' },
  ] as const) {
    expect(calling({ gets }).heard()).toEqual(['hang up caller (blocked)']);
  }
});

test('a line for one of our numbers lets its callers through to the others', () => {
  expect(calling({ number: '+842871000101' }).summary().status).toBe('blocked');
  const other = calling({ number: '+842871000999' });
  expect(other.heard()).toEqual(['dial 101', 'dial 102']);
  expect(other.trace()).toContain('Số gọi đến không bị chặn');
});
