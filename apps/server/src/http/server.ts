import { type ConsoleConfig, mistakeWords } from '@alo/contract';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { z } from 'zod';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import { logRequests } from './access-log.ts';
import { meantAddress } from './aliases.ts';
import { type MayShowPhone, serveConsole } from './console.ts';
import { serveConsoleConfig } from './console-config.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { answerErrors } from './errors.ts';
import { type Health, serveHealth } from './health.ts';
import { lateRefusals } from './late-refusals.ts';
import type { Metrics } from './metrics.ts';
import { refuseWhenLate } from './overload.ts';
import { type OnRefusal, tellRefusals } from './refusals.ts';
import type { Route } from './route.ts';
import { secureHeaders, securityHeaders } from './security-headers.ts';
import { answerProblem, type Gate, serve } from './serve.ts';
import { openShares } from './shares.ts';

export interface HttpOptions extends Gate {
  readonly log: FastifyBaseLogger;
  readonly routes: readonly Route[];
  readonly health: Health;
  /** Folder of the built console; where it is missing only the API is served. */
  readonly consoleFolder: string;
  /** Port of SIP over WSS with a certificate that browsers accept. */
  readonly sipWssPort?: number;
  readonly demo?: ConsoleConfig['demo'];
  /** Whether strangers may make companies; nobody may where it is left out. */
  readonly signUpIsOn?: () => Promise<boolean>;
  /** Whether a page of another system may show the phone within itself; none may where it is left out. */
  readonly mayShowPhone?: MayShowPhone;
  /** New requests are refused for a moment while the event loop is later than this on average; 0 never refuses. */
  readonly overloadDelayMs?: number;
  /** Told of every request that is refused. */
  readonly onRefusal?: OnRefusal;
  /** What Prometheus is told; nothing where it is absent. */
  readonly metrics?: Metrics;
  /** Addresses of proxies whose `X-Forwarded-For` and `-Proto` are believed. */
  readonly trustedProxies?: readonly string[];
}

/** The whole HTTP side, ready to listen or to be injected into. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  z.config({ localeError: mistakeWords });
  const app = fastify({
    loggerInstance: options.log,
    // The lines about requests are our own: an address may hold a phone number.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    rewriteUrl: ({ method, url }) => meantAddress(method, url ?? '/'),
    bodyLimit: 1024 * 1024,
    // A machine that is busy starts late, and starts.
    pluginTimeout: 0,
    // A sender that sends a request byte by byte does not keep a connection for ever.
    requestTimeout: 60_000,
    trustProxy: [...(options.trustedProxies ?? [])],
    forceCloseConnections: 'idle',
    // Its own refusal is no problem of ours; see serveHealth.
    return503OnClosing: false,
    // An address that cannot be read never gets to a route, nor to the hooks that other answers pass.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...securityHeaders, 'x-request-id': request.id });
      void answerProblem(Problem.badRequest(), request, reply);
    },
    // A missing route may be a screen of the console; see serveConsole.
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  answerErrors(app, lateRefusals());
  logRequests(app, options.log);
  if (options.onRefusal !== undefined) tellRefusals(app, options.onRefusal);
  secureHeaders(app);
  takeOnlyJson(app);
  await app.register(multipart);
  const shares = options.shares ?? openShares();
  const isLate = refuseWhenLate(app, options.overloadDelayMs ?? 1_000, () => shares.requests.someHaveHadMost());

  // Before the routes: what it measures are those that come after it.
  if (options.metrics !== undefined) {
    const { serveMetrics } = await import('./metrics.ts');
    serveMetrics(app, options.metrics);
  }
  serve(app, options.routes, { ...options, shares, isLate });
  serveHealth(app, options.health, isLate);
  serveConsoleConfig(app, {
    sipWssPort: options.sipWssPort,
    demo: options.demo,
    signUpIsOn: options.signUpIsOn ?? (async () => false),
  });
  await serveDocs(app);
  await serveConsole(app, options.consoleFolder, options.mayShowPhone);
  return app;
}

/** Bodies are JSON; none at all is an empty object, also where a client names the type without sending any. */
function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, {});
    else void parse(request, body, done);
  });
}
