/** Columns that are written, with their types: rows travel as one JSON array a table, so that the statement's text never changes. */
type Columns = Readonly<Record<string, string>>;

type WrittenTable = {
  readonly name: string;
  readonly key: readonly string[];
  /** The column that names the call, where a row is of one: of a call that was erased nothing is written any more. */
  readonly call?: string;
  /** What never changes once it is written. */
  readonly fixed: Columns;
  /** What a newer state replaces. */
  readonly changing: Columns;
  /** When a newer state may replace. */
  readonly when?: string;
};

const calls: WrittenTable = {
  name: 'call',
  call: 'id',
  key: ['tenant_id', 'id', 'started_at'],
  fixed: {
    id: 'uuid',
    started_at: 'timestamptz',
    direction: 'text',
    purpose: 'text',
    dialled: 'text',
    outside_number: 'text',
    from_extension: 'text',
  },
  changing: {
    revision: 'bigint',
    status: 'text',
    stage: 'text',
    answered_at: 'timestamptz',
    ended_at: 'timestamptz',
    service_number: 'text',
    to_extension: 'text',
    agent_extension: 'text',
    wait_ms: 'bigint',
    ring_ms: 'bigint',
    talk_ms: 'bigint',
    shares: 'jsonb',
    hold_ms: 'bigint',
    cause: 'text',
    ended_by: 'text',
    ended_by_extension: 'text',
    broken: 'text',
    name_prefix: 'text',
    blocked: 'text',
    led_by: 'uuid[]',
    trunk_id: 'text',
    rang: 'text[]',
    mos: 'real',
    poor: 'boolean',
    recording_refused_at: 'timestamptz',
    recording_refused: 'text',
    trace: 'jsonb',
  },
  when: 'call.revision <= excluded.revision',
};

const legs: WrittenTable = {
  name: 'leg',
  call: 'call_id',
  key: ['tenant_id', 'call_id', 'id', 'call_started_at'],
  fixed: {
    call_id: 'uuid',
    call_started_at: 'timestamptz',
    id: 'text',
    position: 'integer',
    side: 'text',
    extension: 'text',
    number: 'text',
    name: 'text',
    trunk_id: 'text',
    started_at: 'timestamptz',
  },
  changing: {
    ringing_at: 'timestamptz',
    answered_at: 'timestamptz',
    ended_at: 'timestamptz',
    cause: 'text',
    sip_code: 'integer',
    loss_percent: 'real',
    far_loss_percent: 'real',
    jitter_ms: 'real',
    round_trip_ms: 'real',
    worst_mos: 'real',
    poor: 'boolean',
    codec: 'text',
    device_id: 'text',
  },
};

const segments: WrittenTable = {
  name: 'call_segment',
  call: 'call_id',
  key: ['tenant_id', 'call_id', 'id', 'call_started_at'],
  fixed: {
    call_id: 'uuid',
    call_started_at: 'timestamptz',
    id: 'text',
    position: 'integer',
    extension: 'text',
    leg_id: 'text',
    how: 'text',
    through_kind: 'text',
    through_key: 'text',
    from_at: 'timestamptz',
  },
  changing: { to_at: 'timestamptz', hold_ms: 'bigint', holds: 'jsonb', joined: 'boolean' },
};

/** Comes along whenever its call is written, and hardly ever says anything new. */
const queueStays: WrittenTable = {
  name: 'queue_stay',
  call: 'call_id',
  key: ['tenant_id', 'call_id', 'queue_id'],
  fixed: {
    call_id: 'uuid',
    call_started_at: 'timestamptz',
    queue_id: 'text',
    counts: 'boolean',
    entered_at: 'timestamptz',
  },
  changing: { outcome: 'text', wait_ms: 'bigint' },
  when: '(queue_stay.outcome, queue_stay.wait_ms) is distinct from (excluded.outcome, excluded.wait_ms)',
};

const recordings: WrittenTable = {
  name: 'recording',
  call: 'call_id',
  key: ['tenant_id', 'id', 'call_started_at'],
  fixed: {
    id: 'text',
    call_id: 'uuid',
    call_started_at: 'timestamptz',
    kind: 'text',
    started_at: 'timestamptz',
  },
  changing: { voicemail_box_id: 'text', state: 'text', duration_ms: 'bigint', bytes: 'bigint', dropped: 'boolean' },
};

const events: WrittenTable = {
  name: 'call_event',
  call: 'call_id',
  key: ['tenant_id', 'call_id', 'seq', 'call_started_at'],
  fixed: {
    call_id: 'uuid',
    call_started_at: 'timestamptz',
    seq: 'bigint',
    at: 'timestamptz',
    type: 'text',
    data: 'jsonb',
  },
  changing: {},
};

/** Written as it begins and as it ends, or once where both are within a beat. */
const spans: WrittenTable = {
  name: 'status_span',
  key: ['tenant_id', 'extension', 'from_at'],
  fixed: { extension: 'text', from_at: 'timestamptz' },
  changing: { revision: 'bigint', journal: 'integer', status: 'text', reason: 'text', to_at: 'timestamptz' },
  when: 'status_span.revision <= excluded.revision',
};

/** What one write is made of, in the order of its parameters. */
export const writtenTables = { calls, legs, segments, queueStays, recordings, events, spans } as const;

/**
 * Everything of a write in one statement, with the mark up to where the history has the journal (`$10` the journal, `$11` the event; no
 * mark where it is null), and only where the tenant is still claimed by `$1` (holder) in epoch `$2`, which stays so until the transaction
 * ends. Answers how many claims there were: 0 or 1; and how many events of `$12` nobody was told of before.
 */
export const writeStatement = writtenUnder('holder = $1 and epoch = $2');

/**
 * The same by somebody who had the tenant before: only while another than `$1` has it, since a later moment (in milliseconds) than that of
 * the latest call in it (`$2`).
 */
export const tailStatement = writtenUnder('holder <> $1 and extract(epoch from since) * 1000 > $2::bigint');

function writtenUnder(claim: string): string {
  return `with claim as (
  select 1 as held from tenant_lease where ${claim} for share
), ${Object.values(writtenTables)
    .map((table, index) => `written_${table.name} as (${upsert(table, index + 3)})`)
    .join(', ')}, marked as (
  insert into history_mark (journal, seq)
  select $10::integer, $11::bigint from claim where $11::bigint is not null
  on conflict (tenant_id, journal) do update set seq = excluded.seq), told as (
  select tell_events($12::jsonb) as told from claim)
select count(*)::int as claims, coalesce(max(told.told), 0)::int as told from told`;
}

function upsert({ name, key, call, fixed, changing, when }: WrittenTable, parameter: number): string {
  const columns = { ...fixed, ...changing };
  const names = Object.keys(columns).join(', ');
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const renewed = Object.keys(changing).map((column) => `${column} = excluded.${column}`);
  const conflict =
    renewed.length === 0
      ? 'do nothing'
      : `do update set ${renewed.join(', ')}${when === undefined ? '' : ` where ${when}`}`;
  return `insert into ${name} (${names})
    select ${names} from jsonb_to_recordset($${parameter}::jsonb) as row (${typed.join(', ')})
    where exists (select from claim)${call === undefined ? '' : ` and not exists (select from erased_call as erased where erased.call_id = row.${call})`}
    on conflict (${key.join(', ')}) ${conflict}`;
}
