import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valuesOf } from '@alo/call-core';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runnerBench } from '../../../testing/runner-bench.ts';
import { type Disk, localDisk } from '../disk.ts';

const bench = runnerBench();

test('a plan that a slow disk does not have yet keeps nobody: who hangs up meanwhile is heard at once', async () => {
  await bench.runner.close();
  const written = Promise.withResolvers<void>();
  let isSlow = false;
  const disk: Disk = {
    ...localDisk,
    async rename(from, to) {
      if (isSlow && to.endsWith('.plan')) await written.promise;
      await localDisk.rename(from, to);
    },
  };
  bench.runner = await bench.start({ disk });
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  isSlow = true;
  const saved = { ...bench.plan, holdMusic: 'another' };
  bench.runner.take({ type: 'plan-changed', plan: saved, at: bench.clock });
  bench.engine.ends(call, 'caller');
  try {
    await expect.poll(() => bench.engine.performed).toContain('hang up 101 (normal)');
    expect(bench.runner.board.plan.holdMusic).toBe(bench.plan.holdMusic);
  } finally {
    written.resolve();
  }
  await bench.runner.acted();
  expect(bench.runner.board.plan).toEqual(saved);
});

test('while the database is away calls go on, and afterwards the history has every one of them once', async () => {
  const name = new URL(bench.database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: bench.database.url.replace(name, 'postgres') });
  await admin.connect();
  const before = await bench.customerCalls();
  bench.owner.removeAllListeners('error');
  bench.owner.on('error', () => undefined);
  /** The history has tried once more, in vain. */
  const refused = () => {
    const before = bench.warnings.length;
    return expect.poll(() => bench.warnings.slice(before)).toContain('The history waits for the database');
  };
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  try {
    bench.engine.answers(before, '101');
    const during = bench.engine.customerCalls(
      bench.office.tenant,
      bench.office.trunk,
      '0912345678',
      bench.office.number,
    );
    await expect.poll(() => bench.engine.performed.includes('bridge caller+101')).toBe(true);
    await expect.poll(() => bench.engine.performed.filter((what) => what === 'dial 102').length).toBe(2);
    bench.engine.answers(during, '102');
    await refused();
    bench.engine.ends(before, 'caller');
    bench.engine.ends(during, '102');
    await refused();
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  await bench.runner.settled();
  bench.owner = new pg.Client({ connectionString: bench.database.url });
  await bench.owner.connect();
  expect((await bench.rows('call')).map(({ status }) => status)).toEqual(['answered', 'answered']);
  const types = (await bench.rows('call_event', 'seq')).map(({ type }) => type);
  expect(types.filter((type) => type !== 'ended')).toEqual([
    'arrived',
    'answered',
    'arrived',
    'answered',
    'recorded',
    'recorded',
  ]);
});

test('the journal begins anew now and then, keeps what is going on, and drops what the history has', async () => {
  await bench.runner.close();
  bench.runner = await bench.start({ journalFileBytes: 1 });
  const files = async () => (await readdir(join(bench.folder, 'journal'))).filter((name) => name.endsWith('.ndjson'));
  const first = (await files()).at(-1);
  const going = await bench.customerCalls();
  bench.engine.answers(going, '101');
  await bench.runner.settled();
  for (let count = 0; count < 60; count++) {
    const call = bench.engine.extensionCalls(bench.office.tenant, '102', '101');
    await bench.runner.acted();
    expect(bench.engine.performed.at(-1)).toBe('hang up caller (busy)');
    expect(call).toBeTruthy();
    // No phone may call faster than people do.
    bench.clock += 500;
  }
  await bench.pass(10);
  // It goes when the history has what is in it, behind everything else.
  await expect.poll(files).not.toContain(first);
  await bench.runner.close();
  bench.runner = await bench.start();
  bench.engine.ends(going, 'caller');
  await bench.runner.settled();
  expect(await bench.rows('call', 'status')).toHaveLength(61);
  expect(await bench.rows('call', 'status')).toMatchObject([
    { id: going, status: 'answered', talk_ms: '40000', cause: 'normal' },
    ...Array.from({ length: 60 }, () => ({ status: 'busy' })),
  ]);
});

test('what a full disk refused is written when the process ends in order and there is room again', async () => {
  await bench.runner.close();
  let isFull = false;
  const refuseWhenFull = () => {
    if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      refuseWhenFull();
      const file = await localDisk.open(path, how);
      return {
        ...file,
        async append(text) {
          refuseWhenFull();
          await file.append(text);
        },
      };
    },
  };
  bench.runner = await bench.start({ disk });
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.runner.settled();
  isFull = true;
  await bench.runner.request({
    type: 'requested',
    id: 'park',
    by: '101',
    what: { kind: 'park', call },
    at: bench.clock,
  });
  expect(bench.runner.figures.journal).toBe('fails');
  expect(bench.troubles.splice(0)).toHaveLength(1);
  isFull = false;
  await bench.runner.close();
  bench.runner = await bench.start();
  await bench.runner.settled();
  expect([...valuesOf(bench.runner.board.parked)]).toHaveLength(1);
});

