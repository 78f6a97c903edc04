import type { LiveHub } from '../../live/live-hub.ts';

/** The bell rings for a promise or a task at most so long after its time has come. */
const everyMs = 2_000;

/** Rings the bell for promises and tasks whose time has come, in the companies that have a console open here. */
export function ringReminders({
  live,
  ring,
  now,
}: {
  live: Pick<LiveHub, 'tenants'>;
  ring: (tenantId: string, after: Date, until: Date) => void;
  now: () => number;
}): { close(): void } {
  let rungUntil = new Date(now());
  const timer = setInterval(() => {
    const until = new Date(now());
    for (const tenantId of live.tenants()) ring(tenantId, rungUntil, until);
    rungUntil = until;
  }, everyMs).unref();
  return { close: () => clearInterval(timer) };
}
