import { type AudioSource, type Destination, type Menu, queueMember, queuePlan } from '@alo/call-core';

import type { TelephonyConfig } from '../src/telephony/routing-plan.ts';
import { officeConfigs, officeNumbers } from './office.ts';

/** Lives from here on are in an office whose routing is saved every few seconds; those before it stay as they were. */
export const restlessFrom = 30_000_000;

/** Lives from here on are of a company whose campaigns call customers by themselves. */
export const campaignsFrom = 2_000_000_000;

export const hasCampaigns = (seed: number): boolean => seed >= campaignsFrom;

export function isRestless(seed: number): boolean {
  return seed >= restlessFrom;
}

const { plan } = officeConfigs[0];
const [first, second, third, fourth, fifth] = officeNumbers;

/**
 * The routing as it was saved for the nth time: whatever a caller hears by it says so. Some save without a part of it. Whom campaigns call
 * hears that the call is recorded, and may refuse.
 */
export function officeVersion(nth: number, campaigns = false): TelephonyConfig {
  const file = (what: string) => `version-${nth}/${what}.wav`;
  const { all, turns } = plan.groups;
  if (all === undefined || turns === undefined) throw new Error('The office has two groups');
  // What there is not is led to from nowhere: nothing that is could be deleted.
  const bye: Destination = { kind: 'msg', announcement: 'bye' };
  const [hasMore, hasQueue] = [nth % 4 !== 3, nth % 5 !== 3];
  const toMore: Destination = hasMore ? { kind: 'ivr', menu: 'more' } : bye;
  const toQueue: Destination = hasQueue ? { kind: 'queue', queue: 'sales' } : { kind: 'ivr', menu: 'main' };
  const menu: Omit<Menu, 'name' | 'keys'> = {
    prompt: [file('menu')],
    invalidPrompt: [file('wrong')],
    timeoutPrompt: [file('late')],
    directDialling: true,
    digitSeconds: 2,
    waitSeconds: 5,
    tries: 2,
    invalid: toMore,
    timeout: { kind: 'group', group: 'all' },
  };
  const { '601': _, ...otherNumbers } = plan.internalNumbers;
  const sales = queuePlan({
    name: 'Bán hàng',
    strategy: nth % 2 === 0 ? 'longest-idle' : 'ring-all',
    wrapUpSeconds: 5,
    ringSeconds: 8,
    members: ['103', '104', '105', '106'].slice(nth % 3).map((extension) => queueMember(extension)),
    maxWaitSeconds: 20 + (nth % 3) * 10,
    music: `version-${nth}`,
    exits: { '#': { kind: 'ivr', menu: 'main' } },
    greeting: [{ kind: 'file', file: file('queue') }],
    announcements: {
      firstAfterSeconds: 4,
      everySeconds: 6,
      positionUpTo: 0,
      expectedWait: false,
      files: [file('wait')],
    },
    otherwise: { timeout: bye, full: null, empty: bye },
  });
  const destinations = new Map<string, Destination>([
    [first, { kind: 'ivr', menu: 'main' }],
    [second, toQueue],
    [third, { kind: 'ivr', menu: 'main' }],
    [fourth, { kind: 'msg', announcement: 'said' }],
    [fifth, { kind: 'group', group: 'turns' }],
  ]);
  return {
    trunks: [],
    phoneOrigins: [],
    plan: {
      ...plan,
      ...(campaigns && { recordingNotice: { out: true, key: '9' } as const }),
      internalNumbers: hasQueue ? plan.internalNumbers : otherNumbers,
      holdMusic: `version-${nth}`,
      menus: {
        main: {
          ...menu,
          name: 'Chính',
          keys: {
            '1': toQueue,
            '2': { kind: 'group', group: 'turns' },
            '3': { kind: 'direct', extension: nth % 2 === 0 ? '106' : '105' },
            '9': toMore,
            '*': { kind: 'msg', announcement: 'said' },
          },
        },
        ...(hasMore
          ? {
              more: {
                ...menu,
                name: 'Thêm',
                prompt: [file('more')],
                keys: { '1': toQueue },
                invalid: null,
                timeout: bye,
              },
            }
          : {}),
      },
      announcements: {
        said: { name: 'Lời báo', file: file('said'), skipKey: '#', then: { kind: 'ivr', menu: 'main' } },
        bye: { name: 'Lời chào', file: file('bye'), skipKey: null, then: { kind: 'hang-up', cause: 'normal' } },
      },
      groups: { all, turns: { ...turns, otherwise: { kind: 'ivr', menu: 'main' } } },
      queues: hasQueue ? { sales } : {},
      inboundRules: plan.inboundRules.map((rule) => ({
        ...rule,
        destination: destinations.get(rule.name) ?? rule.destination,
      })),
    },
  };
}

/** Which version of the routing says this; null where every version says it. */
export function versionSaying(source: AudioSource): number | null {
  const said = source.kind === 'file' ? source.file : source.kind === 'music' ? source.music : '';
  const [, nth] = /^version-(\d+)/.exec(said) ?? [];
  return nth === undefined ? null : Number(nth);
}
