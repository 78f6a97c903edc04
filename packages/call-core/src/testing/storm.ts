import fc from 'fast-check';
import { type Board, emptyBoard } from '../board/board.ts';
import type { Call, Leg } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { CustomerCondition } from '../board/customer-condition.ts';
import type { MessageKey } from '../board/destination.ts';
import type { Event } from '../board/event.ts';
import type { CodeQuestion, RoutingPlan, SurveyPlan, TimeCondition } from '../board/plan.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import type { Reply, RequestedAction } from '../board/request.ts';
import { sharesOf } from '../board/talk-shares.ts';
import type {
  BridgeId,
  CallId,
  Cause,
  ContactId,
  Here,
  LegId,
  PlayId,
  RecordingId,
  TimerId,
  TimerOwner,
  TransferId,
} from '../board/vocabulary.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { blockList } from '../routing/block-list.ts';
import { type StepResult, step } from '../step/step.ts';
import { bridgeOf, hearsNotice } from '../turn/bridges.ts';
import { isLive } from '../turn/turn.ts';
import { extension, hotline, officePlan, trunk } from './plan.ts';
import { inTurns } from './roster.ts';

type Destination = RoutingPlan['inboundRules'][number]['destination'];

function ruleTo(callerPattern: string | null, destination: Destination, afterTalk: Destination | null = null) {
  return { name: 'Thử', number: null, callerPattern, timeGroup: null, destination, afterTalk };
}

/** Turned by a person who knows its PIN. */
function lockedCondition(): TimeCondition {
  const leads = { match: { kind: 'group', group: 'sales' }, otherwise: { kind: 'group', group: 'sales' } } as const;
  return { name: 'Trực', group: { name: 'Không giờ nào', slots: [] }, override: null, asksPin: true, ...leads };
}

/** A condition that leads into queues, ahead of others, and back to itself. */
function kindsOfCustomers(): CustomerCondition {
  const tests = [{ kind: 'known', is: true }] as const;
  const row = (id: string, to: Destination, priority: number | null) => ({ id, name: id, tests, to, priority });
  return {
    name: 'Khách là ai',
    rows: [
      row('vip', { kind: 'queue', queue: 'care' }, 5),
      row('again', { kind: 'customer', condition: 'kinds' }, null),
      { ...row('new', { kind: 'ivr', menu: 'main' }, 0), tests: [{ kind: 'known', is: false }] },
    ],
    otherwise: { kind: 'queue', queue: 'everybody' },
  };
}

function codeOfStorm(): CodeQuestion {
  return {
    name: 'Mã khách',
    prompt: ['a.wav'],
    wrongPrompt: ['b.wav'],
    minDigits: 2,
    maxDigits: 3,
    endKey: '#',
    waitSeconds: 5,
    digitSeconds: 3,
    tries: 2,
    answers: { gold: { kind: 'queue', queue: 'care' }, round: { kind: 'code', question: 'code' } },
    otherwise: { kind: 'customer', condition: 'kinds' },
  };
}

/** A low answer is asked about; 1 may be the beginning of 10. */
function surveyOfStorm(): SurveyPlan {
  const scale = (value: number) => ({ value, next: value < 3 ? 'why' : 'nps' });
  return {
    name: 'Sau cuộc gọi',
    from: null,
    until: null,
    first: 'csat',
    questions: {
      csat: {
        name: 'Hài lòng không?',
        answers: 'scale',
        prompt: ['a.wav'],
        keys: { 1: scale(1), 2: scale(2), 3: scale(3), 4: scale(4), 5: scale(5) },
      },
      why: { name: 'Vì sao?', answers: 'one', prompt: ['b.wav'], keys: { 1: { value: 'Giá', next: null } } },
      nps: {
        name: 'Giới thiệu chứ?',
        answers: 'nps',
        prompt: [],
        keys: { 1: { value: 1, next: 'gone' }, 10: { value: 10, next: null } },
      },
    },
  };
}

const neverForwarded = { busy: null, noAnswer: null, offline: null };

/** What keys do for whoever hears a message. */
const stormKeys: Readonly<Record<string, MessageKey>> = {
  0: { does: 'hang-up' },
  1: { does: 'queue', queue: 'care' },
  2: { does: 'stop' },
  3: { does: 'survey', survey: 'after' },
  9: { does: 'again' },
};

