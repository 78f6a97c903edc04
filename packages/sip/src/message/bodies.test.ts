import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRequest } from '../dialog/check-request.ts';
import { bodyOf, bodyParts } from './bodies.ts';
import { newRequest } from './new-message.ts';

const text = (body: Uint8Array | undefined) => body && new TextDecoder().decode(body);
const abilities = { methods: ['INVITE'], extensions: [], bodies: ['application/sdp'] };

function invite(type: string, body: string | Uint8Array) {
  const address = { display: '', uri: 'sip:a@b', params: new Map<string, string>() };
  return newRequest({
    method: 'INVITE',
    uri: 'sip:a@b',
    from: address,
    to: address,
    callId: 'c',
    cseq: 1,
    headers: [{ name: 'content-type', value: type }],
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
}

const isup = Uint8Array.of(1, 0x11, 0x80, 0xff, 13, 10, 0, 0x9f);
/** As a carrier's gateway sends it (RFC 3204): the call for SIP, and what the telephone network says besides. */
function sipI(disposition: string) {
  const encoder = new TextEncoder();
  return new Uint8Array([
    ...encoder.encode(
      'a foreword\r\n--one-two\r\nContent-Type: application/SDP\r\n\r\nv=0\r\ns=-\r\n\r\n--one-two  \r\n',
    ),
    ...encoder.encode(
      `Content-Type: application/ISUP; version=itu-t92+\r\nContent-Disposition:\r\n ${disposition}\r\n\r\n`,
    ),
    ...isup,
    ...encoder.encode('\r\n--one-two--\r\nan afterword'),
  ]);
}

it('a body without parts is its own part', () => {
  expect(text(bodyOf(invite('application/sdp;charset=x', 'v=0'), 'application/sdp'))).toBe('v=0');
  expect(bodyOf(invite('application/isup', 'v=0'), 'application/sdp')).toBeUndefined();
  expect(bodyParts(invite('application/sdp', ''))).toEqual([]);
});

it('the SDP of several parts is found, and what is no text comes out byte for byte', () => {
  const message = invite('multipart/mixed; boundary="one-two"', sipI('signal;handling=optional'));
  expect(text(bodyOf(message, 'application/sdp'))).toBe('v=0\r\ns=-\r\n');
  expect(bodyOf(message, 'application/isup')).toEqual(isup);
  expect(checkRequest(message, abilities)).toBeUndefined();
});

it('a part that we cannot read is left out, unless its sender insists (RFC 5621 §4)', () => {
  const message = invite('multipart/mixed;boundary=one-two', sipI('signal; handling="required"'));
  expect(checkRequest(message, abilities)).toEqual({
    status: 415,
    headers: [{ name: 'accept', value: 'application/sdp' }],
  });
});

it.each(['multipart/mixed', 'multipart/mixed;boundary=other', 'multipart/mixed;boundary=""'])(
  '%s has no parts',
  (type) => {
    expect(checkRequest(invite(type, sipI('signal')), abilities)).toMatchObject({ status: 400 });
  },
);

it('a body of a thousand parts is none', () => {
  const body = '--b\r\n\r\nx\r\n'.repeat(1000);
  expect(checkRequest(invite('multipart/mixed;boundary=b', `${body}--b--`), abilities)).toMatchObject({ status: 400 });
});

it('takes any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const parts = bodyParts(invite('multipart/mixed;boundary=a', new Uint8Array([45, 45, 97, ...bytes])));
      expect(parts === undefined || parts.length > 0).toBe(true);
    }),
  );
});
