import { refuseUpgrade } from '@alo/net';

import type { AppDeps } from '../compose/app.ts';
import { Problem } from '../kernel/problem.ts';

/** For a process that serves the web part only: phones are refused for now, and nobody's phone is known. */
export const withoutTelephony = {
  telephony: {
    agentStatus: () => undefined,
    configChanged: async () => undefined,
    devicesChanged: async () => undefined,
    secretsChanged: async () => undefined,
    phones: async () => new Map(),
    goingOn: () => Promise.reject(Problem.unavailable()),
    followed: () => () => Promise.reject(Problem.unavailable()),
    ownCalls: () => Promise.reject(Problem.unavailable()),
    ownQueues: () => Promise.reject(Problem.unavailable()),
    outsideNumber: () => Promise.reject(Problem.unavailable()),
    trace: () => Promise.reject(Problem.unavailable()),
    request: () => Promise.reject(Problem.unavailable()),
  },
  engine: {
    status: () => 'up',
    isDraining: () => false,
    acceptSip: (_request, socket) => refuseUpgrade(socket, 503),
    startBotCall: () => Promise.reject(Problem.unavailable()),
  },
} satisfies Pick<AppDeps, 'telephony' | 'engine'>;
