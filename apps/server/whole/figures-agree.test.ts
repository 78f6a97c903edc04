import {
  type CallCounts,
  callDirections,
  callFigures,
  callPurposes,
  callStatuses,
  type FigureMeaning,
  kpiMeasures,
  ownFigures,
  type Permission,
  type QueueCounts,
  type QueueOutcome,
  queueFigures,
  queueOutcomes,
  serviceLevel,
} from '@alo/contract';
import { hasAll } from '@alo/testing/in-depth';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

/**
 * Nights of calls, over midnight: they come, are handed on, are written late and changed after their end. After each step every figure
 * on every screen, in files and by the API is what the rows of the calls come to when they are counted one by one, so that a name that
 * stands on two screens is one number.
 */
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const [hour, minute, dayMs] = [3_600_000, 60_000, 86_400_000];
/** The company's clock is seven hours ahead. */
const zoneMs = 7 * hour;
const evening = new Date('2026-03-08T22:40:00+07:00').getTime();
const extensions = ['101', '102', '103'] as const;
/** What queues call in time and at once, in seconds. */
const queues = [
  { id: newId(), name: 'Bán hàng', level: 20, short: 5 },
  { id: newId(), name: 'Chăm sóc', level: 8, short: 0 },
];
/** Is there no more: its calls are. */
const gone = { id: newId(), name: 'Hàng đợi đã xoá', level: 20, short: 5 };
const everyQueue = [...queues, gone];
const queueCount = everyQueue.length;

// What is written above, by its names.
const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[];

const extension = fc.constantFrom(...extensions);
const somebody = fc.oneof(extension, fc.constant(''));
const length = (most: number) =>
  fc.oneof(fc.integer({ min: 0, max: most }), fc.constantFrom(4_999, 5_000, 8_000, 8_001, 20_000, 20_001));
const call = fc.record({
  /** How long ago it began, as it is written: a day that is looked at ends just before the moment at which one looks. */
  agoMs: fc.integer({ min: 1, max: 100 * minute }),
  direction: fc.constantFrom(...keysOf(callDirections)),
  purpose: fc.oneof(fc.constant('people' as const), fc.constantFrom(...keysOf(callPurposes))),
  status: fc.oneof(fc.constantFrom('answered' as const), fc.constantFrom(...keysOf(callStatuses))),
  wait_ms: length(40_000),
  talk_ms: length(90_000),
  from_extension: somebody,
  to_extension: somebody,
  rang: fc.uniqueArray(extension, { maxLength: 3 }),
  /** Whom it was handed on to, and how long each talked. */
  shares: fc.option(fc.dictionary(extension, fc.integer({ min: 0, max: 60_000 }), { minKeys: 1 }), { nil: undefined }),
  isRefused: fc.boolean(),
  stays: fc.uniqueArray(
    fc.record({
      queue: fc.integer({ min: 0, max: queueCount - 1 }),
      outcome: fc.constantFrom(...keysOf(queueOutcomes)),
      wait_ms: length(60_000),
    }),
    { maxLength: 2, selector: ({ queue }) => queue },
  ),
});
/** Time goes on, calls are written, and some that are known come to something else. */
const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 50 * minute }),
  calls: fc.array(call, { maxLength: 4 }),
  late: fc.option(
    fc.record({
      of: fc.integer({ min: 1, max: 3 }),
      to: fc.constantFrom('answered', 'missed', 'voicemail', 'abandoned'),
      talk_ms: length(90_000),
      stay: fc.constantFrom<QueueOutcome>('answered', 'abandoned', 'called-back'),
    }),
    { nil: undefined },
  ),
});

interface Company {
  readonly tenant: TestTenant;
  readonly people: ReadonlyMap<string, TestPerson>;
  readonly department: string;
}

/** What the reports of all screens take. */
const rights: readonly Permission[] = [
  ...(['dashboard.view', 'monitor.view', 'call-history.view', 'kpis.view'] as const),
  ...(['history-by-department-team.view', 'history-by-department-team.export'] as const),
  ...(['history-cdr-by-exten.view', 'history-cdr-by-exten.export'] as const),
];