/** The office with everything in it that a call can come to. */
export const stormPlan: RoutingPlan = {
  ...officePlan,
  codes: { ...officePlan.codes, '*282': { kind: 'day-night', condition: 'locked' } },
  timeConditions: { ...officePlan.timeConditions, locked: lockedCondition() },
  customerConditions: { kinds: kindsOfCustomers() },
  codeQuestions: { code: codeOfStorm() },
  surveys: { after: surveyOfStorm() },
  fallbacks: [ruleTo(null, { kind: 'ivr', menu: 'main' })],
  extensions: {
    ...officePlan.extensions,
    101: extension('101', 'Lan', { callWaiting: true, pickUpGroup: 'floor' }),
    103: extension('103', 'Hà', { supervises: 'everybody', pickUpGroup: 'floor' }),
    104: extension('104', 'Tú', { pickUpGroup: 'floor' }),
    106: extension('106', 'Sơn', {
      forwards: { always: { kind: 'fw', number: '0976543210', showing: 'own' }, ...neverForwarded },
    }),
    105: extension('105', 'Vy', { supervises: ['101', '102', '104'] }),
  },
  pickUpGroups: { floor: ['101', '103', '104'] },
  menus: {
    main: {
      name: 'Chính',
      prompt: ['a.wav'],
      invalidPrompt: ['b.wav'],
      timeoutPrompt: [],
      tries: 2,
      keys: { 1: { kind: 'group', group: 'sales' }, 2: { kind: 'lastcall', rule: 'last' }, 3: { kind: 'echo-test' } },
      directDialling: true,
      digitSeconds: 3,
      waitSeconds: 5,
      invalid: {
        ...({ kind: 'fw', number: '0987654321', showing: 'customer' } as const),
        otherwise: { kind: 'queue', queue: 'care' },
      },
      timeout: { kind: 'ivr', menu: 'main' },
    },
  },
  lastCallRules: {
    last: { name: 'Gần nhất', withinHours: 1, ringSeconds: 10, otherwise: { kind: 'group', group: 'memory' } },
  },
  groups: {
    ...officePlan.groups,
    memory: { name: 'X', strategy: 'memory', members: ['101', '103'], ringSeconds: 9, otherwise: null },
    mobile: {
      name: 'Ra ngoài',
      strategy: 'ring-all',
      members: ['101', '106', '105'],
      ringSeconds: 30,
      otherwise: { kind: 'group', group: 'first' },
      greeting: 'a.wav',
      music: 'jazz',
      confirms: true,
      times: { 101: { delaySeconds: 5, ringSeconds: 8 }, 105: { delaySeconds: 12, ringSeconds: null } },
    },
    first: { name: 'Đ', strategy: 'primary', members: ['102', '106'], ringSeconds: 9, otherwise: null, music: 'jazz' },
    random: { name: 'N', strategy: 'random', members: ['101', '102', '103'], ringSeconds: 9, otherwise: null },
  },
  internalNumbers: {
    ...officePlan.internalNumbers,
    104: { kind: 'direct', extension: '104' },
    105: { kind: 'direct', extension: '105' },
    601: { kind: 'group', group: 'random' },
    602: { kind: 'ivr', menu: 'main' },
    603: { kind: 'queue', queue: 'care' },
    604: { kind: 'queue', queue: 'everybody' },
    605: { kind: 'echo-test' },
    606: { kind: 'group', group: 'mobile' },
    607: { kind: 'customer', condition: 'kinds' },
    608: { kind: 'code', question: 'code' },
    609: { kind: 'survey', survey: 'after' },
  },
  wrapUp: { inbound: { mode: 'optional', seconds: 5 }, outbound: { mode: 'required', seconds: 5 } },
  queues: {
    care: queuePlan({
      name: 'Chăm sóc',
      strategy: 'longest-idle',
      wrapUpSeconds: 10,
      maxWaitSeconds: 90,
      maxWaiting: 3,
      members: [queueMember('101'), queueMember('102'), queueMember('104', { penalty: 1 })],
      exits: { 9: { kind: 'voicemail', box: 'box' } },
      otherwise: { timeout: { kind: 'ivr', menu: 'main' }, full: null, empty: null },
      callback: { key: '2', attempts: 2, retrySeconds: 30, expireSeconds: 300 },
    }),
    everybody: queuePlan({
      name: 'Cùng đổ chuông',
      strategy: 'ring-all',
      ringSeconds: 15,
      restSeconds: 5,
      callback: { key: '2', attempts: 1, retrySeconds: 30, expireSeconds: 300 },
      prefersOwner: true,
      records: false,
      afterTalk: { kind: 'survey', survey: 'after' },
      members: ['101', '102', '103', '104', '105'].map((each) => queueMember(each)),
      roster: inTurns(['101', '102', '103'], ['103', '104', '105']),
    }),
  },
  inboundRules: [
    ruleTo('090*', { kind: 'time', condition: 'office' }, { kind: 'ivr', menu: 'main' }),
    ruleTo('091*', { kind: 'queue', queue: 'care' }, { kind: 'msg', announcement: 'closed' }),
    ruleTo('092*', { kind: 'queue', queue: 'everybody' }),
    ruleTo('093*', { kind: 'group', group: 'mobile' }),
    ruleTo('094*', { kind: 'customer', condition: 'kinds' }, { kind: 'customer', condition: 'kinds' }),
    ruleTo('095*', { kind: 'code', question: 'code' }),
    ruleTo('096*', { kind: 'group', group: 'random' }, { kind: 'survey', survey: 'after' }),
    ruleTo('028*', { kind: 'ivr', menu: 'main' }),
    ruleTo(null, { kind: 'voicemail', box: 'box' }),
  ],
  blockedCallers: blockList([{ kind: 'number', value: '+84999999999', reason: 'quấy rối' }]),
  outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' })),
  limits: { ...officePlan.limits, asksWhoRefuses: true },
  recordingNotice: { out: true, key: '9' },
};

