import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import { Problem } from '../kernel/problem.ts';

/** Something that can be counted at any moment, by what its labels say. */
export interface Figure {
  readonly name: `alo_${string}`;
  readonly help: string;
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

export interface Metrics {
  /** The bearer token that a request must have; without it there is no such page. */
  readonly token: string;
  readonly figures: () => Promise<readonly Figure[]>;
}

const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const path = '/metrics';

/** `/metrics` for Prometheus: requests by their route, this process, and what the installation counts of itself. */
export function serveMetrics(app: FastifyInstance, { token, figures }: Metrics): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'alo_http_request_seconds',
    help: 'Time to answer a request, by the pattern of its address',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.get(path, async (request, reply) => {
    if (!isRight(request.headers.authorization, token)) throw Problem.notFound();
    // What is counted at this moment is counted anew: a company or a state that is gone is not shown any more.
    const now = new Registry();
    for (const { name, help, values } of await figures()) {
      const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
      const gauge = new Gauge({ name, help, labelNames, registers: [now] });
      for (const { labels = {}, value } of values) gauge.set(labels, value);
    }
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return `${await registry.metrics()}\n${await now.metrics()}`;
  });
}

function isRight(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
