import { type Call, type CallSummary, isTalk, type Leg, type Recording, type Segment, summaryOf } from '@alo/call-core';

import { mosBothWays, soundsPoor } from '@alo/voice-quality';

import type { SeenEvent, SpanDue } from './history-batch.ts';

/** The rows of a conversation as it is now; `revision` lets an older state never replace a newer one. */
export function rowsOf(call: Call, revision: number) {
  const summary = summaryOf(call);
  return {
    call: callRow(call, summary, revision),
    legs: call.legs.map((leg, position) => legRow(call, leg, position)),
    segments: call.segments.map((segment, position) => segmentRow(call, segment, position, summary)),
    queueStays: queueStayRows(call),
    recordings: call.recordings.map((recording) => recordingRow(call, recording)),
  };
}

/** The month in which a call's rows lie, e.g. `2026-11`. */
export function monthOf(startedAt: number): string {
  return new Date(startedAt).toISOString().slice(0, 7);
}

/** The trace is written once, when it is complete; of a call that is going on the board has it. */
function callRow(call: Call, summary: CallSummary, revision: number) {
  const talkMs = Math.round(Math.min(summary.talkMs, longestTalk(summary)));
  return {
    id: call.id,
    started_at: new Date(call.startedAt),
    revision,
    direction: call.direction,
    purpose: call.purpose ?? 'people',
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
    talk_ms: talkMs,
    shares: sharesOf(summary, talkMs),
    hold_ms: Math.round(summary.holdMs),
    cause: summary.cause ?? '',
    ended_by: summary.endedBy?.by ?? '',
    ended_by_extension: summary.endedBy?.extension ?? '',
    broken: summary.broken,
    name_prefix: summary.namePrefix,
    blocked: summary.blocked,
    led_by: [...new Set(summary.ledBy)],
    trunk_id: trunkOfCall(call),
    rang: [...new Set(call.legs.flatMap(rangExtension))],
    ...soundOf(call.legs),
    recording_refused_at: dateOf(call.recordingRefused?.at ?? null),
    recording_refused: refusedWord(call),
    trace: call.outcome === null ? [] : call.trace,
  };
}

function refusedWord({ recordingRefused }: Call): '' | 'kept' | 'dropped' {
  return recordingRefused === undefined ? '' : recordingRefused.drops ? 'dropped' : 'kept';
}

/** How a conversation sounded: as its worst leg did. Told once the leg has ended, so that no row is written for it. */
function soundOf(legs: readonly Leg[]): { readonly mos: number | null; readonly poor: boolean } {
  const over = legs.filter(({ state }) => state === 'ended');
  const all = over.flatMap(({ quality }) => (quality === null ? [] : [mosBothWays(quality)]));
  return { mos: all.length === 0 ? null : Math.min(...all), poor: over.some(isPoor) };
}

const worstOf = ({ quality }: Leg): number | null => (quality?.worst === undefined ? null : mosBothWays(quality.worst));

const isPoor = (leg: Leg): boolean =>
  leg.quality !== null && leg.state === 'ended' && soundsPoor(mosBothWays(leg.quality), worstOf(leg));

/** What of a leg tells which line it was on. */
interface OnLine extends Pick<Leg, 'side' | 'answeredAt'> {
  readonly party: { readonly kind: 'extension' } | { readonly kind: 'outside'; readonly trunk: string };
}

/**
 * Who of ours talked for how long, where that is told by nothing else of the row: in nearly every call whoever placed it and whoever
 * took it talked for all of its talk, and nobody else did.
 */
function sharesOf({ status, shares, fromExtension, toExtension }: CallSummary, talkMs: number) {
  const usual = new Set([fromExtension, toExtension].filter((extension) => extension !== null));
  const isOfOthers = [...shares.keys()].some((extension) => !usual.has(extension));
  // While it goes on, it is told whose it is by now; each was rounded by itself.
  const isWhole = (extension: string) => Math.abs((shares.get(extension) ?? Number.NaN) - talkMs) <= 1;
  if (!isOfOthers && (status !== 'answered' || [...usual].every(isWhole))) return null;
  return Object.fromEntries([...shares].map(([extension, ms]) => [extension, Math.min(Math.round(ms), talkMs)]));
}

/** The trunk that the customer was on: they came by it, or answered on it, or it was the last that was tried. */
export function trunkOf(legs: readonly OnLine[]): string {
  const outside = legs.flatMap(({ side, answeredAt, party }) =>
    party.kind === 'outside' ? [{ side, answeredAt, trunk: party.trunk }] : [],
  );
  const line =
    outside.find(({ side }) => side === 'arrived') ??
    outside.find(({ answeredAt }) => answeredAt !== null) ??
    outside.at(-1);
  return line?.trunk ?? '';
}

export const trunkOfCall = (call: Pick<Call, 'purpose' | 'legs'>): string =>
  trunkOf(call.legs.filter((leg) => isOnTrunk(call, leg)));

/** A bot comes as a carrier's call does, and no carrier brought it. */
const isOnTrunk = ({ purpose }: Pick<Call, 'purpose'>, { side }: Pick<Leg, 'side'>): boolean =>
  purpose !== 'test' || side === 'dialled';