export function phonesOf(extensionNumber: string, count: number, now: number, asleep = false): Event {
  const contacts = Array.from({ length: count }, (_, index) => ({
    id: `${extensionNumber}-${index}` as ContactId, // a test's own names
    asleep,
  }));
  return { type: 'contacts', extension: extensionNumber, contacts, at: now };
}

/** How often each kind of event comes, besides those that come again. A kind that is missing here does not compile. */
export const shares: Readonly<Record<Event['type'], number>> = {
  arrived: 12,
  contacts: 8,
  'agent-status': 3,
  'plan-changed': 1,
  elapsed: 14,
  played: 7,
  recorded: 2,
  ringing: 5,
  'early-media': 3,
  answered: 19,
  digit: 7,
  held: 4,
  'transfer-requested': 3,
  media: 2,
  quality: 1,
  ended: 9,
  requested: 30,
  trunk: 1,
  told: 3,
};
const again = 10;
const turns: readonly (Event['type'] | 'again')[] = [
  ...Array.from({ length: again }, () => 'again' as const),
  // The keys of `shares` are what it says they are.
  ...(Object.keys(shares) as Event['type'][]).flatMap((type) => Array.from({ length: shares[type] }, () => type)),
];

const standings = [
  { state: 'up', why: 'answers' },
  { state: 'down', why: 'no-response' },
] as const;

/** An event chosen among everything that could be said about what exists, made concrete while it runs. */
export type Pick = { readonly kind: number; readonly which: number; readonly detail: number; readonly pass: number };
const pick: fc.Arbitrary<Pick> = fc.record({
  kind: fc.nat(turns.length - 1),
  which: fc.nat(9999),
  detail: fc.nat(9999),
  pass: fc.nat(30_000),
});
export const picks = fc.array(pick, { minLength: 1, maxLength: 150, size: '+1' });
export const longDays = fc.array(pick, { minLength: 200, maxLength: 300 });

/** What may become of the plan in the middle of a day. */
const plans: readonly RoutingPlan[] = [
  stormPlan,
  stormPlan,
  stormPlan,
  stormPlan,
  { ...stormPlan, queues: {}, customerConditions: {}, codeQuestions: {}, surveys: {} },
  { ...stormPlan, menus: {}, groups: {}, records: { inbound: false, outbound: false, internal: true } },
];

const causes: readonly Cause[] = [
  ...(['normal', 'busy', 'no-answer', 'rejected', 'cancelled', 'asleep', 'no-response', 'limit'] as const),
  ...(['congestion', 'unreachable', 'failed', 'no-media', 'interrupted'] as const),
];
const extensions = ['101', '102', '103', '104', '105', '999'] as const;
const dialled = [
  '101',
  '102',
  '103',
  '104',
  '105',
  '600',
  '601',
  '602',
  '603',
  '604',
  '605',
  '606',
  '607',
  '608',
  '609',
  '701',
  '*8',
  '**102',
  '*98',
  '*98102',
  '*78',
  '*72103',
  '*720901234567',
  '*73',
  '*45',
  '*46',
  '*69',
  '*60',
  '*65',
  '*281',
  '*2812',
  '*282',
  '0901234567',
  '199',
  'x',
] as const;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
/** What an engine may say of a leg that never was. */
const nobody: Here = { call: 'never' as CallId, leg: 'never-in' as LegId }; // a test's own names

