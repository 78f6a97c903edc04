import { isSpent } from '@alo/call-core';
import pg from 'pg';

import { DatabaseUnavailable } from '../src/db/database.ts';
import { Fenced, type HistoryAtStart, type HistoryStore } from '../src/telephony/history/history-batch.ts';
import { rowsOf, spanRow } from '../src/telephony/history/history-rows.ts';
import type { Claim, LeaseStore } from '../src/telephony/lease/lease-store.ts';
import type { TelephonyConfig } from '../src/telephony/routing-plan.ts';
import type { TelephonyOptions, TelephonyStore } from '../src/telephony/telephony-options.ts';
import type { Random } from './random.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

/** What a database does for a while: answers, hangs, is not there, or refuses everything with one SQLSTATE. */
export type DatabaseMood = 'well' | 'slow' | 'gone' | { readonly sqlState: string };

/** One of every class that is not a row's own fault, and some by name. */
export const faultStates = [
  '08006',
  '25006',
  '25P02',
  '26000',
  '28P01',
  '2BP01',
  '34000',
  '38000',
  '39000',
  '3D000',
  '40001',
  '40P01',
  '42501',
  '42P01',
  '53100',
  '53300',
  '54000',
  '55000',
  '55P03',
  '57014',
  '57P01',
  '58030',
  'F0000',
  'P0001',
  'XX000',
] as const;

export type HistoryRows = ReturnType<typeof rowsOf>;
export type SpanRow = ReturnType<typeof spanRow>;

/** A database that keeps what was committed, whatever becomes of the processes. */
export interface SimulatedDatabase {
  mood: DatabaseMood;
  /** As it was saved last. */
  config: TelephonyConfig;
  of(life: Life): TelephonyStore;
  /** Somebody signs in: the secret of their phone is another one from now on. */
  signsIn(extension: string): void;
  /** The secret of each phone, as a number that grows. */
  readonly secrets: ReadonlyMap<string, number>;
  secretsOf(life: Life): TelephonyOptions['secretsOf'];
  /** The history, by call. */
  readonly calls: ReadonlyMap<string, HistoryRows>;
  /** What people's time went to, by whose it is and when it began. */
  readonly spans: ReadonlyMap<string, SpanRow>;
  /** Calls that have a second row: one is known by its id and its beginning. */
  readonly doubled: ReadonlySet<string>;
  /** Sets a process's lease back, as a clock or an operator may. */
  expire(): void;
}

/** A tenant that can never be opened. */
export const hopeless = '00000000-0000-4000-8000-00000000bbbb';

/** Calls whose caller's number has this in it can never be stored: a fault of the row's own. */
export const poison = '666';

