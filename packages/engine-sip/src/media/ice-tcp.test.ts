import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { framed, TcpFrames } from './tcp-frames.ts';
import { Browser } from './testing/phones.ts';
import { testPlane, until } from './testing/plane.ts';

const byTcp = /a=candidate:\d+ 1 TCP \d+ 127\.0\.0\.1 (\d+) typ host tcptype passive\r\n/;

/** A network that lets no UDP through: what is sent to its UDP port goes over one connection of TCP (RFC 4571), and back. */
async function tunnelTo(tcpPort: number) {
  const [udp, tcp] = [createSocket('udp4'), createConnection({ host: '127.0.0.1', port: tcpPort, noDelay: true })];
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(udp, 'listening'), once(tcp, 'connect')]);
  // The other end closes with the call, while the browser may still be sending.
  tcp.on('error', () => tcp.destroy());
  onTestFinished(() => {
    udp.close();
    tcp.destroy();
  });
  const frames = new TcpFrames(65_535);
  let browserPort = 0;
  udp.on('message', (packet, from) => {
    browserPort = from.port;
    // In pieces, as TCP may bring it.
    if (!tcp.writable) return;
    const frame = framed(packet);
    tcp.write(frame.subarray(0, 1));
    tcp.write(frame.subarray(1));
  });
  tcp.on('data', (bytes) => {
    for (const packet of frames.take(bytes) ?? []) udp.send(packet, browserPort, '127.0.0.1');
  });
  return { tcp, port: udp.address().port };
}

const only = (sdp: string, candidate: string) =>
  sdp
    .replaceAll(/a=candidate:.*\r\n/g, '')
    .replace('a=end-of-candidates', `a=candidate:${candidate}\r\na=end-of-candidates`);

it.each(['we are called', 'we call'])(
  'a browser whose network lets no UDP through talks by TCP when %s; when its call ends, so does the connection',
  async (way) => {
    await using test = await testPlane();
    const leg = test.plane.webRtcLeg();
    const browser = new Browser();
    onTestFinished(() => browser.close());
    const tunnelled = async (sdp: string) => {
      const tunnel = await tunnelTo(Number(byTcp.exec(sdp)?.[1]));
      return { tunnel, sdp: only(sdp, `1 1 UDP 2130706431 127.0.0.1 ${tunnel.port} typ host`) };
    };
    let tunnel: Awaited<ReturnType<typeof tunnelTo>>;
    if (way === 'we call') {
      const offer = await tunnelled(await leg.offer());
      tunnel = offer.tunnel;
      // It connects at once, before its answer is here.
      const answer = await browser.answer(offer.sdp);
      await leg.acceptAnswer(answer.replaceAll(/a=candidate:.*\r\n/g, ''));
    } else {
      const answer = await tunnelled(await leg.answer(await browser.offer()));
      tunnel = answer.tunnel;
      browser.accept(answer.sdp);
    }
    await until(() => leg.isOpen);
    let gone = false;
    tunnel.tcp.on('close', () => (gone = true));
    leg.play([{ kind: 'tone', tone: 'ringback' }], { loop: true }, () => undefined);
    browser.voice.speak(440);
    await until(() => browser.voice.heard.length > 20);
    expect(gone).toBe(false);
    leg.close();
    await until(() => gone);
  },
);

/** A connectivity check as browsers make it (RFC 8445 §7.2.2). */
function check(username: string, password: string): Buffer {
  const name = Buffer.from(username);
  const padded = Buffer.concat([name, Buffer.alloc((4 - (name.length % 4)) % 4)]);
  const message = Buffer.alloc(24 + padded.length);
  message.writeUInt16BE(0x0001, 0);
  message.writeUInt16BE(4 + padded.length + 24, 2);
  message.writeUInt32BE(0x2112a442, 4);
  randomBytes(12).copy(message, 8);
  message.writeUInt16BE(0x0006, 20);
  message.writeUInt16BE(name.length, 22);
  padded.copy(message, 24);
  const proof = createHmac('sha1', password).update(message).digest();
  return Buffer.concat([message, Buffer.from([0x00, 0x08, 0, 20]), proof]);
}

async function listeningPlane() {
  const test = await testPlane();
  onTestFinished(() => test[Symbol.asyncDispose]());
  const leg = test.plane.webRtcLeg();
  const sdp = await leg.answer(await new Browser().offer());
  const named = (attribute: string) => new RegExp(`a=${attribute}:(\\S+)`).exec(sdp)?.[1] ?? '';
  const connect = async (): Promise<{ socket: Socket; isCut: () => boolean }> => {
    const socket = createConnection({ host: '127.0.0.1', port: Number(byTcp.exec(sdp)?.[1]) });
    onTestFinished(() => void socket.destroy());
    let cut = false;
    socket.on('error', () => undefined);
    socket.on('close', () => (cut = true));
    await once(socket, 'connect');
    return { socket, isCut: () => cut };
  };
  return { leg, ufrag: named('ice-ufrag'), password: named('ice-pwd'), connect };
}

it('a connection that begins with anything but a check of a call here is cut at once; one that says nothing, after seconds', async () => {
  const { ufrag, password, connect } = await listeningPlane();
  const good = check(`${ufrag}:them`, password);
  const spoilt = Buffer.from(good);
  spoilt[10] = (spoilt[10] ?? 0) ^ 1;
  const silent = await connect();
  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    framed(Buffer.from('hello')),
    framed(Buffer.alloc(0)),
    framed(check(`${ufrag}:them`, 'another password, long enough')),
    framed(check('nobody:them', password)),
    framed(spoilt),
    framed(good.subarray(0, -24)),
    framed(Buffer.concat([good, Buffer.alloc(4)])),
  ]) {
    const stranger = await connect();
    stranger.socket.write(bytes);
    await until(stranger.isCut);
  }
  const proven = await connect();
  proven.socket.write(framed(good));
  await until(silent.isCut);
  expect(proven.isCut()).toBe(false);
  proven.socket.write(Buffer.from([0xff, 0xff]));
  await until(proven.isCut);
});

it('of those who have shown nothing an address has so many: for one more the oldest goes, and who has shown something stays', async () => {
  const { leg, ufrag, password, connect } = await listeningPlane();
  const proven = await connect();
  proven.socket.write(framed(check(`${ufrag}:them`, password)));
  const strangers: Awaited<ReturnType<typeof connect>>[] = [];
  for (let at = 0; at < 64; at += 1) strangers.push(await connect());
  await connect();
  await until(() => strangers[0]?.isCut() ?? false);
  expect([strangers[63]?.isCut(), proven.isCut()]).toEqual([false, false]);
  leg.close();
  await until(proven.isCut);
});