/** The office in the morning: everybody's phone is on. */
export const opened = ['101', '102', '103', '104', '105'].reduce<Board>(
  (board, number) => step(board, phonesOf(number, 1, 0)).board,
  step(emptyBoard, { type: 'plan-changed', plan: stormPlan, at: 0 }).board,
);

/** Plays an engine and people who say anything at any time, keeps what it was told, and watches what must hold after every step. */
export class Storm {
  board: Board = opened;
  readonly events: Event[] = [];
  /** What should never have happened. */
  readonly wrong: string[] = [];
  readonly recordings: { call: CallId; recording: RecordingId }[] = [];
  readonly timers = new Map<string, { owner: TimerOwner; timer: TimerId; open: boolean; due: number }>();
  readonly plays: { call: CallId; leg: LegId; play: PlayId }[] = [];
  readonly replies = new Map<string, Reply>();
  /** Who asked the office for something. */
  readonly questions: Here[] = [];
  /** Every leg there ever was, by the call that the engine knows it by. */
  readonly legs: Here[] = [];
  /** Where the engine has each leg. */
  readonly bridged = new Map<LegId, BridgeId>();
  now = Date.parse('2026-11-20T10:00:00+07:00');
  #calls = 0;
  #requests = 0;

  calls(): readonly Call[] {
    return [...valuesOf(this.board.calls)];
  }

  take(event: Event): void {
    this.events.push(event);
    if (event.type === 'elapsed') this.timers.set(keyOf(event), { ...event, open: false, due: 0 });
    if (event.type === 'arrived') this.legs.push({ call: event.call, leg: event.leg });
    if (event.type === 'ended') this.bridged.delete(event.leg);
    const stepped = step(this.board, event);
    this.#checkChanges(stepped);
    this.board = stepped.board;
    for (const command of stepped.commands) this.#perform(command);
    this.#checkReplies(event, stepped.replies);
    this.#check(stepped.changed.calls);
  }

  choose({ kind, which, detail, pass }: Pick): void {
    // Clocks of engines are not ours: now and then one jumps back.
    this.now += detail % 50 === 0 ? -pass : pass;
    const turn = at(turns, kind) ?? 'again';
    const repeated = at(this.events.slice(-8), which);
    if (turn !== 'again') this.#happen(turn, which, detail);
    else if (repeated !== undefined) this.take(repeated);
    else this.#arrive(which, detail);
  }

  #happen(type: Event['type'], which: number, detail: number): void {
    const number = at(extensions, which) ?? '101';
    const about = { ...(this.#someLeg(which, detail, () => true) ?? nobody), at: this.now };
    const rung = {
      ...about,
      ...this.#someLeg(which, detail, ({ side, state }) => side === 'dialled' && state !== 'up'),
    };
    switch (type) {
      case 'arrived':
        return this.#arrive(which, detail);
      case 'contacts':
        return this.take(phonesOf(number, detail % 3, this.now, detail % 5 === 0));
      case 'trunk':
        return this.take({ type, trunk, ...(at(standings, detail) ?? { state: 'up', why: 'answers' }), at: this.now });
      case 'agent-status':
        return this.#chooseStatus(number, detail);
      case 'plan-changed':
        return this.take({ type, plan: at(plans, detail) ?? stormPlan, at: this.now });
      case 'elapsed':
        return this.#elapse(which);
      case 'played':
        return this.#finishPlay(which);
      case 'recorded':
        return this.#finishRecording(which, detail);
      case 'requested':
        return this.#ask(which, detail);
      case 'ringing':
      case 'early-media':
      case 'answered':
        return this.take({ type, ...rung });
      case 'digit':
        return this.#press({ ...about, ...this.#someLeg(which, detail, isAsked) }, detail);
      case 'held':
      case 'media':
        return this.take({ type, on: detail % 2 === 0, ...about });
      case 'transfer-requested':
        return this.#refer(about, which, detail);
      case 'told':
        return this.#tellOfBox(which, detail);
      case 'quality':
        return this.take({ type, lossPercent: 1, farLossPercent: null, jitterMs: 2, roundTripMs: 3, ...about });
      case 'ended':
        return this.take({ type, cause: at(causes, detail) ?? 'normal', ...about });
      default:
        return type satisfies never;
    }
  }

  /** Everybody hangs up, what was told to end does, and every clock runs out. */
  calmDown(): void {
    for (let round = 0; round < 4; round++) {
      for (const leg of this.legs) {
        if (this.#isThere(leg.leg)) this.take({ type: 'ended', ...leg, at: this.now, cause: 'normal' });
      }
      for (const { owner, timer, open } of Array.from(this.timers.values())) {
        if (open) this.take({ type: 'elapsed', owner, timer, at: this.now });
      }
    }
  }

  /** Mostly one that lives and fits, now and then one that is long gone. */
  #someLeg(which: number, detail: number, fits: (leg: Leg) => boolean): Here | undefined {
    if (detail % 5 === 0) return at(this.legs, which);
    const live = this.calls().flatMap(({ legs }) => legs.filter((leg) => isLive(leg) && fits(leg)));
    const chosen = at(live, which);
    return chosen === undefined ? undefined : { call: chosen.home, leg: chosen.id };
  }

  /** Mostly somebody about a call that they are in, now and then anybody about any call. */
  #someoneInACall(which: number, detail: number): { call: CallId; by: string | null } {
    const anybody = at([...extensions, null], which) ?? null;
    if (detail % 6 === 0) return { call: at(this.calls(), detail)?.id ?? ('none' as CallId), by: anybody }; // a test's own name
    const people = this.calls().flatMap(({ id, legs }) =>
      legs.flatMap((leg) =>
        isLive(leg) && leg.party.kind === 'extension' ? [{ call: id, by: leg.party.extension }] : [],
      ),
    );
    return at(people, which) ?? { call: 'none' as CallId, by: anybody };
  }