export function simulatedDatabase(time: VirtualTime, random: Random, config: TelephonyConfig): SimulatedDatabase {
  const processes = new Map<string, { epoch: number; place: string; until: number }>();
  const claims = new Map<string, Claim>();
  const calls = new Map<string, HistoryRows>();
  const spans = new Map<string, SpanRow>();
  const doubled = new Set<string>();
  const marks = new Map<string, number>();
  const secrets = new Map<string, number>();
  const database: SimulatedDatabase = {
    mood: 'well',
    config,
    of,
    calls,
    spans,
    doubled,
    secrets,
    signsIn: (extension) => void secrets.set(extension, (secrets.get(extension) ?? 0) + 1),
    secretsOf: (life) => (_, sessions) =>
      transactionOf(life)(() =>
        [...secrets]
          .filter(([extension]) => sessions === 'all' || sessions.includes(extension))
          .map(([extension, count]) => ({
            extension,
            secrets: [{ id: String(count), ha1Md5: 'simulated', ha1Sha256: 'simulated' }],
          })),
      ),
    expire: () => processes.forEach((process) => (process.until = 0)),
  };

  /** Does something as a transaction: it may fail before it counts, or after, when nobody hears that it did. */
  function transactionOf(life: Life) {
    return async function transaction<T>(work: () => T): Promise<T> {
      await time.wait(random.between(1, 8), life);
      if (database.mood === 'slow') await time.wait(random.between(500, 8_000), life);
      const { mood } = database;
      if (mood === 'gone') throw unavailable();
      if (typeof mood === 'object' && random.chance(0.9)) throw fault(mood.sqlState);
      const result = work();
      await time.wait(random.between(0, 4), life);
      // The commit went through, and its answer was lost.
      if (database.mood === 'gone' || random.chance(0.005)) throw unavailable();
      return result;
    };
  }

  function of(life: Life): TelephonyStore {
    const transaction = transactionOf(life);
    const living = ({ holder, epoch }: Claim) => {
      const process = processes.get(holder);
      return process?.epoch === epoch && process.until > time.now;
    };
    const leases: LeaseStore = {
      begin: ({ holder, place }, ttlMs, again = false) =>
        transaction(() => {
          const before = processes.get(holder);
          const lives = before !== undefined && before.until >= time.now;
          if (lives && (again || before.place !== place)) return { takenUntil: new Date(before.until) };
          const epoch = (before?.epoch ?? 0) + 1;
          processes.set(holder, { epoch, place, until: time.now + ttlMs });
          return { epoch };
        }),
      renew: ({ holder, epoch }, ttlMs) =>
        transaction(() => {
          const process = processes.get(holder);
          if (process?.epoch !== epoch) return 'lost';
          const lapsed = process.until < time.now;
          process.until = time.now + ttlMs;
          return lapsed ? 'lapsed' : 'held';
        }),
      end: ({ holder, epoch }) =>
        transaction(() => {
          const process = processes.get(holder);
          if (process?.epoch === epoch) process.until = time.now;
        }),
      claim: (tenantId, claim) =>
        transaction(() => {
          const held = claims.get(tenantId);
          const own = held?.holder === claim.holder && held.epoch <= claim.epoch;
          if (held !== undefined && !own && living(held)) return false;
          claims.set(tenantId, claim);
          return true;
        }),
      unclaim: (tenantId, { holder, epoch }) =>
        transaction(() => {
          const held = claims.get(tenantId);
          if (held?.holder === holder && held.epoch === epoch) claims.delete(tenantId);
        }),
      heldElsewhere: () => Promise.resolve(null),
      displace: (tenantId, claim) => leases.unclaim(tenantId, claim),
      // One machine: there is nobody to move to.
      move: () => Promise.resolve(false),
    };

    /** Its last event is not kept here, only what it is known to have talked. */
    function endCall(id: string): void {
      const row = calls.get(id);
      if (row === undefined) return;
      const { call, legs, segments } = row;
      const ended_at = new Date((call.answered_at ?? call.started_at).getTime() + call.talk_ms);
      const status = call.answered_at === null ? ('failed' as const) : ('answered' as const);
      calls.set(id, {
        ...row,
        call: { ...call, status, stage: 'ended', cause: 'interrupted', ended_by: 'system', ended_at },
        legs: legs.map((leg) => ({ ...leg, ended_at: leg.ended_at ?? ended_at })),
        segments: segments.map((segment) => ({ ...segment, to_at: segment.to_at ?? ended_at })),
      });
    }

    function endParts(known: HistoryAtStart['takenUp'][number], began: number): void {
      const row = calls.get(known.id);
      if (row === undefined) return;
      calls.set(known.id, {
        ...row,
        legs: row.legs.map((leg) => ({
          ...leg,
          ended_at:
            known.legs.includes(leg.id) || leg.started_at.getTime() > began
              ? leg.ended_at
              : (leg.ended_at ?? leg.started_at),
        })),
        segments: row.segments.map((segment) => ({
          ...segment,
          to_at:
            known.segments.includes(segment.id) || segment.from_at.getTime() > began
              ? segment.to_at
              : (segment.to_at ?? segment.from_at),
        })),
      });
    }

    /** Somebody's rows of which that is so, the newest first. */
    function newestOf(extension: string, is: (span: SpanRow) => boolean) {
      return [...spans]
        .filter(([, span]) => span.extension === extension && is(span))
        .map(([key, span]) => ({ key, span }))
        .sort((one, other) => other.span.from_at.getTime() - one.span.from_at.getTime());
    }

    /** As the statements that do it, which look at the newest rows alone. */
    function endSpans(
      { spans: known, pastSpans, toldSpans, before, began, aliveAt }: HistoryAtStart,
      journal: number,
    ): void {
      const past = Map.groupBy(pastSpans, ({ extension }) => extension);
      const own = new Map(known.map((time) => [time.extension, time]));
      const isKnown = ({ extension, from_at: from }: SpanRow) => {
        const time = own.get(extension);
        return time !== undefined && isSpent(time) && time.from === from.getTime();
      };
      for (const [key, span] of spans) {
        const time = own.get(span.extension);
        if (time === undefined || span.revision >= before || span.journal !== journal) continue;
        const from = span.from_at.getTime();
        const its = past.get(span.extension) ?? [];
        const same = its.find((one) => one.from === from);
        const first = Math.min(time.from, ...its.map((one) => one.from));
        if (same !== undefined) spans.set(key, { ...span, to_at: new Date(same.to) });
        else if (from < time.from && from > first) spans.delete(key);
        if (isKnown(span)) spans.set(key, { ...span, to_at: null });
        else if (span.from_at.getTime() >= time.from) spans.delete(key);
      }
      for (const { extension, from: since } of known) {
        const first = Math.min(since, ...(past.get(extension) ?? []).map(({ from }) => from));
        const [earlier] = newestOf(extension, (span) => span.from_at.getTime() < first);
        if (earlier === undefined || earlier.span.revision >= before) continue;
        const { key, span } = earlier;
        if (span.to_at === null || (span.to_at.getTime() > first && span.journal === journal))
          spans.set(key, { ...span, to_at: new Date(first) });
      }
      for (const span of [...pastSpans, ...known.filter(isSpent)]) {
        const row = spanRow({ span, revision: before - 1 }, journal);
        const key = `${row.extension} ${row.from_at.getTime()}`;
        if (!spans.has(key)) spans.set(key, row);
      }
      const toldSince = new Map(toldSpans.map(({ extension, since }) => [extension, since]));
      for (const [key, span] of spans) {
        const since = toldSince.get(span.extension);
        if (since === undefined || span.revision >= before || span.journal !== journal) continue;
        if (span.from_at.getTime() >= since) spans.delete(key);
        else if (span.to_at === null || span.to_at.getTime() > since)
          spans.set(key, { ...span, to_at: new Date(since) });
      }
      const everybody = new Set([...spans.values()].map(({ extension }) => extension));
      const old = [...everybody].flatMap((extension) =>
        newestOf(extension, ({ revision }) => revision < before).slice(0, 2),
      );
      const last = Math.max(aliveAt, ...old.map(({ span }) => span.from_at.getTime()));
      for (const { key, span } of old) {
        if (span.to_at !== null || isKnown(span)) continue;
        const from = span.from_at.getTime();
        const later = [...spans.values()].filter(
          (other) => other.extension === span.extension && other.from_at > span.from_at,
        );
        const next = later.map(({ from_at: start }) => start.getTime());
        spans.set(key, { ...span, to_at: new Date(Math.max(from, Math.min(...next, began, last))) });
      }
    }

    const history = (tenantId: string, claim: Claim): HistoryStore => {
      const checked = () => {
        const held = claims.get(tenantId);
        if (held?.holder !== claim.holder || held.epoch !== claim.epoch)
          throw new Fenced('The tenant is run elsewhere.');
      };
      return {
        write: (batch) =>
          transaction(() => {
            checked();
            const rows = batch.calls.map(({ call, revision }) => rowsOf(call, revision));
            if (rows.some(({ call }) => call.outside_number.includes(poison))) throw fault('22001');
            for (const row of rows) {
              const before = calls.get(row.call.id);
              if (before !== undefined && before.call.started_at.getTime() !== row.call.started_at.getTime())
                doubled.add(row.call.id);
              calls.set(row.call.id, before === undefined ? row : upserted(before, row));
            }
            for (const row of batch.spans.map((due) => spanRow(due, claim.holder.length))) {
              const key = `${row.extension} ${row.from_at.getTime()}`;
              if ((spans.get(key)?.revision ?? 0) <= row.revision) spans.set(key, row);
            }
            if (batch.upTo !== undefined && batch.upTo !== null) marks.set(claim.holder, batch.upTo);
          }),
        writtenUpTo: (due) =>
          transaction(() => ({
            seq: marks.get(claim.holder) ?? 0,
            newer: due.flatMap(({ call: { id }, revision }) =>
              (calls.get(id)?.call.revision ?? 0) > revision ? [id] : [],
            ),
          })),
        withoutCalls: (numbers) =>
          transaction(() => {
            const known = new Set([...calls.values()].map(({ call }) => call.outside_number));
            return numbers.filter((number) => !known.has(number));
          }),
        endForgotten: (remembered) =>
          transaction(() => {
            const { running, before, began, takenUp, recordings } = remembered;
            endSpans(remembered, claim.holder.length);
            let ended = 0;
            for (const { call } of calls.values()) {
              if (call.status !== 'in_progress' || call.revision >= before || running.includes(call.id)) continue;
              endCall(call.id);
              ended++;
            }
            for (const known of takenUp) endParts(known, began);
            for (const { call } of calls.values()) {
              const isKnown = takenUp.some(({ id }) => id === call.id);
              if (call.status !== 'in_progress' && call.revision < before && !isKnown)
                endParts({ id: call.id, legs: [], segments: [] }, Number.POSITIVE_INFINITY);
            }
            const forgotten = [...calls.values()].flatMap((row) =>
              row.call.revision < before || takenUp.some(({ id }) => id === row.call.id) ? row.recordings : [],
            );
            const open = forgotten.filter(({ id, state, started_at }) => {
              return state === 'open' && started_at.getTime() <= began && !recordings.includes(id);
            });
            return { calls: ended, recordings: open.map(({ id }) => id) };
          }),
        endRecordings: (measured) =>
          transaction(() => {
            for (const [id, row] of calls) calls.set(id, { ...row, recordings: row.recordings.map(endedAs(measured)) });
          }),
      };
    };
    return {
      leases,
      history,
      // One machine: nobody else takes a tenant.
      tail: () => {
        throw new Error('Simulated: there is no other machine.');
      },
      config: (tenantId) =>
        transaction(() => {
          if (tenantId === hopeless) throw new Error('Simulated: a plan that nobody can read.');
          return database.config;
        }),
      activities: () => transaction(() => []),
      trunkIs: () => transaction(() => undefined),
      alarmed: () => transaction(() => undefined),
      prepareMonths: () => transaction(() => undefined),
    };
  }
  return database;
}

