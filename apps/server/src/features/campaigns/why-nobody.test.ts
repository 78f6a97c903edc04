import { expect, test } from 'vitest';

import { whyNobody } from './why-nobody.ts';

const now = Date.parse('2026-11-24T05:00:00Z');
const clock = { now, timeZone: 'Asia/Ho_Chi_Minh' };
const none = {
  contacts: 30,
  ready: 0,
  finished: 0,
  later: 0,
  first: null,
  refusing: 0,
  advertised: 0,
  taken: 0,
  kept: 0,
};

test('who is left is told in numbers, and when the first of them may be called', () => {
  const waiting = { ...none, later: 12, first: new Date('2026-11-24T07:30:00Z'), refusing: 3, finished: 1_234 };
  expect(whyNobody(waiting, null, clock)).toEqual([
    'Chưa đến giờ gọi lại: 12 khách, sớm nhất 14:30',
    'Từ chối quảng cáo (Nghị định 91/2020, Điều 13): 3 khách',
    'Đã xong: 1.234 khách',
  ]);
  expect(whyNobody({ ...none, later: 1, first: new Date('2026-11-25T01:00:00Z') }, null, clock)).toEqual([
    'Chưa đến giờ gọi lại: 1 khách, sớm nhất 08:00 ngày 25/11',
  ]);
});

test('a campaign that may not call now says so first, an empty one what to do', () => {
  const closed = { reason: 'advertising-hours', words: 'Ngoài giờ gọi quảng cáo 08:00–17:00' } as const;
  expect(whyNobody({ ...none, taken: 2, kept: 5 }, closed, clock)).toEqual([
    closed.words,
    'Đang do người khác giữ: 2 khách',
    'Đã giao cho người khác: 5 khách',
  ]);
  expect(whyNobody({ ...none, contacts: 0 }, null, clock)).toEqual([
    'Chiến dịch chưa có khách nào. Chọn khách trong danh sách khách hàng rồi “Thêm vào chiến dịch”',
  ]);
});
