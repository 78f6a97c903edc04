import type { TimeGroup } from '@alo/calendar';
import type { Destination } from '../board/destination.ts';
import type { FeatureCode, FeatureName } from '../board/feature-code.ts';
import { type ExtensionPlan, emptyPlan, type RoutingPlan } from '../board/plan.ts';
import type { TrunkId } from '../board/vocabulary.ts';

/** What the tests dial. */
export const hotline = '02871000101';
export const trunk = 'trunk-a' as TrunkId; // a test's own name for its only trunk
export const secondTrunk = 'trunk-b' as TrunkId; // and for the one that stands in

const office: TimeGroup = {
  name: 'Giờ hành chính',
  slots: [{ from: '08:00', to: '17:30', weekdays: [1, 2, 3, 4, 5], daysOfMonth: [], months: [], dates: [] }],
};

export function extension(number: string, name: string, parts: Partial<ExtensionPlan> = {}): ExtensionPlan {
  return {
    extension: number,
    name,
    ringSeconds: 25,
    otherwise: null,
    seesMaskedNumbers: false,
    callWaiting: false,
    supervises: 'nobody',
    pickUpGroup: null,
    ...parts,
  };
}

const feature = (name: FeatureName): FeatureCode => ({ kind: 'feature', feature: name });

/** The codes that the tests dial, and one that turns the office's hours. */
export const testCodes: Readonly<Record<string, FeatureCode>> = {
  '*8': feature('pick-up'),
  '**': feature('pick-up-from'),
  '*98': feature('voicemail'),
  '*78': feature('do-not-disturb-on'),
  '*79': feature('do-not-disturb-off'),
  '*72': feature('forward-always'),
  '*73': feature('forward-always-off'),
  '*90': feature('forward-busy'),
  '*91': feature('forward-busy-off'),
  '*52': feature('forward-no-answer'),
  '*53': feature('forward-no-answer-off'),
  '*45': feature('queue-join'),
  '*44': feature('queue-leave'),
  '*46': feature('queue-pause'),
  '*47': feature('queue-resume'),
  '*69': feature('last-caller'),
  '*43': feature('echo-test'),
  '*60': feature('clock'),
  '*65': feature('own-number'),
  '*281': { kind: 'day-night', condition: 'office' },
};

/** A small office: three people, a group, opening hours, a voicemail box, a way in and a way out. */
export const officePlan: RoutingPlan = {
  ...emptyPlan,
  codes: testCodes,
  extensions: {
    101: extension('101', 'Nguyễn Thị Lan'),
    102: extension('102', 'Trần Văn Minh', { otherwise: { kind: 'voicemail', box: 'box' } }),
    103: extension('103', 'Lê Thu Hà', { seesMaskedNumbers: true }),
  },
  internalNumbers: {
    101: { kind: 'direct', extension: '101' },
    102: { kind: 'direct', extension: '102' },
    103: { kind: 'direct', extension: '103' },
    600: { kind: 'group', group: 'sales' },
  },
  numbers: { '+842871000101': { number: '+842871000101', name: 'Tổng đài chính' } },
  groups: {
    sales: {
      name: 'Kinh doanh',
      strategy: 'ring-all',
      members: ['101', '102'],
      ringSeconds: 20,
      otherwise: { kind: 'voicemail', box: 'box' },
    },
    ladder: {
      name: 'Lần lượt',
      strategy: 'one-by-one',
      members: ['101', '102', '103'],
      ringSeconds: 15,
      otherwise: null,
    },
  },
  announcements: {
    closed: {
      name: 'Ngoài giờ',
      file: 'demo/closed.wav',
      skipKey: '#',
      then: { kind: 'hang-up', cause: 'normal' },
    },
  },
  timeConditions: {
    office: {
      name: 'Giờ làm việc',
      group: office,
      override: null,
      match: { kind: 'group', group: 'sales' },
      otherwise: { kind: 'msg', announcement: 'closed' },
    },
  },
  voicemailBoxes: {
    box: { name: 'Hộp thư chung', greeting: 'demo/greeting.wav', maxSeconds: 120, maxSilenceSeconds: 5 },
  },
  inboundRules: [
    {
      name: 'Gọi vào tổng đài',
      number: '+842871000101',
      callerPattern: null,
      timeGroup: null,
      destination: { kind: 'group', group: 'sales' },
      afterTalk: null,
    },
  ],
  outboundRules: [
    {
      name: 'Di động',
      pattern: '09x*',
      extensions: ['101', '102'],
      strip: 0,
      prepend: '',
      routes: [
        { trunk, callerNumber: hotline },
        { trunk: secondTrunk, callerNumber: hotline },
      ],
    },
  ],
};

/** The office with its hotline going somewhere else. */
export function leadingTo(destination: Destination, parts: Partial<RoutingPlan> = {}): RoutingPlan {
  return { ...officePlan, inboundRules: officePlan.inboundRules.map((rule) => ({ ...rule, destination })), ...parts };
}
