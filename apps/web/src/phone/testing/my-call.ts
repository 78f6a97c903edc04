import type { MyCall } from '@alo/contract';

type CallParty = MyCall['parties'][number];

/** A customer at the other end, and what a test says otherwise. */
export const callParty = (more: Partial<CallParty> = {}): CallParty => ({
  leg_id: 'customer',
  kind: 'customer',
  name: 'Phạm Thu Hà',
  number: '0912345001',
  state: 'talking',
  sound: null,
  ...more,
});

/** How a call came that is as plain as it can be, in a conversation or as it rings. */
export const plainWay = {
  known_as: [],
  name_prefix: '',
  through: '',
  script_of: null,
  hotline: '',
  hotline_name: '',
  project: '',
  path: [],
  started_at: '2026-11-20T02:00:00Z',
  answered_at: null,
};

/** A conversation with a customer who has called, and what a test says otherwise. */
export const myCall = (more: Partial<MyCall> = {}): MyCall => ({
  id: 'c-1',
  direction: 'inbound',
  ...plainWay,
  on: 'browser',
  made: false,
  since: null,
  customer_id: null,
  parties: [callParty()],
  on_hold: false,
  consulting: false,
  waiting: [],
  recording: 'off',
  recording_refused_after: null,
  notice: false,
  supervising: null,
  own_sound: null,
  ...more,
});
