import type { MyCall, myCalls, ResultOf } from '@alo/contract';
import { type Call, initialState, type PhoneState, type Snapshot } from '@alo/softphone';

import type { Caller, CallOrigin } from '../src/phone/model/caller.ts';
import type { Unavailable } from '../src/phone/model/words.ts';
import { callParty, myCall } from '../src/phone/testing/my-call.ts';

/** What the call window shows, as plain data: the phone's snapshot, what the switchboard knows of one's calls, and who calls. */
export interface CallState {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly calls: ResultOf<typeof myCalls>;
  readonly caller: Caller;
  readonly came: CallOrigin | null;
  readonly onDesk: boolean;
  /** Conversations that are at another computer. */
  readonly away: readonly string[];
  readonly unavailable: Unavailable | null;
}

const began = '2026-11-20T02:00:00Z';
const at = Date.parse(began);
const party = { number: '0912345001', name: '' };
const conversationId = '00000000-0000-4000-8000-0000000000a1';
const session = {
  id: 'call-1',
  conversation: conversationId,
  direction: 'incoming',
  party,
  startedAt: at,
} as const;

const talking = {
  ...session,
  status: 'connected',
  variant: 'confirmed',
  answeredAt: at + 12_000,
  onHold: false,
  heldByThem: false,
  muted: false,
} as const satisfies Call;

const customer = callParty({ leg_id: 'leg-customer' });
const minh = callParty({ leg_id: 'leg-102', kind: 'colleague', name: 'Trần Văn Minh', number: '102' });

const conversation = myCall({
  id: conversationId,
  through: 'Chăm sóc khách hàng',
  hotline: '02873001234',
  hotline_name: 'Tổng đài chính',
  project: 'Chăm sóc Tết 2027',
  path: [{ menu: 'Lời chào', keys: '1' }],
  started_at: began,
  answered_at: '2026-11-20T02:00:12Z',
  recording: 'on',
});

const knownCaller: Caller = { title: 'Phạm Thu Hà', number: '0912 345 001', found: undefined };
const nobody: Caller = { title: '', number: '', found: undefined };
const noCalls: CallState['calls'] = {
  data: [],
  ringing: [],
  phone: 'idle',
  phones: 1,
  lacks: null,
  taken_over: null,
  rang: null,
  idle_since: null,
};

type Given = Partial<Omit<CallState, 'name' | 'snapshot'>> &
  Partial<Pick<Snapshot, 'role' | 'quality' | 'trouble' | 'way'>> & { readonly state?: Partial<PhoneState> };

const stateOf = (
  name: string,
  { state = {}, role = 'here', quality = null, trouble = 'none', way = null, ...more }: Given,
): CallState => ({
  name,
  snapshot: {
    role,
    quality,
    trouble,
    way,
    state: { ...initialState, registration: { state: 'registered' }, window: 'open', ...state },
  },
  calls: noCalls,
  caller: state.call === undefined ? nobody : knownCaller,
  came: null,
  onDesk: false,
  away: [],
  unavailable: null,
  ...more,
});

/** One talks: in a conversation as the switchboard has it. */
const inTalk = (name: string, conversed: Partial<MyCall> = {}, more: Given = {}): CallState => {
  const known = { ...conversation, ...conversed };
  return stateOf(name, {
    state: { call: talking },
    calls: {
      data: [known],
      ringing: [],
      phone: 'talking',
      phones: 1,
      lacks: null,
      taken_over: null,
      rang: null,
      idle_since: null,
    },
    came: known,
    ...more,
  });
};

/** The page has no call, and the desk phone beside it has. */
const atDesk = (name: string, conversed: Partial<MyCall> = {}): CallState =>
  inTalk(name, { on: 'desk', since: '2026-11-20T02:00:12Z', ...conversed }, { state: {}, caller: knownCaller });

const dialled = { ...session, direction: 'outgoing' } as const;
const supervising = (mode: 'listen' | 'whisper' | 'barge') =>
  inTalk(`supervision: ${mode}`, { supervising: { mode, agent: { ...minh, name: 'Nguyễn Thị Lan', number: '101' } } });

