import { basePrefix, type ConsoleConfig, consoleConfig } from '@alo/contract';
import type { FastifyInstance } from 'fastify';

import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';

/** Where the console finds everything. Phones use the WSS port when it has a certificate that browsers accept, else this origin. */
export function serveConsoleConfig(
  app: FastifyInstance,
  options: {
    sipWssPort: number | undefined;
    demo: ConsoleConfig['demo'] | undefined;
    /** Whether strangers may make companies; nobody may while the database cannot tell. */
    signUpIsOn: () => Promise<boolean>;
  },
): void {
  app.get('/config.json', async (request, reply): Promise<ConsoleConfig> => {
    const secure = request.protocol === 'https';
    const socketOrigin = `${secure ? 'wss' : 'ws'}://${request.host}`;
    reply.header('cache-control', 'no-cache');
    return consoleConfig.parse({
      ...basePrefix,
      tenant: basePrefix.tenant.replace(':ma_dn', '{ma_dn}'),
      sip: options.sipWssPort === undefined ? `${socketOrigin}/sip` : `wss://${request.hostname}:${options.sipWssPort}`,
      live: `${socketOrigin}/live`,
      sign_up: await options.signUpIsOn().catch(closedWithoutDatabase),
      ...(options.demo === undefined ? {} : { demo: options.demo }),
    });
  });
}

function closedWithoutDatabase(error: unknown): false {
  if (error instanceof DatabaseUnavailable) return false;
  throw error;
}
