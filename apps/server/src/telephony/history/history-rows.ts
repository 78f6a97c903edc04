import { type Call, type Leg, type Recording, summaryOf } from '@alo/call-core';
import type { Insertable } from 'kysely';

import type { Database } from '../db/schema.ts';

/** The rows of a conversation as it is now; `revision` lets an older state never replace a newer one. */
export function rowsOf(call: Call, revision: number) {
  return {
    call: callRow(call, revision),
    legs: call.legs.map((leg, position) => legRow(call, leg, position)),
    recordings: call.recordings.map((recording) => recordingRow(call, recording)),
  };
}

function callRow(call: Call, revision: number): Insertable<Database['call']> {
  const summary = summaryOf(call);
  return {
    id: call.id,
    started_at: new Date(call.startedAt),
    revision,
    direction: call.direction,
    status: summary.status ?? 'in_progress',
    stage: summary.stage,
    answered_at: dateOf(summary.answeredAt),
    ended_at: dateOf(summary.endedAt),
    dialled: call.dialled,
    service_number: call.serviceNumber ?? '',
    outside_number: call.outsideNumber ?? '',
    from_extension: summary.fromExtension ?? '',
    to_extension: summary.toExtension ?? '',
    agent_extension: summary.agentExtension ?? '',
    wait_ms: Math.round(summary.waitMs),
    ring_ms: Math.round(summary.ringMs),
    talk_ms: Math.round(summary.talkMs),
    hold_ms: Math.round(summary.holdMs),
    cause: summary.cause ?? '',
    ended_by: summary.endedBy ?? '',
    trace: JSON.stringify(call.trace),
  };
}

function legRow(call: Call, leg: Leg, position: number): Insertable<Database['leg']> {
  const { party, quality } = leg;
  const ended = leg.state === 'ended' ? leg : null;
  return {
    call_id: call.id,
    call_started_at: new Date(call.startedAt),
    id: leg.id,
    position,
    side: leg.side,
    extension: party.kind === 'extension' ? party.extension : '',
    number: party.kind === 'outside' ? party.number : '',
    name: party.name,
    trunk_id: party.kind === 'outside' ? party.trunk : '',
    started_at: new Date(leg.startedAt),
    ringing_at: dateOf(leg.ringingAt),
    answered_at: dateOf(leg.answeredAt),
    ended_at: dateOf(ended?.endedAt ?? null),
    cause: leg.state === 'ended' || leg.state === 'ending' ? leg.cause : '',
    sip_code: ended?.sipCode ?? null,
    loss_percent: quality?.lossPercent ?? null,
    jitter_ms: quality?.jitterMs ?? null,
    round_trip_ms: quality?.roundTripMs ?? null,
  };
}

function recordingRow(call: Call, recording: Recording): Insertable<Database['recording']> {
  const stored = recording.state === 'stored' ? recording : null;
  return {
    id: recording.id,
    call_id: call.id,
    call_started_at: new Date(call.startedAt),
    kind: recording.kind,
    voicemail_box_id: recording.box ?? '',
    state: stored === null ? 'open' : stored.bytes > 0 ? 'ready' : 'failed',
    started_at: new Date(recording.startedAt),
    duration_ms: Math.round(stored?.durationMs ?? 0),
    bytes: stored?.bytes ?? 0,
  };
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