/** Every state in which somebody sees the call window. */
export const callStates: readonly CallState[] = [
  stateOf('idle, to dial', { state: { lastDialled: { ...party, name: 'Phạm Thu Hà', target: '0912345001' } } }),
  stateOf('idle, behind a call that was missed', {
    state: { notice: { kind: 'ended', cause: 'cancelled', direction: 'incoming', party } },
  }),
  stateOf('idle, behind a call whose caller gave up', {
    state: {
      notice: { kind: 'ended', cause: 'cancelled', direction: 'incoming', party, conversation: conversationId },
    },
    calls: { ...noCalls, rang: { call_id: conversationId, at: began, became: 'gave-up', by: null } },
  }),
  stateOf('idle, not registered', { state: { registration: { state: 'offline', why: 'no-connection' } } }),
  stateOf('idle, in another tab', { role: 'elsewhere' }),
  stateOf('idle, without a microphone', { unavailable: 'blocked' }),
  stateOf('incoming', {
    state: { call: { ...session, status: 'incoming' } },
    came: { ...conversation, answered_at: null },
  }),
  stateOf('incoming at a desk phone', { state: { call: { ...session, status: 'incoming' } }, onDesk: true }),
  stateOf('dialled, before it rings', { state: { call: { ...dialled, status: 'connecting' } } }),
  stateOf('dialled, ringing there', { state: { call: { ...dialled, status: 'outgoing' } } }),
  inTalk('talking'),
  atDesk('talking at the desk phone beside the browser'),
  inTalk(
    'talking at another computer',
    { since: '2026-11-20T02:00:12Z' },
    { state: {}, caller: knownCaller, away: [conversationId] },
  ),
  atDesk('dialled at the desk phone beside the browser', {
    direction: 'outbound',
    made: true,
    since: null,
    parties: [{ ...customer, state: 'ringing' }],
  }),
  inTalk(
    'a call here, another at the desk phone',
    {},
    {
      calls: {
        data: [
          conversation,
          { ...conversation, id: '00000000-0000-4000-8000-0000000000a2', on: 'desk', parties: [minh] },
        ],
        ringing: [],
        phone: 'talking',
        phones: 2,
        lacks: null,
        taken_over: null,
        rang: null,
        idle_since: null,
      },
    },
  ),
  inTalk('muted', {}, { state: { call: { ...talking, muted: true } } }),
  inTalk('on hold', { on_hold: true }, { state: { call: { ...talking, onHold: true } } }),
  inTalk('held by the other side', {}, { state: { call: { ...talking, heldByThem: true } } }),
  inTalk('held by a colleague', { direction: 'internal', parties: [{ ...minh, state: 'held' }] }),
  inTalk('asked by a colleague about a customer', {
    parties: [minh],
    consulted: { by: 'Trần Văn Minh', about: [{ ...customer, state: 'waiting' }], since: '2026-11-20T02:01:00Z' },
  }),
  inTalk('recording paused', { recording: 'paused' }),
  inTalk('the customer hears that the call is recorded', { recording: 'off', notice: true }),
  inTalk('the customer refused to be recorded', { recording: 'off', recording_refused_after: 12 }),
  inTalk('poor sound on the own line', { own_sound: { level: 'poor', wrong: 'loss', figure: 14 } }),
  inTalk('nothing is heard any more', {}, { trouble: 'silent' }),
  inTalk(
    'talking at a desk phone while another call rings',
    {},
    {
      onDesk: true,
      calls: {
        phones: 1,
        lacks: null,
        taken_over: null,
        rang: null,
        idle_since: null,
        data: [conversation],
        ringing: [
          {
            ...conversation,
            id: '00000000-0000-4000-8000-0000000000a2',
            party: { ...customer, name: 'Vũ Khánh Linh' },
          },
        ],
        phone: 'talking',
      },
    },
  ),
  inTalk('consultation', { consulting: true, parties: [minh], waiting: [{ ...customer, state: 'waiting' }] }),
  inTalk('conference', { parties: [customer, minh] }),
  supervising('listen'),
  supervising('whisper'),
  supervising('barge'),
];
