import type { AppDeps } from './app.ts';
import { Problem } from './http/problem.ts';
import { refuseUpgrade } from './http/upgrades.ts';

/** A process that serves the web part only: phones are refused for now, and nobody's phone is known. */
export const noTelephony: AppDeps['telephony'] = {
  status: () => 'up',
  acceptSip: (_request, socket) => refuseUpgrade(socket, 503),
  startBotCall: () => Promise.reject(Problem.unavailable()),
  phoneOf: () => undefined,
  agentStatus: () => undefined,
  secretsChanged: async () => undefined,
};
