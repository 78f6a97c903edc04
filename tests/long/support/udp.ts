import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A port of this address that is free. */
export async function freeUdpPortOn(host: string): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Does something there answer OPTIONS? */
export async function udpAnswers({ host, port }: { readonly host: string; readonly port: number }): Promise<boolean> {
  const socket = createSocket('udp4');
  // Nobody listens there yet.
  socket.on('error', () => undefined);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const own = `127.0.0.1:${socket.address().port}`;
  const answered = new Promise<boolean>((resolve) => {
    socket.once('message', () => resolve(true));
    setTimeout(() => resolve(false), 500);
  });
  const request = [
    `OPTIONS sip:edge@${host}:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bKasks${socket.address().port};rport`,
    `From: <sip:asks@${own}>;tag=1`,
    `To: <sip:edge@${host}>`,
    `Call-ID: asks@${own}`,
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 70',
    'Content-Length: 0',
    '\r\n',
  ];
  socket.send(request.join('\r\n'), port, host);
  const isThere = await answered;
  socket.close();
  return isThere;
}
