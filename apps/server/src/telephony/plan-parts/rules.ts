import type { TimeGroup } from '@alo/calendar';
import type { InboundRule, OutboundRule } from '@alo/call-core';
import { carrierByPrefix, parsePhone } from '@alo/phone-number';

import type { Row, Rows } from '../routing-rows.ts';
import { rowWith } from '../row-lookups.ts';
import { shownAs, trunkId } from '../trunk-provisions.ts';
import { timeGroupOf } from './hours.ts';
import { type Derived, kept } from './kept.ts';
import { destinationOf, perhaps } from './plan-destination.ts';
import { musicOf, soundOf } from './sounds.ts';

const inboundRulesKept = new WeakMap<Rows['inbound'][number], Derived<readonly InboundRule[]>>();
const outboundRulesKept = new WeakMap<Rows['outbound'][number], Derived<OutboundRule>>();

/** Rules for calls that come in, or those of the fallback. */
export function inboundRulesOf(rows: Rows, purpose: Rows['inbound'][number]['purpose']): readonly InboundRule[] {
  const { sounds, music, musicPieces, numbers, tenant, ownHolidays, timeGroups, timeSlots } = rows;
  const heard = { music, musicPieces };
  const of = [numbers, tenant, ownHolidays, timeGroups, timeSlots];
  const groups = new Map<string, TimeGroup>();
  const groupOf = (id: string) => {
    const group = groups.get(id) ?? timeGroupOf({ tenant, ownHolidays, timeGroups, timeSlots }, id);
    groups.set(id, group);
    return group;
  };
  return rows.inbound.flatMap((rule) => {
    if (rule.purpose !== purpose) return [];
    const own = [soundOf({ sounds }, rule.greeting_id), musicOf(heard, rule.music_id)] as const;
    return kept(inboundRulesKept, rule, [...of, ...own], () => inboundRuleOf(numbers, groupOf, rule, own));
  });
}

/** A rule of a number that is switched off matches nothing. */
function inboundRuleOf(
  numbers: Rows['numbers'],
  timeGroup: (id: string) => TimeGroup,
  rule: Rows['inbound'][number],
  [greeting, music]: readonly [string | undefined, string | undefined],
): InboundRule[] {
  const number = rowWith(numbers, 'id', rule.service_number_id);
  if (rule.service_number_id !== null && number === undefined) return [];
  return [
    {
      id: rule.id,
      name: rule.name,
      number: number?.number ?? null,
      callerPattern: rule.caller_pattern === '' ? null : rule.caller_pattern,
      timeGroup: rule.time_group_id === null ? null : timeGroup(rule.time_group_id),
      destination: destinationOf(rule.destination_kind, rule.destination_value),
      afterTalk: perhaps(rule.after_talk_kind, rule.after_talk_value),
      ...(rule.recording === 'default' ? {} : { records: rule.recording === 'always' }),
      ...(greeting === undefined ? {} : { greeting }),
      ...(music === undefined ? {} : { music }),
      ...(rule.name_prefix === '' ? {} : { namePrefix: rule.name_prefix }),
    },
  ];
}

/** Rules for calls that go out. */
export function outboundRulesOf({ outbound, numbers, trunks }: Rows): readonly OutboundRule[] {
  const of = [numbers, trunks];
  return outbound.map((rule) => kept(outboundRulesKept, rule, of, () => outboundRuleOf({ numbers, trunks }, rule)));
}

/** Routes over a number or a trunk that is switched off are left out; a rule without a route allows nothing. */
function outboundRuleOf(
  { numbers, trunks }: Pick<Rows, 'numbers' | 'trunks'>,
  rule: Rows['outbound'][number],
): OutboundRule {
  const { groups } = rule;
  return {
    name: rule.name,
    pattern: rule.pattern,
    // Everybody where it names neither extensions nor groups.
    extensions: rule.extensions ?? (groups.length === 0 ? 'all' : []),
    ...(groups.length === 0 ? {} : { groups }),
    strip: rule.strip,
    prepend: rule.prepend,
    routes: rule.numbers.flatMap((id) => {
      const number = rowWith(numbers, 'id', id);
      const trunk = rowWith(trunks, 'id', number?.trunk_id ?? null);
      if (number === undefined || trunk === undefined) return [];
      const carrier = carrierOf(number);
      return [
        {
          trunk: trunkId(trunk.id),
          callerNumber: shownAs(number, trunk),
          ...(carrier === null ? {} : { carrier }),
          ...(number.carrier_form === '' ? {} : { number: number.number }),
        },
      ];
    }),
    ...(rule.prefers_same_carrier ? { prefersSameCarrier: true } : {}),
    ...(rule.max_minutes === null ? {} : { mostMinutes: rule.max_minutes }),
  };
}

/** Whose network a number of ours is in: as it was written down, else by its prefix. */
function carrierOf({ number, carrier }: Row<'service_number'>): string | null {
  if (carrier !== '') return carrier;
  const read = parsePhone(number);
  return read.ok ? carrierByPrefix(read.phone) : null;
}
