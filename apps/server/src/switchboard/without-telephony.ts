import { refuseUpgrade } from '@alo/net';

import { Problem } from '../kernel/problem.ts';
import type { EngineAccess, Switchboard } from './switchboard.ts';

/** The switchboard of a process whose calls nobody runs: phones are refused, and no phone is known. */
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
    parked: () => Promise.reject(Problem.unavailable()),
    outsideNumber: () => Promise.reject(Problem.unavailable()),
    trace: () => Promise.reject(Problem.unavailable()),
    request: () => Promise.reject(Problem.unavailable()),
  },
  engine: {
    status: () => 'up',
    awayMs: () => 0,
    isDraining: () => false,
    isFollowed: () => false,
    isEmptied: () => false,
    acceptSip: (_request, socket) => refuseUpgrade(socket, 503),
    startBotCall: () => Promise.reject(Problem.unavailable()),
  },
} satisfies { telephony: Switchboard; engine: EngineAccess };
