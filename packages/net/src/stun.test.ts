import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { addressSpace, meansTheSame } from './address-space.ts';
import { addressSeenBy, mappedAddressIn, stunServerOf } from './stun.ts';

/** The answer of a server that sees 203.0.113.9:54321, as RFC 8489 §14 writes it. */
function answerTo(request: Buffer, attributes: readonly (readonly [type: number, value: readonly number[]])[]): Buffer {
  const body = Buffer.concat(
    attributes.map(([type, value]) => {
      const head = Buffer.from([type >> 8, type & 0xff, 0, value.length]);
      return Buffer.concat([head, Buffer.from(value), Buffer.alloc((4 - (value.length % 4)) % 4)]);
    }),
  );
  const header = Buffer.from(request.subarray(0, 20));
  header.writeUInt16BE(0x0101, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}

const plain = [0x0001, [0, 1, 0xd4, 0x31, 203, 0, 113, 8]] as const;
const xored = [0x0020, [0, 1, 0xf5, 0x23, 203 ^ 0x21, 0 ^ 0x12, 113 ^ 0xa4, 9 ^ 0x42]] as const;
const software = [0x8022, [...Buffer.from('alo'), 0]] as const;

async function server(answers: (request: Buffer, asked: number) => readonly Buffer[]) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  let asked = 0;
  socket.on('message', (request, from) => {
    asked += 1;
    for (const answer of answers(request, asked)) socket.send(answer, from.port, from.address);
  });
  return { host: '127.0.0.1', port: socket.address().port };
}

test('a server says what it sees; what is lost is asked again, and what answers something else is no answer', async () => {
  const stranger = Buffer.alloc(20, 7);
  const named = await server((request, asked) =>
    asked === 1
      ? [answerTo(stranger, [xored]), Buffer.from('SIP/2.0 200 OK'), Buffer.alloc(0)]
      : [answerTo(request, [software, plain, xored])],
  );
  expect(await addressSeenBy(named)).toBe('203.0.113.9');
});

test('a server that knows nothing newer than RFC 3489 is understood', async () => {
  const named = await server((request) => [answerTo(request, [plain])]);
  expect(await addressSeenBy(named)).toBe('203.0.113.8');
});

test('no bytes are mistaken for an answer, and none make it throw', () => {
  const id = Buffer.alloc(12, 1);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => mappedAddressIn(Buffer.from(bytes), id) === undefined),
  );
  const whole = answerTo(Buffer.concat([Buffer.from([0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]), id]), [software, xored]);
  expect(mappedAddressIn(whole, id)).toBe('203.0.113.9');
  for (let length = 0; length < whole.length; length += 1)
    expect(mappedAddressIn(whole.subarray(0, length), id)).toBeUndefined();
});

test.each([
  ['stun.example.vn', { host: 'stun.example.vn', port: 3478 }],
  ['203.0.113.7:19302', { host: '203.0.113.7', port: 19_302 }],
  ['203.0.113', undefined],
  ['stun:stun.example.vn', undefined],
  ['stun.example.vn:0', undefined],
  ['stun.example.vn:99999', undefined],
  ['', undefined],
])('“%s” as a STUN server', (written, read) => expect(stunServerOf(written)).toEqual(read));

test.each([
  ['127.0.0.9', 'machine'],
  ['::1', 'machine'],
  ['169.254.1.1', 'link'],
  ['fe80::1', 'link'],
  ['10.255.255.1', '10'],
  ['172.31.7.20', '172.16'],
  ['172.32.0.1', 'everywhere'],
  ['192.168.1.50', '192.168'],
  ['100.64.0.1', '100.64'],
  ['fd00::2', 'fc00'],
  ['203.0.113.9', 'everywhere'],
  ['2001:db8::1', 'everywhere'],
  ['sip.example.vn', undefined],
])('the space of %s is %s', (address, space) => expect(addressSpace(address)).toBe(space));

test.each([
  ['192.168.1.50', '203.0.113.9', false],
  ['10.255.255.1', '127.0.0.18', false],
  ['192.168.1.50', '10.8.0.5', false],
  ['127.0.0.1', '10.8.0.5', false],
  ['10.0.0.6', '10.8.0.5', true],
  ['127.0.0.6', '127.0.0.5', true],
  ['198.51.100.7', '203.0.113.9', true],
  ['198.51.100.7', '10.8.0.5', true],
])('a peer that writes %s and is seen at %s can be sent to there: %s', (written, seen, can) => {
  expect(meansTheSame(written, seen)).toBe(can);
});
