import type { FastifyInstance } from 'fastify';

import { Problem } from '../kernel/problem.ts';
import { isHealthRoute } from './health.ts';

/** So often this process looks how late it is; each look wakes it. */
const lookMs = 250;
/** The mean goes over about so many looks: one long answer alone refuses nobody. */
const looks = 4;
const backInSeconds = 2;

/** Refuses a request for a moment: this process is late. */
export const tooLate = () => Problem.unavailable(backInSeconds);

/**
 * Refuses requests while this process comes to what it planned later than `delayMs` in the mean of about a second; 0 never refuses. While it is
 * `known` whose requests keep it busy, others are let in, and whoever knows them refuses those. Answers whether it is late now.
 */
export function refuseWhenLate(app: FastifyInstance, delayMs: number, known: () => boolean): () => boolean {
  if (delayMs === 0) return () => false;
  let meanMs = 0;
  let due = performance.now() + lookMs;
  const looking = setInterval(() => {
    const now = performance.now();
    meanMs += (Math.max(0, now - due) - meanMs) / looks;
    due = now + lookMs;
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));

  const isLate = () => meanMs > delayMs;
  app.addHook('onRequest', async (request) => {
    // Monitoring is answered always, above all when the server is busy.
    if (isLate() && !known() && !isHealthRoute(request.routeOptions.url)) throw tooLate();
  });
  return isLate;
}