async function newCompany(code: string): Promise<Company> {
  const tenant = await app.tenant(code);
  const made = await tenant.admin.call('POST', '/department', { name: 'Kinh doanh' });
  const department: string = made.json().id;
  const people = new Map<string, TestPerson>();
  for (const one of extensions) people.set(one, await tenant.person(`may-${one}`, rights, one));
  await app.db.inTenant(tenant.id, async (trx) => {
    await sql`update account set department_id = ${department} where extension in ('101', '102')`.execute(trx);
    await sql`update role set scope = 'own' where name = 'Vai trò của may-101'`.execute(trx);
    for (const { id, name, level, short } of queues) {
      const levels = { service_level_seconds: level, short_abandon_seconds: short };
      await trx
        .insertInto('queue')
        .values({ id, name, ...levels })
        .execute();
    }
  });
  for (const person of people.values()) {
    for (const measure of keysOf(kpiMeasures)) {
      const target = { kind: 'person', account_id: person.accountId, month: '2026-03', measure, target: 10 };
      expect((await tenant.admin.call('POST', '/kpi', target)).statusCode).toBe(200);
    }
  }
  return { tenant, people, department };
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Who was answered at the last moment that is in time, and gave up at the first that is not at once. */
const atTheEdges: Step = {
  afterMs: 0,
  late: undefined,
  calls: [
    { outcome: 'answered' as const, wait_ms: 20_000 },
    { outcome: 'abandoned' as const, wait_ms: 5_000 },
  ].map((stay) => ({
    agoMs: minute,
    direction: 'inbound',
    purpose: 'people',
    status: 'answered',
    wait_ms: 5_000,
    talk_ms: 20_000,
    from_extension: '',
    to_extension: '101',
    rang: ['101', '102'],
    shares: undefined,
    isRefused: false,
    stays: [{ queue: 0, ...stay }],
  })),
};

async function happens({ tenant }: Company, { afterMs, calls, late }: Step): Promise<void> {
  app.clock.now += afterMs;
  for (const { agoMs, rang, shares, stays, isRefused, ...fields } of calls) {
    const started = new Date(app.clock.now - agoMs);
    await storeCall(app.db, tenant.id, {
      ...fields,
      ...(isRefused && fields.status === 'failed' ? { cause: 'limit', ended_at: started } : {}),
      ...(fields.status === 'answered' && shares !== undefined ? { shares } : {}),
      started_at: started,
      rang: rang.map((one) => ({ extension: one })),
      stays: stays.map(({ queue, ...stay }) => ({
        ...stay,
        queue_id: everyQueue[queue]?.id ?? '',
        counts: isCounted(fields.purpose),
      })),
    });
  }
  if (late === undefined) return;
  await app.db.inTenant(tenant.id, async (trx) => {
    const some = sql`(hashtext(id::text) & 3) < ${late.of} and started_at > ${new Date(app.clock.now - 30 * minute)}`;
    await sql`update call set status = ${late.to}, talk_ms = ${late.talk_ms}, ended_at = now(), shares = null
      where ${some}`.execute(trx);
    await sql`update queue_stay set outcome = ${late.stay} where call_id in (select id from call where ${some})`.execute(
      trx,
    );
  });
}

/** Nobody has worked in a code that is read out, or in what a bot tries. */
const isCounted = (purpose: string) => purpose !== 'otp' && purpose !== 'test';

interface Row {
  readonly purpose: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly direction: string;
  readonly status: string;
  readonly cause: string;
  readonly wait_ms: number;
  readonly talk_ms: number;
  readonly from_extension: string;
  readonly to_extension: string;
  readonly rang: readonly string[];
  readonly shares: Readonly<Record<string, number>> | null;
}
interface Stay {
  readonly purpose: string;
  readonly queue_id: string;
  readonly call_started_at: Date;
  readonly outcome: string;
  readonly wait_ms: number;
}

const rowsOf = ({ tenant }: Company) =>
  app.db.inTenant(tenant.id, async (trx) => {
    const { rows: calls } =
      await sql<Row>`select purpose, started_at, ended_at, direction, status, cause, wait_ms, talk_ms,
      from_extension, to_extension, rang, shares from call`.execute(trx);
    const { rows: stays } = await sql<Stay>`select purpose, queue_id, call_started_at, stay.outcome, stay.wait_ms
      from queue_stay as stay join call on call.id = call_id and call.started_at = call_started_at`.execute(trx);
    return {
      calls: calls.filter(({ purpose }) => isCounted(purpose)),
      stays: stays.filter(({ purpose }) => isCounted(purpose)),
    };
  });

type Value = number | null;
/** A figure that somebody reads: where, of whom or what, and by which name. */
interface Said {
  readonly screen: string;
  readonly of: string;
  readonly name: string;
  readonly value: Value;
}

const share = (part: number, whole: number): Value => (whole === 0 ? null : Math.round((1_000 * part) / whole) / 10);
const mean = (ms: number, n: number): Value => (n === 0 ? null : Math.round(ms / n / 100) / 10);
const sumOf = <One>(all: readonly One[], what: (one: One) => number) => all.reduce((sum, one) => sum + what(one), 0);

/** What is theirs of a call's talk; undefined of one that is none of their calls. */
function ownTalk(
  { from_extension: from, to_extension: to, shares, talk_ms: talk }: Row,
  who: string,
): number | undefined {
  if (from !== who && to !== who && shares?.[who] === undefined) return undefined;
  return shares === null ? talk : (shares[who] ?? 0);
}

/** What calls come to, counted one by one, by the names of figures. */
function recount(
  calls: readonly Row[],
  names: Readonly<Record<keyof typeof callFigures, FigureMeaning>>,
  talkMs: number,
) {
  const inbound = calls.filter(({ direction }) => direction === 'inbound');
  const ended = inbound.filter(({ status }) => status !== 'in_progress' && status !== 'blocked');
  const came = (status: string) => inbound.filter((one) => one.status === status);
  const answered = calls.filter(({ status }) => status === 'answered');
  const short = came('abandoned').filter(({ wait_ms: ms }) => ms < 5_000).length;
  const refused = inbound.filter(
    ({ cause, ended_at: end, started_at: start }) =>
      (cause === 'limit' || cause === 'congestion') && end?.getTime() === start.getTime(),
  );
  const values: Record<keyof typeof callFigures, Value> = {
    total: calls.length,
    inbound: inbound.length,
    outbound: calls.filter(({ direction }) => direction === 'outbound').length,
    internal: calls.filter(({ direction }) => direction === 'internal').length,
    answered: answered.length,
    unanswered: calls.filter(({ status }) => status !== 'answered' && status !== 'in_progress').length,
    missed: came('missed').length,
    abandoned: came('abandoned').length,
    voicemail: came('voicemail').length,
    callback: came('callback').length,
    refused: refused.length,
    answer_rate: share(came('answered').length, ended.length),
    abandon_rate: share(came('abandoned').length - short, ended.length - short),
    talk_seconds: Math.round(talkMs / 1_000),
    talk_average: mean(talkMs, answered.length),
    wait_average: mean(
      sumOf(came('answered'), ({ wait_ms: ms }) => ms),
      came('answered').length,
    ),
  };
  return keysOf(values).map((key) => [names[key].label, values[key]] as const);
}

function recountQueue(stays: readonly Stay[]) {
  const by = (outcome: QueueOutcome) => stays.filter((stay) => stay.outcome === outcome);
  const of = ({ queue_id: id }: Stay) => everyQueue.find((queue) => queue.id === id);
  const inTime = by('answered').filter((stay) => stay.wait_ms <= 1_000 * (of(stay)?.level ?? 0)).length;
  const soon = by('abandoned').filter((stay) => stay.wait_ms < 1_000 * (of(stay)?.short ?? 0)).length;
  const [answered, abandoned] = [by('answered').length, by('abandoned').length];
  const others = { calledBack: by('called-back').length, turnedAway: by('turned-away').length };
  const values: Record<keyof QueueCounts, Value> = {
    total: stays.length,
    answered,
    in_time: inTime,
    abandoned,
    abandoned_soon: soon,
    timed_out: by('timed-out').length,
    left_elsewhere: by('left-elsewhere').length,
    called_back: others.calledBack,
    turned_away: others.turnedAway,
    service_level: share(inTime, answered + abandoned - soon),
    abandon_rate: share(abandoned - soon, stays.length - others.turnedAway - others.calledBack - soon),
    wait_average:
      answered === 0 ? null : Math.floor(sumOf(by('answered'), ({ wait_ms: ms }) => ms) / answered / 100) / 10,
    wait_longest:
      stays.length === others.turnedAway ? null : Math.floor(Math.max(...stays.map(({ wait_ms: ms }) => ms)) / 1_000),
  };
  return keysOf(values).map((key) => [queueFigures[key].label, values[key]] as const);
}

/** Of somebody in a month, by what targets are called. */
function recountMonth(calls: readonly Row[], who: string): (readonly [string, Value])[] {
  const own = calls.flatMap((row) => {
    const talk = ownTalk(row, who);
    return talk === undefined ? [] : [{ ...row, talk }];
  });
  const answered = own.filter(({ status }) => status === 'answered');
  const out = own.filter(({ direction, from_extension: from }) => direction === 'outbound' && from === who);
  const heard = answered.filter(({ direction }) => direction === 'inbound');
  const rang = rangUnanswered(calls, who);
  const talkMs = sumOf(answered, ({ talk }) => talk);
  const tenth = (n: number) => Math.round(10 * n) / 10;
  return [
    [kpiMeasures.answered.label, answered.length],
    [kpiMeasures.inbound.label, heard.length],
    [kpiMeasures.outbound.label, out.filter(({ status }) => status !== 'in_progress').length],
    [kpiMeasures.met.label, out.filter(({ status }) => status === 'answered').length],
    [`${kpiMeasures.talk.label} (phút)`, tenth(talkMs / 60_000)],
    [kpiMeasures['answer-rate'].label, share(heard.length, heard.length + rang)],
    [kpiMeasures['talk-average'].label, mean(talkMs, answered.length)],
  ];
}

const rangUnanswered = (calls: readonly Row[], who: string) =>
  calls.filter(
    ({ direction, status, rang }) =>
      direction === 'inbound' && status !== 'answered' && status !== 'in_progress' && rang.includes(who),
  ).length;

/** What everything is, by of what it is and its name. */
async function recounted(company: Company): Promise<Map<string, Value>> {
  const { calls, stays } = await rowsOf(company);
  const midnight = Math.floor((app.clock.now + zoneMs) / dayMs) * dayMs - zoneMs;
  const isToday = (at: Date) => at.getTime() >= midnight && at.getTime() < midnight + dayMs;
  const today = calls.filter(({ started_at: at }) => isToday(at));
  const ofToday = stays.filter(({ call_started_at: at }) => isToday(at));
  const ofPeople = (all: readonly Row[], people: readonly string[]) => {
    const theirs = all.filter((row) => people.some((who) => ownTalk(row, who) !== undefined));
    const answered = theirs.filter(({ status }) => status === 'answered');
    return recount(
      theirs,
      ownFigures,
      sumOf(answered, (row) => sumOf(people, (who) => ownTalk(row, who) ?? 0)),
    );
  };
  const answeredToday = today.filter(({ status }) => status === 'answered');
  const all: (readonly [of: string, name: string, Value])[] = [
    ...recount(
      today,
      callFigures,
      sumOf(answeredToday, ({ talk_ms: ms }) => ms),
    ).map(([name, value]) => ['company', name, value] as const),
    ...recountQueue(ofToday).map(([name, value]) => ['company', name, value] as const),
    ...everyQueue.flatMap(({ id }) =>
      recountQueue(ofToday.filter((stay) => stay.queue_id === id)).map(([name, value]) => [id, name, value] as const),
    ),
    ...ofPeople(today, ['101', '102']).map(([name, value]) => ['department', name, value] as const),
    ...extensions.flatMap((who) => [
      ...ofPeople(today, [who]).map(([name, value]) => [who, name, value] as const),
      [who, ownFigures.rang_unanswered.label, rangUnanswered(today, who)] as const,
      ...ofPeople(calls, [who]).map(([name, value]) => [`month ${who}`, name, value] as const),
      ...recountMonth(calls, who).map(([name, value]) => [`month ${who}`, name, value] as const),
    ]),
  ];
  return new Map(all.map(([of, name, value]) => [`${of} | ${name}`, value]));
}

type Json = Record<string, unknown>;

/** All that screens, files and the API say at this moment. */
async function everythingSaid(
  { tenant, people, department }: Company,
  reader = tenant.admin,
): Promise<readonly Said[]> {
  const read = async (path: string, by = reader) => {
    const answer = await by.call('GET', path);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.payload}`);
    return answer;
  };
  const json = async (path: string, by?: TestPerson) => (await read(path, by)).json();
  const day = new Date(app.clock.now + zoneMs).toISOString().slice(0, 10);
  const days = `from=${day}&to=${day}`;
  const said: Said[] = [];
  const says = <Key extends string>(
    screen: string,
    of: string,
    row: Json,
    names: Readonly<Record<Key, FigureMeaning>>,
    keys: readonly Key[],
  ) => {
    for (const key of keys) said.push({ screen, of, name: names[key].label, value: row[key] as Value }); // by its contract
  };
  const inReports: readonly (keyof CallCounts)[] = [
    ...(['total', 'inbound', 'outbound', 'internal', 'answered', 'missed'] as const),
    ...(['answer_rate', 'talk_seconds', 'talk_average', 'wait_average'] as const),
  ];

  const dashboard = await json('/dashboard');
  for (const { label, value, unit } of dashboard.figures)
    if (unit !== 'people') said.push({ screen: 'dashboard', of: 'company', name: label, value });
  const hours: readonly { answered: number; unanswered: number }[] = dashboard.hours;
  const ofHours = { answered: sumOf(hours, (one) => one.answered), unanswered: sumOf(hours, (one) => one.unanswered) };
  says('hours', 'company', ofHours, callFigures, ['answered', 'unanswered']);
  const analysed = await json(`/report/call-analysis?${days}`);
  says('analysis', 'company', analysed.total.values, callFigures, keysOf(callFigures));
  const analysedQueues = await json(`/report/call-analysis?of=queues&by=queue&${days}`);
  const ofAll = [{ key: 'company', values: analysedQueues.total.values }, ...analysedQueues.rows];
  for (const { key, values } of ofAll) says('analysis', key, values, queueFigures, keysOf(queueFigures));
  for (const agent of dashboard.agents)
    says('people', agent.extension, agent, ownFigures, ['answered', 'rang_unanswered', 'talk_seconds']);
  for (const [who, person] of people)
    says('my day', who, await json('/my-day', person), ownFigures, ['answered', 'rang_unanswered', 'talk_seconds']);

  const { today } = await json('/monitor');
  says('board', 'company', today, queueFigures, ['answered', 'in_time', 'abandoned', 'abandoned_soon']);
  const level = serviceLevel({ ...today, lost: today.abandoned - today.abandoned_soon });
  said.push({ screen: 'board', of: 'company', name: queueFigures.service_level.label, value: level });

  says('history', 'company', await json(`/histories-call/totals?${days}`), callFigures, inReports);

  const departments = await json(`/report/calls-by-department?${days}`);
  says('departments', 'company', departments.counts, callFigures, inReports);
  const own = departments.data.find(({ id }: Json) => id === department);
  if (own !== undefined) says('departments', 'department', own, ownFigures, inReports);
  const { teams } = await json(`/report/calls-by-department/${own === undefined ? 'none' : department}?${days}`);
  for (const person of teams.flatMap((team: { people: Json[] }) => team.people))
    says('department', person.extension, person, ownFigures, inReports);

  const byExtension = await json(`/report/calls-by-extension?${days}&per_page=100`);
  says('extensions', 'company', byExtension.counts, callFigures, inReports);
  for (const row of byExtension.data.filter(({ id }: Json) => people.has(String(id))))
    says('extensions', row.id, row, ownFigures, [...inReports, 'unanswered']);
  const ofMonth = await json('/report/calls-by-extension?from=2026-03-01&to=2026-03-31&per_page=100');
  for (const row of ofMonth.data.filter(({ id }: Json) => people.has(String(id))))
    says('extensions of the month', `month ${row.id}`, row, ownFigures, inReports);

  const byQueue = await json(`/report/calls-by-queue?${days}`);
  says('queues', 'company', byQueue.counts, queueFigures, keysOf(queueFigures));
  for (const row of byQueue.data) says('queues', row.id, row, queueFigures, keysOf(queueFigures));

  const names = [...Object.values(ownFigures), ...Object.values(queueFigures)] as readonly FigureMeaning[];
  const nameIn = (heading: string) =>
    names.find(({ label, short }) => [label, short].includes(heading.replace(/ \((?:giây|%)\)$/, '')))?.label;
  const file = async (path: string, of: (cells: readonly string[]) => string | undefined) => {
    const [heads = [], ...lines] = (await read(`${path}/export?${days}&format=csv`)).payload
      .replace('\uFEFF', '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    for (const cells of lines) {
      const whose = of(cells);
      for (const [at, heading] of heads.entries()) {
        const name = nameIn(heading);
        const text = cells[at] ?? '';
        if (whose === undefined || name === undefined) continue;
        said.push({ screen: `file of ${path}`, of: whose, name, value: text === '' ? null : Number(text) });
      }
    }
  };
  await file('/report/calls-by-extension', ([first = '']) => (people.has(first) ? first : undefined));
  await file('/report/calls-by-queue', ([name, onDay, quarter]) =>
    onDay === '' && quarter === '' ? everyQueue.find((queue) => queue.name === name)?.id : undefined,
  );

  const whose = new Map([...people].map(([who, { accountId }]) => [accountId, who]));
  const kpis = await json('/kpis?month=2026-03&per_page=100');
  for (const { account_id: account, measure, reached } of kpis.data) {
    // Of what is not of calls, and of queues by person, no other screen tells.
    if (['kept', 'agreed', 'conversion', 'in-time', 'csat', 'call-score', 'new-customers'].includes(measure)) continue;
    const { label } = kpiMeasures[measure as keyof typeof kpiMeasures]; // by its contract
    const name = measure === 'talk' ? `${label} (phút)` : label;
    said.push({ screen: 'kpi', of: `month ${whose.get(account)}`, name, value: reached });
  }
  return said;
}

/** Names that stand on several screens: there they are one number. */
const onTwoScreens = (said: readonly Said[]) =>
  [...Map.groupBy(said, ({ of, name }) => `${of} | ${name}`)].filter(
    ([, those]) => new Set(those.map(({ screen }) => screen)).size > 1,
  );

/** Of people all is shown to whoever sees them: of these the rows of parts of calls say more than calls are written with here. */
const isOfSomebody = ([first]: readonly Said[]) =>
  !['company', ...everyQueue.map(({ id }) => id)].includes(first?.of ?? '');

let companies = 0;

test('every figure on every screen is what the calls come to, at every moment of a night', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      companies += 1;
      app.clock.now = evening;
      const company = await newCompany(`dem-${companies}`);
      for (const one of [atTheEdges, ...steps]) {
        await happens(company, one);
        const [expected, said] = [await recounted(company), await everythingSaid(company)];
        const wrong = said
          .map(({ screen, of, name, value }) => ({ screen, of, name, value, is: expected.get(`${of} | ${name}`) }))
          .filter(({ value, is }) => value !== is);
        expect(wrong.slice(0, 5)).toEqual([]);
        // Who sees a part of the calls has figures of these, the same everywhere.
        const ofOwn = onTwoScreens(await everythingSaid(company, company.people.get('101')));
        const differing = ofOwn.filter(
          ([, those]) => !isOfSomebody(those) && new Set(those.map(({ value }) => value)).size > 1,
        );
        expect(differing.map(([, those]) => those).slice(0, 3)).toEqual([]);
        const names = new Set(onTwoScreens(said).map(([key]) => key));
        for (const name of names) seen.add(name.replace(/^.* \| /, ''));
      }
    }),
    // A night is not made shorter in any time that one waits for.
    { numRuns: hasAll ? 4 : 2, endOnFailure: true },
  );
  // What a manager reads on one screen and looks for on another.
  const known: readonly FigureMeaning[] = [
    callFigures.total,
    callFigures.answered,
    callFigures.missed,
    callFigures.answer_rate,
    callFigures.talk_average,
    callFigures.wait_average,
    ownFigures.talk_seconds,
    ownFigures.talk_average,
    ownFigures.rang_unanswered,
    queueFigures.service_level,
    queueFigures.answered,
    queueFigures.abandoned,
  ];
  for (const { label } of known) expect([label, seen.has(label)]).toEqual([label, true]);
}, 400_000);