test('a row that the database refuses and no disk takes yet holds up no other row, and the next process sets it aside', async () => {
  await bench.owner.query(
    `alter table call add constraint not_this_one check (outside_number not like '%000666') not valid`,
  );
  onTestFinished(async () => void (await bench.owner.query('alter table call drop constraint not_this_one')));
  await bench.runner.close();
  const keep = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  bench.runner = await bench.start({ aside: { count: 0, keep } });
  const refused = await bench.customerCalls('0909000666');
  bench.engine.answers(refused, '101');
  const other = await bench.customerCalls();
  bench.engine.answers(other, '102');
  for (const call of [refused, other]) bench.engine.ends(call, 'caller');
  await bench.runner.settled();
  const told = async () => (await bench.rows('call')).map(({ id, status }) => [id, status]);
  expect(await told()).toEqual([[other, 'answered']]);
  expect(bench.runner.figures.history).toMatchObject({ refused: expect.any(Number), since: expect.any(Number) });
  expect(bench.runner.figures.history.refused).toBeGreaterThan(0);
  // Once is loud enough.
  expect(bench.troubles.splice(0)).toHaveLength(1);

  await bench.runner.close();
  bench.runner = await bench.start();
  await bench.runner.settled();
  expect(await told()).toEqual([[other, 'answered']]);
  const file = join(bench.folder, 'set-aside', `${bench.office.tenant}.ndjson`);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.filter((line) => line.includes(refused)).length).toBeGreaterThan(0);
  expect(bench.runner.figures.history).toEqual({ calls: 0, since: null, refused: 0 });
  expect(bench.troubles.splice(0)).toHaveLength(lines.length);
});

/** Only root may mount a disk of a size of its own. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'on a real disk that fills calls are taken and ended as ever, and when there is room it has those that go on',
  async () => {
    const small = await mkdtemp(join(tmpdir(), 'alo-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', small]);
    onTestFinished(async () => {
      execFileSync('umount', ['-l', small]);
      await rm(small, { recursive: true });
    });
    await bench.runner.close();
    bench.runner = await bench.start({ folder: small });
    const going = await bench.customerCalls();
    bench.engine.answers(going, '101');
    await expect(writeFile(join(small, 'ballast'), Buffer.alloc(1_000_000))).rejects.toThrow('ENOSPC');
    let count = 0;
    // What is left of the page that was written last takes some more.
    while (bench.runner.figures.journal === 'writes') {
      const call = await bench.customerCalls(`09${String(++count).padStart(8, '0')}`);
      bench.engine.answers(call, '102');
      bench.engine.ends(call, 'caller');
      await bench.runner.settled();
    }
    expect(bench.troubles.splice(0)).toHaveLength(1);
    const told = async () => (await bench.rows('call', 'status')).map(({ status, cause }) => [status, cause].join(' '));
    expect(await told()).toEqual([...Array.from({ length: count }, () => 'answered normal'), 'in_progress ']);

    await rm(join(small, 'ballast'));
    await expect.poll(() => bench.runner.figures.journal).toBe('writes');
    await bench.runner.close();
    bench.runner = await bench.start({ folder: small });
    await bench.runner.settled();
    expect([...valuesOf(bench.runner.board.calls)].map(({ id, outcome }) => [id, outcome])).toContainEqual([
      going,
      null,
    ]);
    bench.engine.ends(going, 'caller');
    await bench.runner.settled();
    expect(await told()).toEqual(Array.from({ length: count + 1 }, () => 'answered normal'));
  },
);

test('who talks on an engine that came after another died goes on, though the disk took only some words of it before the server went', async () => {
  await bench.runner.close();
  const noSpace = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const mood = { appends: true, opens: true };
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      if (!mood.opens) return noSpace();
      const file = await localDisk.open(path, how);
      return { ...file, append: (text) => (mood.appends ? file.append(text) : noSpace()) };
    },
  };
  bench.runner = await bench.start({ disk });
  bench.engine.register(bench.office.tenant, '102');
  await bench.runner.settled();
  bench.engine.die();
  bench.runner.engineWatch.died();
  bench.engine.revive();
  await bench.runner.engineWatch.up();
  Object.assign(mood, { appends: false, opens: false });
  // Of a phone that nobody calls here.
  bench.engine.register(bench.office.tenant, '199');
  await bench.runner.settled();
  expect(bench.runner.figures.journal).toBe('fails');
  mood.appends = true;
  bench.engine.register(bench.office.tenant, '101');
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.pass(30);
  expect(bench.troubles.splice(0)).toHaveLength(1);

  bench.engine.serverDies();
  await bench.runner.close();
  await bench.pass(10);
  const performed = bench.engine.performed.length;
  bench.runner = await bench.start({ onTaking: bench.hearEngine });
  await bench.runner.settled();
  expect(bench.engine.performed.slice(performed)).toEqual([]);
  await bench.pass(10);
  bench.engine.ends(call, 'caller');
  await bench.runner.settled();
  expect(await bench.rows('call')).toMatchObject([
    { id: call, status: 'answered', cause: 'normal', talk_ms: '50000', ended_at: new Date(bench.clock) },
  ]);
});