  #isThere(leg: LegId): boolean {
    return this.calls().some((call) => call.legs.some((other) => other.id === leg && other.state !== 'ended'));
  }

  #arrive(which: number, detail: number): void {
    this.#calls++;
    const inside = which % 2 === 0;
    const number =
      at(
        [
          '0901234567',
          '0911111111',
          '',
          '0281',
          '0921111111',
          '0931111111',
          '0941111111',
          '0951111111',
          '0961111111',
          '0999999999',
        ],
        detail,
      ) ?? '';
    const target = detail % 7 === 0 ? at(this.legs, which) : undefined;
    this.take({
      type: 'arrived',
      call: `c${this.#calls}` as CallId, // a test's own names
      leg: `in${this.#calls}` as LegId,
      at: this.now,
      origin: inside
        ? { kind: 'extension', extension: at(extensions, detail) ?? '101' }
        : { kind: 'trunk', trunk, number, name: '' },
      dialled: inside ? (at(dialled, detail) ?? '') : hotline,
      ...(inside && target !== undefined && { replaces: target }),
      ...(detail % 31 === 0 && { refused: 'limit' }),
    });
  }

  #ask(which: number, detail: number): void {
    const { call, by } = this.#someoneInACall(which, detail);
    const newCall = `r${this.#requests}` as CallId; // a test's own name
    const leg = (this.#someLeg(detail, which, () => true)?.leg ?? 'none') as LegId; // a test's own name
    const to = at(dialled, detail) ?? '101';
    const on = detail % 2 === 0;
    const extensionOf = by ?? at(extensions, which) ?? '102';
    const own = { call: newCall, extension: extensionOf, dialled: to };
    const reach = { kind: 'reach', call: newCall, number: '0901234567', showing: null } as const;
    const queue = { extension: extensionOf, queue: on ? 'care' : null };
    const agent = at(extensions, detail) ?? '101';
    // Each kind as often as it stands here; a kind that is missing does not compile.
    const wants: { readonly [K in RequestedAction['kind']]: readonly (RequestedAction & { readonly kind: K })[] } = {
      call: [
        { kind: 'call', ...own },
        { kind: 'call', ...own, extension: agent, phone: '0987654321' },
      ],
      reach: [
        { ...reach, then: { kind: 'group', group: 'random' } },
        { ...reach, then: { kind: 'otp', digits: '4051', repeatKey: '1', times: 2 } },
        { ...reach, then: { kind: 'broadcast', message: ['tin.wav'], keys: stormKeys }, purpose: 'campaign' },
        { ...reach, number: '19001234', then: { kind: 'queue', queue: 'care' } },
        { ...reach, then: { kind: 'queue', queue: 'care', called: { seconds: 2 } }, purpose: 'campaign' },
      ],
      'hang-up': [{ kind: 'hang-up', call, leg: on ? leg : null }],
      transfer: [0, 1, 2].map(() => ({ kind: 'transfer', call, to })),
      consult: [0, 1, 2, 3].map(() => ({ kind: 'consult', call, to })),
      swap: [0, 1, 2].map(() => ({ kind: 'swap', call })),
      complete: [0, 1].map(() => ({ kind: 'complete', call })),
      merge: [0, 1].map(() => ({ kind: 'merge', call })),
      back: [{ kind: 'back', call }],
      invite: [0, 1].map(() => ({ kind: 'invite', call, to })),
      remove: [{ kind: 'remove', call, leg }],
      survey: [0, 1].map(() => ({ kind: 'survey', call, survey: on ? 'after' : 'gone' })),
      hold: [{ kind: 'hold', call, on }],
      park: [{ kind: 'park', call }],
      unpark: [0, 1].map(() => ({ kind: 'unpark', slot: on ? '701' : '702' })),
      'pick-up': [0, 1].map(() => ({ kind: 'pick-up', call: on ? call : null })),
      supervise: (['listen', 'whisper', 'barge', 'take-over', 'hang-up', 'leave'] as const).map((mode) => ({
        kind: 'supervise',
        call,
        mode,
        agent: by ?? '101',
      })),
      move: [
        { kind: 'move', call, agent: on ? (by ?? '101') : null, to: { number: to } },
        { kind: 'move', call, agent: on ? null : (by ?? '101'), to: { queue: on ? 'care' : 'everybody' } },
      ],
      'pause-recording': [{ kind: 'pause-recording', call, on }],
      keys: [{ kind: 'keys', call, digits: '1#' }],
      'queue-join': [{ kind: 'queue-join', ...queue }],
      'queue-leave': [{ kind: 'queue-leave', ...queue }],
      'queue-pause': [{ kind: 'queue-pause', ...queue, on, reason: null }],
      ready: [{ kind: 'ready', extension: extensionOf }],
      'wrap-up-longer': [{ kind: 'wrap-up-longer', extension: extensionOf, seconds: 30 }],
      'written-up': [{ kind: 'written-up', extension: extensionOf, call }],
    };
    const what = at<RequestedAction>(Object.values(wants).flat(), which * 7 + detail);
    this.#requests++;
    if (what === undefined) return;
    const consulting = isOfConsultation(what) && detail % 6 !== 0 ? this.#consultationToFinish(what, which) : undefined;
    const asked = consulting ?? { what, by };
    this.take({
      type: 'requested',
      id: `q${this.#requests}`,
      by: askerOf(asked.what, agent, asked.by),
      what: asked.what,
      at: this.now,
    });
  }

  /** The request of somebody who has left a conversation to consult another person: by chance it is rarely asked in that moment. */
  #consultationToFinish(what: OfConsultation, which: number): { what: OfConsultation; by: string } | undefined {
    const those = this.calls().flatMap(({ id, legs }) =>
      legs.flatMap((leg) =>
        isLive(leg) && leg.elsewhere !== null && leg.party.kind === 'extension'
          ? [{ what: { ...what, call: id }, by: leg.party.extension }]
          : [],
      ),
    );
    return at(those, which);
  }

  /** Who waits in a queue and is asked whether to be called back mostly says yes. */
  #press(about: Here & { at: number }, detail: number): void {
    const leg = getFrom(this.board.calls, about.call)?.legs.find(({ id }) => id === about.leg);
    const yes = leg?.activity.kind === 'queue-wait' && leg.activity.hears === 'question' ? '1' : '2';
    const digit = at([yes, yes, '1', '2', '3', '4', '0', '9', '#'] as const, detail) ?? '1';
    this.take({ type: 'digit', digit, ...about });
  }

  /** What is in a box, or why nobody may know, to whoever asked, in time or late. */
  #tellOfBox(which: number, detail: number): void {
    const asked = at(this.questions.slice(-4), which);
    if (asked === undefined) return;
    const messages = ['a', 'b'].map((id) => ({ id, file: `${id}.wav`, at: this.now, heard: id === 'a' }));
    const shut = at(['needs-pin', 'wrong-pin', 'blocked', 'closed'] as const, detail) ?? 'closed';
    const is = at(['right', 'wrong', 'blocked', 'unknown'] as const, detail) ?? 'unknown';
    const says = at(
      [
        { is: 'go', to: 'gold' },
        { is: 'go', to: 'round' },
        { is: 'again' },
        { is: 'nothing', because: 'không trả lời' },
        { is: 'go', to: 'gone' },
      ] as const,
      detail,
    ) ?? { is: 'again' as const };
    const row = at(['vip', 'again', 'new', 'gone', null] as const, detail) ?? null;
    const told =
      at(
        [
          { kind: 'box-open', messages },
          { kind: 'box-shut', why: shut },
          { kind: 'proof', is },
          { kind: 'owner', extension: at(extensions, detail) ?? null },
          { kind: 'refuses', then: at(['call', 'ask', 'refuse'] as const, detail) ?? 'call' },
          { kind: 'customer', condition: 'kinds', row, because: '' },
          { kind: 'code', question: 'code', says },
        ] as const,
        which + detail,
      ) ?? ({ kind: 'box-shut', why: shut } as const);
    this.take({ type: 'told', ...asked, told, at: this.now });
  }

  #chooseStatus(number: string, detail: number): void {
    const activity = ([1, 2, 3] as const)[detail % 3] ?? 1;
    this.take({ type: 'agent-status', extension: number, activity, reason: null, at: this.now });
  }

  #refer(about: Here & { at: number }, which: number, detail: number): void {
    const replaces = detail % 2 === 0 ? (at(this.legs, which) ?? null) : null;
    const to = at(dialled, detail) ?? '101';
    this.take({ type: 'transfer-requested', transfer: 't' as TransferId, to, replaces, ...about });
  }

  #elapse(which: number): void {
    // Mostly one whose time has come, now and then one that was stopped and was already on its way.
    const all = [...this.timers.values()];
    const overdue = all.filter(({ open, due }) => open && due <= this.now);
    const chosen = at(which % 4 === 0 ? all : overdue, which);
    if (chosen !== undefined) this.take({ type: 'elapsed', owner: chosen.owner, timer: chosen.timer, at: this.now });
  }

  #finishPlay(which: number): void {
    const play = at(this.plays.slice(-6), which);
    if (play !== undefined) this.take({ ...play, type: 'played', at: this.now });
  }

  #finishRecording(which: number, detail: number): void {
    const recording = at(this.recordings, which);
    if (recording === undefined) return;
    const state = at(['whole', 'incomplete', 'no-space'] as const, detail) ?? 'whole';
    this.take({ type: 'recorded', ...recording, at: this.now, durationMs: detail, bytes: detail * 8, state });
  }

  #perform(command: Command): void {
    switch (command.type) {
      case 'start-timer':
      case 'stop-timer': {
        const { owner, timer } = command;
        const due = command.type === 'start-timer' ? this.now + command.ms : 0;
        this.timers.set(keyOf(command), { owner, timer, open: command.type === 'start-timer', due });
        return;
      }
      case 'bridge':
        for (const [leg, bridge] of this.bridged) if (bridge === command.bridge) this.bridged.delete(leg);
        for (const { leg } of command.members) this.bridged.set(leg, command.bridge);
        return;
      case 'hang-up':
        this.bridged.delete(command.leg);
        return;
      case 'play':
        this.plays.push({ call: command.call, leg: command.leg, play: command.play });
        return;
      case 'record':
      case 'record-message':
        this.recordings.push({ call: command.call, recording: command.recording });
        return;
      case 'dial':
        this.legs.push({ call: command.call, leg: command.leg });
        return;
      case 'ring':
      case 'progress':
      case 'answer':
      case 'stop':
      case 'stop-recording':
      case 'pause-recording':
      case 'transfer-result':
      case 'send-dtmf':
      case 'keep':
        return;
      case 'ask':
        this.questions.push({ call: command.call, leg: command.leg });
        return;
      default:
        command satisfies never;
    }
  }

  #checkChanges({ board, changed }: StepResult): void {
    for (const call of valuesOf(board.calls)) {
      const same = getFrom(this.board.calls, call.id) === call;
      if (same === changed.calls.includes(call.id)) this.wrong.push(`${call.id} changed and nobody is told, or not`);
    }
  }

  #checkReplies(event: Event, replies: readonly Reply[]): void {
    if (event.type !== 'requested')
      return replies.length === 0 ? undefined : void this.wrong.push('An answer to nothing');
    const [reply] = replies;
    if (reply === undefined || replies.length > 1)
      return void this.wrong.push(`${event.id} has ${replies.length} answers`);
    const before = this.replies.get(event.id) ?? reply;
    if (JSON.stringify(before) !== JSON.stringify(reply)) this.wrong.push(`${event.id} has two different answers`);
    this.replies.set(event.id, reply);
  }

  #check(changed: readonly CallId[]): void {
    const calls = this.calls().filter(({ stage }) => stage !== 'ended');
    for (const id of changed) {
      const call = getFrom(this.board.calls, id);
      if (call !== undefined) this.#checkCall(call);
    }
    for (const number of extensions) {
      const live = calls.flatMap((call) => call.legs.filter((leg) => isAt(leg, number) && isLive(leg)));
      const rung = live.filter(({ side, state }) => side === 'dialled' && state !== 'up');
      if (rung.length > 1) this.wrong.push(`${number} is rung twice`);
      const known = getFrom(this.board.people, number)?.legs ?? [];
      if (known.length !== live.length || live.some((leg) => !known.some((other) => other.leg === leg.id)))
        this.wrong.push(`${number} is in use and counts as free, or the other way round`);
    }
  }

  #checkCall(call: Call): void {
    const { stage, id, bridges, segments, legs, ringMs, talkMs, holdMs, recordings } = call;
    const live = legs.filter(isLive);
    const wrong = (what: string) => this.wrong.push(`${id}: ${what}`);
    if (live.some(({ activity }) => activity.kind === 'routing')) wrong('rests between two destinations');
    if (stage === 'ended' && legs.some((leg) => leg.state !== 'ended')) wrong('ended with a leg');
    if (stage !== 'open' && live.length > 0) wrong('closes with somebody in it');
    if (stage !== 'open' && bridges.length > 0) wrong('closed with a bridge');
    if (stage !== 'open' && segments.some(({ to }) => to === null)) wrong('closed with an open segment');
    if (stage !== 'open' && recordings.some(({ state }) => state === 'running')) wrong('closed and records');
    if (
      call.recordingRefused !== undefined &&
      recordings.some(({ kind, state }) => kind === 'conversation' && state === 'running')
    )
      wrong('is recorded, and was refused that');
    if (stage === 'open' && live.length === 0) wrong('is open and nobody is there');
    if (Math.min(ringMs, talkMs, holdMs, ...segments.map((segment) => segment.holdMs)) < 0)
      wrong('has a negative time');
    for (const { from, to, holdMs: held, holds = [] } of segments) {
      if (held !== holds.reduce((sum, hold) => sum + hold.to - hold.from, 0))
        wrong('was on hold for other times than it says');
      if (holds.some((hold, at) => hold.from < (holds[at - 1]?.to ?? from) || hold.to > (to ?? hold.to)))
        wrong('was on hold while nobody was there, or twice at once');
    }
    if (stage !== 'open' && Math.max(0, ...sharesOf({ segments }).values()) > talkMs)
      wrong('was talked in by somebody for longer than by all');
    if (legs.some((leg) => !isLive(leg) && leg.timers.length > 0)) wrong('has a timer of a leg that is gone');
    for (const leg of live) {
      const wanted = bridgeOf(leg.activity);
      if ((this.bridged.get(leg.id) ?? null) !== wanted) wrong(`${leg.id} should be in ${wanted ?? 'no bridge'}`);
      if (leg.activity.kind === 'talking' && leg.state !== 'up') wrong(`${leg.id} talks before it is up`);
    }
    for (const { leg, hears, offRecord } of bridges.flatMap(({ asked }) => asked)) {
      if (offRecord !== true && live.some((other) => other.id === leg && hearsNotice(other)))
        wrong(`${leg} is recorded before it knows of that`);
      for (const heard of [leg, ...hears])
        if (!live.some((other) => other.id === heard)) wrong(`${heard} is bridged and gone`);
    }
  }
}

