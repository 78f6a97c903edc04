import { emptyPlan, type RoutingPlan } from '@alo/call-core';
import { expect, test } from 'vitest';

import { whereaboutsBy } from './whereabouts.ts';

const office: RoutingPlan = {
  ...emptyPlan,
  numbers: { '+842871000101': { number: '+842871000101', name: 'Hotline' } },
  voicemailBoxes: { box: { name: 'Hộp chung', greeting: 'a', maxSeconds: 60, maxSilenceSeconds: 5 } },
  announcements: {
    closed: { name: 'Ngoài giờ', file: 'a', skipKey: null, then: { kind: 'voicemail', box: 'box' } },
  },
  inboundRules: [
    {
      name: 'Gọi vào',
      number: null,
      callerPattern: null,
      timeGroup: null,
      afterTalk: null,
      destination: { kind: 'msg', announcement: 'closed' },
    },
  ],
};
const call = { from: { kind: 'outside', number: '0901234567' }, dialled: '02871000101', at: 0 } as const;
const where = (plan: RoutingPlan) => whereaboutsBy(plan, {}, 0)({ ...call, keys: [], outside: 'answers' });

test('where a call goes is told by its parts, in the words that they have', () => {
  expect(where(office)).toMatchObject({
    words: 'Phát thông báo “Ngoài giờ” → Hộp thư thoại “Hộp chung” → Hộp thư thoại',
    place: 'Hộp thư thoại',
  });
});

test('another name is no other way, another part is', () => {
  const renamed = {
    ...office,
    inboundRules: office.inboundRules.map((rule) => ({ ...rule, name: 'Đổi tên' })),
    voicemailBoxes: { box: { name: 'Hộp mới', greeting: 'b', maxSeconds: 60, maxSilenceSeconds: 5 } },
  };
  expect(where(renamed).key).toBe(where(office).key);
  const astray = {
    ...office,
    inboundRules: office.inboundRules.map((rule) => ({
      ...rule,
      destination: { kind: 'voicemail', box: 'box' } as const,
    })),
  };
  expect(where(astray).key).not.toBe(where(office).key);
});
