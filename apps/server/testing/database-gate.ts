import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a gate does with what comes from either side. */
interface Gatekeeper {
  readonly fromClient: (bytes: Buffer) => void;
  readonly fromServer: (bytes: Buffer) => void;
}

/** A way to a test's database through a gate, which sees what is said on each connection and lets through what it likes. */
export async function gateTo(url: string, keep: (client: Socket, server: Socket) => Gatekeeper) {
  const { hostname, port } = new URL(url);
  const gate = createServer((client) => {
    const server = connect(Number(port), hostname);
    const { fromClient, fromServer } = keep(client, server);
    client.on('data', fromClient).on('close', () => server.destroy());
    server.on('data', fromServer).on('close', () => client.destroy());
    for (const side of [client, server]) side.on('error', () => side.destroy());
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const at = gate.address();
  if (at === null || typeof at === 'string') throw new Error('A gate listens at a port.');
  const through = new URL(url);
  through.host = `127.0.0.1:${at.port}`;
  return {
    url: through.href,
    async [Symbol.asyncDispose]() {
      gate.close();
      await once(gate, 'close');
    },
  };
}
