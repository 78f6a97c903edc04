import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runnerBench } from '../../../testing/runner-bench.ts';
import { systemClock } from '../clock.ts';

const bench = runnerBench();

describe('what somebody’s time goes to', () => {
  const spent = async (extension: string) =>
    (
      await bench.owner.query<{ status: string; reason: string; from_at: Date; to_at: Date | null }>(
        'select * from status_span where tenant_id = $1 and extension = $2 order by from_at',
        [bench.office.tenant, extension],
      )
    ).rows.map(({ status, reason, from_at, to_at }) => {
      const lasted = to_at === null ? 'still' : `${(to_at.getTime() - from_at.getTime()) / 1_000} s`;
      return [status, reason, lasted].filter((word) => word !== '').join(' ');
    });
  const chooses = (activity: 1 | 2, reason: string | null) =>
    bench.runner.take({ type: 'agent-status', extension: '101', activity, reason, at: bench.clock });

  test('is told once, though the process ends in the middle of it and the next one goes on', async () => {
    await bench.pass(30);
    const call = await bench.customerCalls();
    await bench.pass(5);
    bench.engine.answers(call, '101');
    await bench.pass(20);
    await bench.runner.close();
    bench.clock += 3_000;
    bench.runner = await bench.start();
    bench.hearEngine(bench.runner);
    await bench.pass(7);
    bench.engine.on(call, '101', { type: 'ended', cause: 'normal' });
    await bench.pass(10);
    chooses(2, 'Nghỉ trưa');
    await bench.runner.settled();
    expect(await spent('101')).toEqual(['ready 35 s', 'on-a-call 30 s', 'ready 10 s', 'on-a-break Nghỉ trưa still']);
    // A caller that rang and was taken elsewhere is none of theirs.
    expect(await spent('102')).toEqual(['ready still']);
  });

  test('ends when the machine was last known to be there, and begins again with the phone', async () => {
    await bench.pass(60);
    await bench.runner.close();
    bench.engine.die();
    bench.clock += 3_600_000;
    bench.runner = await bench.start();
    bench.hearEngine(bench.runner);
    bench.engine.register(bench.office.tenant, '101');
    await bench.pass(5);
    expect(await spent('101')).toEqual(['ready 60 s', 'ready still']);
    expect(await spent('102')).toEqual(['ready 60 s']);
  });

  test('is noted to go on where nobody calls, so that a kill ends it within seconds', async () => {
    await bench.runner.close();
    const quick = {
      ...systemClock,
      now: () => bench.clock,
      after: (ms: number, act: () => void) => systemClock.after(ms / 1_000, act),
    };
    bench.runner = await bench.start({ clock: quick });
    bench.hearEngine(bench.runner);
    await bench.runner.settled();
    bench.clock += 45_000;
    await expect.poll(bench.notedUntil).toBe(bench.clock);
  });

  test('that a power cut took from the journal is ended or gone: nothing is told twice', async () => {
    const journalFolder = join(bench.folder, 'as-it-was-synced');
    await bench.pass(10);
    bench.engine.register(bench.office.tenant, '102', 0);
    await bench.runner.settled();
    await cp(join(bench.folder, 'journal'), journalFolder, { recursive: true });
    chooses(2, 'Họp');
    await bench.pass(20);
    chooses(1, null);
    bench.engine.register(bench.office.tenant, '102');
    await bench.pass(40);
    await bench.runner.close();
    expect(await spent('101')).toEqual(['ready 10 s', 'on-a-break Họp 20 s', 'ready still']);
    bench.engine.register(bench.office.tenant, '102', 0);
    bench.runner = await bench.start({ journalFolder });
    bench.hearEngine(bench.runner);
    await bench.runner.settled();
    // The phone of 101 was there all the time; that of 102 came when no journal has it, and is gone.
    expect(await spent('101')).toEqual(['ready still']);
    expect(await spent('102')).toEqual(['ready 10 s']);
  });

  test('that a power cut took from the journal is gone, though the next process ended before it could see to it', async () => {
    const journalFolder = join(bench.folder, 'as-it-was-synced');
    await bench.pass(10);
    await cp(join(bench.folder, 'journal'), journalFolder, { recursive: true });
    chooses(2, 'Họp');
    await bench.pass(20);
    await bench.runner.close();
    expect(await spent('101')).toEqual(['ready 10 s', 'on-a-break Họp still']);
    await bench.owner.query(`
      create function not_now() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger not_now before delete on status_span for each statement execute function not_now()`);
    const again = () => bench.owner.query('drop function if exists not_now() cascade');
    onTestFinished(async () => void (await again()));
    bench.runner = await bench.start({ journalFolder });
    chooses(2, 'Ăn trưa');
    await bench.runner.close();
    await again();
    await bench.pass(5);
    bench.runner = await bench.start({ journalFolder });
    await bench.runner.settled();
    expect(await spent('101')).toEqual(['ready 30 s', 'on-a-break Ăn trưa still']);
  });

  test('of a machine that does not come back ends when the last was known of the company', async () => {
    await bench.pass(10);
    chooses(2, 'Họp');
    await bench.pass(600);
    await bench.runner.close();
    bench.engine.die();
    bench.clock += 3_600_000;
    bench.runner = await bench.start({ journalFolder: join(bench.folder, 'another-machine') });
    await bench.runner.settled();
    expect(await spent('101')).toEqual(['ready 10 s', 'on-a-break Họp 0 s']);
    expect(await spent('102')).toEqual(['ready 10 s']);
  });
});