/** Whom a leg rang, where it rang one of ours. */
function rangExtension({ side, ringingAt, party }: Leg): string[] {
  return side === 'dialled' && ringingAt !== null && party.kind === 'extension' ? [party.extension] : [];
}

/** After a standstill what ended comes late, and is told of times that were counted as talk meanwhile. */
function longestTalk({ answeredAt, endedAt }: Pick<CallSummary, 'answeredAt' | 'endedAt'>): number {
  return answeredAt === null || endedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, endedAt - answeredAt);
}

function legRow(call: Call, leg: Leg, position: number) {
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
    trunk_id: party.kind === 'outside' && isOnTrunk(call, leg) ? party.trunk : '',
    started_at: new Date(leg.startedAt),
    ringing_at: dateOf(leg.ringingAt),
    answered_at: dateOf(leg.answeredAt),
    ended_at: dateOf(legEnd(call, leg)),
    cause: leg.state === 'ended' || leg.state === 'ending' ? leg.cause : '',
    sip_code: ended?.sipCode ?? null,
    loss_percent: quality?.lossPercent ?? null,
    far_loss_percent: quality?.farLossPercent ?? null,
    jitter_ms: quality?.jitterMs ?? null,
    round_trip_ms: quality?.roundTripMs ?? null,
    worst_mos: worstOf(leg),
    poor: isPoor(leg),
    codec: quality?.codec ?? '',
    device_id: quality?.device ?? '',
  };
}

/**
 * Who was told to go when the call ended has gone then, for all that is known: should the word of it never come, because the
 * machine fails now, the row says no less than the truth. When it comes the row is written again.
 */
function legEnd({ outcome }: Call, leg: Leg): number | null {
  if (leg.state === 'ended') return leg.endedAt;
  return leg.state === 'ending' ? (outcome?.at ?? null) : null;
}

function segmentRow(call: Call, segment: Segment, position: number, { fromExtension, toExtension }: CallSummary) {
  const { extension } = segment;
  return {
    call_id: call.id,
    call_started_at: new Date(call.startedAt),
    id: segment.id,
    position,
    extension,
    joined: isTalk(segment) && extension !== fromExtension && extension !== toExtension,
    leg_id: segment.leg,
    how: segment.how,
    through_kind: segment.through?.kind ?? '',
    through_key: segment.through?.key ?? '',
    from_at: new Date(segment.from),
    to_at: dateOf(segment.to),
    hold_ms: Math.round(segment.holdMs),
    holds: segment.holds ?? [],
  };
}

/**
 * What came of a call in each queue that it was in, once for each, however often it was led there: in the end, or as somebody answered
 * it there. It waited as long as it did until then.
 */
function queueStayRows(call: Call) {
  return [...Map.groupBy(call.queueStays ?? [], ({ queue }) => queue)].flatMap(([queue, all]) => {
    const answered = all.findIndex(({ outcome }) => outcome === 'answered');
    const stays = answered === -1 ? all : all.slice(0, answered + 1);
    const last = stays.at(-1);
    if (last === undefined) return [];
    const waitedMs = stays.reduce((sum, stay) => sum + stay.waitedMs, 0);
    return {
      call_id: call.id,
      call_started_at: new Date(call.startedAt),
      queue_id: queue,
      counts: call.purpose !== 'test',
      entered_at: dateOf(call.queueSteps?.find((step) => step.queue === queue)?.at ?? null),
      outcome: last.outcome,
      wait_ms: Math.round(waitedMs),
    };
  });
}

function recordingRow(call: Call, recording: Recording) {
  const stored = recording.state === 'stored' ? recording : null;
  const dropped = call.recordingRefused?.drops === true && recording.kind === 'conversation';
  const kept = dropped ? null : stored;
  return {
    id: recording.id,
    call_id: call.id,
    call_started_at: new Date(call.startedAt),
    kind: recording.kind,
    voicemail_box_id: recording.box ?? '',
    // Of what is not kept nobody hears anything, though its file lies there yet.
    state: stored === null ? 'open' : dropped ? 'failed' : storedState(stored),
    started_at: new Date(recording.startedAt),
    duration_ms: Math.round(kept?.durationMs ?? 0),
    bytes: kept?.bytes ?? 0,
    dropped,
  };
}

/** A recording of which there is nothing has failed; of one that the full disk took nothing of, that is said. */
function storedState({ bytes, kept }: Extract<Recording, { state: 'stored' }>) {
  if (bytes === 0 && kept !== 'no-space') return 'failed';
  return kept === 'whole' ? 'ready' : kept;
}

export function eventRow({ seq, callStartedAt, event }: SeenEvent) {
  const { call, at, type, ...data } = event;
  return { call_id: call, call_started_at: new Date(callStartedAt), seq, at: new Date(at), type, data };
}

/** `journal` names the installation whose events these were. */
export function spanRow({ span, revision }: SpanDue, journal: number) {
  const { extension, status, reason, from, to } = span;
  return { extension, from_at: new Date(from), revision, journal, status, reason: reason ?? '', to_at: dateOf(to) };
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
