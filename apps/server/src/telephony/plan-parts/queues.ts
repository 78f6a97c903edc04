import {
  type CallerRule,
  type Digit,
  type QueueAnnouncements,
  type QueueCallback,
  type QueuePlan,
  queueMember,
  queuePlan,
} from '@alo/call-core';
import { z } from 'zod';

import type { Row, Rows } from '../routing-rows.ts';
import { rowsWith, rowWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';
import { destinationOf, perhaps } from './plan-destination.ts';
import { rosterOf } from './roster.ts';
import { musicOf, promptOf } from './sounds.ts';
import { ownWrapUpOf } from './wrap-up.ts';

/** How well somebody does what; what is kept of it is JSON. */
const levels = z.record(z.string(), z.number());

/** A queue with its members, announcements and ways out. */
export function queueOf(rows: Rows, row: Row<'queue'>): QueuePlan {
  const members = rowsWith(rows.queueMembers, 'queue_id', row.id);
  return queuePlan({
    name: row.name,
    strategy: row.strategy,
    members: members.map(({ number, penalty, weight, skills }) =>
      queueMember(number, { penalty, weight, skills: levels.parse(skills) }),
    ),
    needs: rowsWith(rows.queueNeeds, 'queue_id', row.id).map(({ skill, level, until_seconds }) => ({
      skill,
      level,
      untilSeconds: until_seconds,
    })),
    callers: rowsWith(rows.queueCallers, 'queue_id', row.id).flatMap((caller) => callerRuleOf(rows.numbers, caller)),
    priorityIsWorthSeconds: row.priority_is_worth_seconds,
    joining: row.joining,
    weight: row.weight,
    ringSeconds: row.ring_seconds,
    restSeconds: row.rest_seconds,
    wrapUpSeconds: row.wrap_up === 'optional' ? row.wrap_up_seconds : 0,
    ...ownWrapUpOf(row),
    pauseAfterMissed: row.pause_after_missed,
    maxWaiting: row.max_waiting,
    maxWaitSeconds: row.max_wait_seconds,
    toEnter: row.to_enter,
    toStay: row.to_stay,
    music: musicOf(rows, row.music_id) ?? row.music,
    greeting: (promptOf(rows, row.greeting_id) ?? []).map((file) => ({ kind: 'file', file })),
    announcements: announcementsOf(rows, row),
    callback: callbackOf(row),
    exits: exitsOf(rows, row.id),
    ...(row.recording === 'default' ? {} : { records: row.recording === 'always' }),
    ...afterTalkOf(row),
    ...(row.prefers_owner ? { prefersOwner: true } : {}),
    ...rosterOf(rows, row),
    serviceLevelSeconds: row.service_level_seconds,
    otherwise: {
      timeout: perhaps(row.timeout_kind, row.timeout_value),
      full: perhaps(row.full_kind, row.full_value),
      empty: perhaps(row.empty_kind, row.empty_value),
    },
  });
}

/** Nobody calls at a number that is switched off. */
function callerRuleOf(numbers: Rows['numbers'], caller: Rows['queueCallers'][number]): CallerRule[] {
  const number = rowWith(numbers, 'id', caller.service_number_id);
  if (caller.service_number_id !== null && number === undefined) return [];
  return [
    {
      name: caller.name,
      callerPattern: caller.caller_pattern === '' ? null : caller.caller_pattern,
      number: number?.number ?? null,
      priority: caller.priority,
      needs: Object.entries(levels.parse(caller.skills)).map(([skill, level]) => ({
        skill,
        level,
        untilSeconds: caller.until_seconds,
      })),
    },
  ];
}

function announcementsOf(rows: Rows, row: Row<'queue'>): QueueAnnouncements | null {
  if (row.announce_every_seconds === null) return null;
  return {
    everySeconds: row.announce_every_seconds,
    firstAfterSeconds: row.announce_first_seconds,
    positionUpTo: row.announce_position_up_to,
    expectedWait: row.announce_wait,
    files: promptOf(rows, row.announce_greeting_id) ?? [],
  };
}

function callbackOf(row: Row<'queue'>): QueueCallback | null {
  if (row.callback_key === null) return null;
  return {
    // The column's check allows digits, star and hash only.
    key: row.callback_key as Digit,
    attempts: row.callback_attempts,
    retrySeconds: row.callback_retry_seconds,
    expireSeconds: row.callback_expire_seconds,
  };
}

const exitsOf = (rows: Rows, queue: string): QueuePlan['exits'] =>
  byKey(
    rowsWith(rows.queueExits, 'queue_id', queue),
    ({ key }) => key,
    ({ destination_kind, destination_value }) => destinationOf(destination_kind, destination_value),
  );

function afterTalkOf(row: Row<'queue'>): Pick<QueuePlan, 'afterTalk'> {
  const afterTalk = perhaps(row.after_talk_kind, row.after_talk_value);
  return afterTalk === null ? {} : { afterTalk };
}
