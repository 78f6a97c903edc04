import { SipServer } from './generator.ts';
import { password } from './sip-tenant.ts';
import type { Registrar } from './switch.ts';

/** A program of Node.js with a UDP socket that sends back what it gets. */
export async function openBare(): Promise<Registrar> {
  const server = await SipServer.start({ kind: 'bare', lines: 0 });
  const { pid, sipPort } = server.ready;
  return {
    name: 'bare',
    sipPort,
    roots: [pid],
    passwordAt: () => password,
    cpu: () => Promise.resolve({ all: server.cpuMs, parts: {} }),
    close: () => server.stop(),
  };
}
