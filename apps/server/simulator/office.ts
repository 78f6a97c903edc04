import { emptyPlan, queueMember, queuePlan, type RoutingPlan, type TrunkId } from '@alo/call-core';

import { fixedKey } from '../src/kernel/key-ring.ts';
import { sealer } from '../src/storage/sealed.ts';
import type { TelephonyConfig } from '../src/telephony/routing-plan.ts';

/** An office with a bit of everything that routing knows. */
export const officeTrunk = 'trunk-1' as TrunkId; // the simulation's own
/** Hides what is pressed in the office. */
export const officeSealer = sealer(fixedKey(Buffer.alloc(32)), 'simulated');
export const officeExtensions = ['101', '102', '103', '104', '105', '106'] as const;
/** Numbers that customers dial. */
export const officeNumbers = ['02871000101', '02871000102', '02871000103', '02871000104', '02871000105'] as const;
/** What people here dial. */
export const officeDialled = ['101', '102', '103', '106', '600', '601', '602', '0987654321', '701', '999'] as const;

const number = (national: string) => ({ number: `+84${national.slice(1)}`, name: national });
const inbound = (national: string, destination: RoutingPlan['inboundRules'][number]['destination']) => ({
  name: national,
  number: `+84${national.slice(1)}`,
  callerPattern: null,
  timeGroup: null,
  afterTalk: null,
  destination,
});

const plan: RoutingPlan = {
  ...emptyPlan,
  extensions: Object.fromEntries(
    officeExtensions.map((extension, index) => [
      extension,
      {
        extension,
        name: `Nhân viên ${extension}`,
        ringSeconds: 12,
        seesMaskedNumbers: false,
        otherwise: extension === '102' ? ({ kind: 'voicemail', box: 'box' } as const) : null,
        callWaiting: index === 2,
        supervises: index === 5 ? 'everybody' : 'nobody',
        pickUpGroup: 'room',
      },
    ]),
  ),
  internalNumbers: {
    ...Object.fromEntries(officeExtensions.map((extension) => [extension, { kind: 'direct', extension } as const])),
    '600': { kind: 'group', group: 'all' },
    '601': { kind: 'queue', queue: 'sales' },
    '602': { kind: 'ivr', menu: 'main' },
  },
  numbers: Object.fromEntries(officeNumbers.map((national) => [number(national).number, number(national)])),
  groups: {
    all: {
      name: 'Tất cả',
      strategy: 'ring-all',
      members: ['101', '102', '103'],
      ringSeconds: 10,
      otherwise: { kind: 'voicemail', box: 'box' },
    },
    turns: {
      name: 'Lần lượt',
      strategy: 'memory',
      members: ['103', '104', '105'],
      ringSeconds: 5,
      otherwise: null,
    },
  },
  queues: {
    sales: queuePlan({
      name: 'Bán hàng',
      strategy: 'longest-idle',
      wrapUpSeconds: 5,
      ringSeconds: 8,
      maxWaitSeconds: 40,
      members: ['103', '104', '105', '106'].map((extension) => queueMember(extension)),
      afterTalk: { kind: 'survey', survey: 'after' },
    }),
  },
  menus: {
    main: {
      name: 'Chính',
      prompt: ['ivr/main.wav'],
      invalidPrompt: [],
      timeoutPrompt: [],
      directDialling: true,
      keys: {
        '1': { kind: 'queue', queue: 'sales' },
        '2': { kind: 'group', group: 'turns' },
        '3': { kind: 'direct', extension: '106' },
        '4': {
          ...({ kind: 'fw', number: '0987654321', showing: 'own' } as const),
          otherwise: { kind: 'group', group: 'turns' },
        },
      },
      digitSeconds: 2,
      waitSeconds: 5,
      tries: 2,
      invalid: null,
      timeout: { kind: 'group', group: 'all' },
    },
  },
  surveys: {
    after: {
      name: 'Sau cuộc gọi',
      from: null,
      until: null,
      first: 'csat',
      questions: {
        csat: {
          name: 'Hài lòng không?',
          answers: 'scale',
          prompt: ['survey/csat.wav'],
          keys: { 1: { value: 1, next: 'again' }, 2: { value: 2, next: 'again' }, 3: { value: 3, next: null } },
        },
        again: {
          name: 'Gọi lại chứ?',
          answers: 'nps',
          prompt: ['survey/again.wav'],
          keys: { 1: { value: 1, next: null }, 10: { value: 10, next: null } },
        },
      },
    },
  },
  voicemailBoxes: {
    box: { name: 'Hộp thư', greeting: 'system/vi/voicemail.wav', maxSeconds: 20, maxSilenceSeconds: 5 },
  },
  inboundRules: [
    inbound(officeNumbers[0], { kind: 'group', group: 'all' }),
    inbound(officeNumbers[1], { kind: 'queue', queue: 'sales' }),
    inbound(officeNumbers[2], { kind: 'ivr', menu: 'main' }),
    inbound(officeNumbers[3], { kind: 'direct', extension: '102' }),
    inbound(officeNumbers[4], { kind: 'voicemail', box: 'box' }),
  ],
  outboundRules: [
    {
      name: 'Di động',
      pattern: '09*',
      extensions: 'all',
      strip: 0,
      prepend: '',
      routes: [{ trunk: officeTrunk, callerNumber: officeNumbers[0] }],
    },
  ],
  pickUpGroups: { room: officeExtensions },
};

const { sales, ...otherQueues } = plan.queues;
const changed = sales === undefined ? {} : { sales: { ...sales, maxWaitSeconds: 15, members: sales.members.slice(1) } };

/** As it is at first; then as somebody may save it: the queue is changed, or deleted. */
export const officeConfigs: readonly [TelephonyConfig, ...TelephonyConfig[]] = [
  { plan, trunks: [], phoneOrigins: [] },
  { plan: { ...plan, queues: { ...plan.queues, ...changed } }, trunks: [], phoneOrigins: [] },
  { plan: { ...plan, queues: otherQueues }, trunks: [], phoneOrigins: [] },
];