/** Of whom keys are expected. */
function isAsked({ activity, notice }: Leg): boolean {
  return notice !== undefined || ['queue-wait', 'menu', 'otp', 'broadcast', 'coding', 'survey'].includes(activity.kind);
}

/** Mostly a person who may ask for it; those who fetch a call are in none yet. */
function askerOf(what: RequestedAction, somebody: string, inTheCall: string | null): string | null {
  // The product says so.
  if (what.kind === 'written-up') return null;
  if (what.kind === 'supervise' || what.kind === 'move') return somebody < '103' ? '103' : '105';
  if (what.kind === 'pick-up' || what.kind === 'unpark') return somebody;
  return 'extension' in what ? what.extension : inTheCall;
}

function keyOf({ owner, timer }: { owner: TimerOwner; timer: TimerId }): string {
  return `${Object.values(owner).join(' ')} ${timer}`;
}

function isAt({ party }: Leg, number: string): boolean {
  return party.kind === 'extension' && party.extension === number;
}

type OfConsultation = Extract<RequestedAction, { readonly kind: 'swap' | 'complete' | 'merge' | 'back' }>;

function isOfConsultation(what: RequestedAction): what is OfConsultation {
  return what.kind === 'swap' || what.kind === 'complete' || what.kind === 'merge' || what.kind === 'back';
}