/** As the statement that writes them: a row of the call by its revision, rows of its parts one by one, and none of them ever goes. */
function upserted(before: HistoryRows, row: HistoryRows): HistoryRows {
  return {
    call: before.call.revision <= row.call.revision ? row.call : before.call,
    legs: united(before.legs, row.legs),
    segments: united(before.segments, row.segments),
    queueStays: row.queueStays,
    recordings: united(before.recordings, row.recordings),
  };
}

function united<Part extends { readonly id: unknown }>(before: readonly Part[], after: readonly Part[]): Part[] {
  return [...new Map([...before, ...after].map((part) => [part.id, part])).values()];
}

function endedAs(measured: Parameters<HistoryStore['endRecordings']>[0]) {
  return (recording: HistoryRows['recordings'][number]): HistoryRows['recordings'][number] => {
    const its = measured.find(({ id }) => id === recording.id);
    if (its === undefined || recording.state !== 'open') return recording;
    const { durationMs, bytes } = its.file ?? { durationMs: 0, bytes: 0 };
    return { ...recording, duration_ms: durationMs, bytes, state: bytes === 0 ? 'failed' : 'incomplete' };
  };
}

function unavailable(): DatabaseUnavailable {
  return new DatabaseUnavailable('Simulated: no connection.');
}

function fault(sqlState: string): pg.DatabaseError {
  const error = new pg.DatabaseError(`Simulated: ${sqlState}`, 0, 'error');
  error.code = sqlState;
  return error;
}
