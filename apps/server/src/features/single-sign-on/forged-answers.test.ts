import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { isTenantOfEntra, whoSignedIn } from './provider.ts';

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [published, stolen] = [pair(), pair()];
const clientId = 'alo';
const round = {
  state: 'trạng thái',
  nonce: 'một lần',
  verifier: 'v'.repeat(43),
  redirectUri: 'https://alo.test/login/elsewhere',
};

let issuer = '';
/** Who the metadata says that they are of; the issuer that is asked, where it is ''. */
let saysItIs = '';
/** What the token endpoint answers next. */
let idToken = '';

const provider = createServer((request, response) => {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: saysItIs || issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/jwks': { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }] },
    '/token': { access_token: 'a', token_type: 'bearer', id_token: idToken },
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? '']));
});

beforeAll(async () => {
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});

afterAll(() => void provider.close());

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenBy(key: KeyObject | null, change: object = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: issuer,
    sub: '1',
    aud: clientId,
    nonce: round.nonce,
    iat: now,
    exp: now + 600,
    email: 'lan@sao-mai.vn',
    email_verified: true,
  };
  const text = `${part(key === null ? { alg: 'none' } : { alg: 'RS256', kid: 'a' })}.${part({ ...claims, ...change })}`;
  return `${text}.${key === null ? '' : createSign('sha256').update(text).sign(key, 'base64url')}`;
}

const answer = new URLSearchParams({ code: 'c', state: round.state }).toString();
const enter = (token: string) => {
  idToken = token;
  return whoSignedIn({ issuer, clientId, secret: 'bí mật' }, round, answer, ['127.0.0.1']);
};

test('a token says who signed in where the provider has signed it, for us, now, and for this round', async () => {
  expect(await enter(tokenBy(published.privateKey))).toMatchObject({ email: 'lan@sao-mai.vn', email_verified: true });
});

test.each([[undefined], [false], ['false']])(
  'an e-mail that is verified as %j is nobody’s word',
  async (email_verified) => {
    expect(await enter(tokenBy(published.privateKey, { email_verified }))).toMatchObject({ email_verified: false });
  },
);

test.each([
  ['https://login.microsoftonline.com/3f2a1b0c-1111-4222-8333-444455556666/v2.0', true],
  [
    'https://login.microsoftonline.com/3f2a1b0c-1111-4222-8333-444455556666/v2.0/.well-known/openid-configuration',
    true,
  ],
  ['https://login.microsoftonline.com/9188040d-6c67-4b5c-b112-36a304b66dad/v2.0', false],
  ['https://login.microsoftonline.com/common/v2.0', false],
  ['https://login.microsoftonline.com.evil.vn/3f2a1b0c-1111-4222-8333-444455556666/v2.0', false],
])('%s gives its people their e-mails itself: %j', (issuer, does) => {
  expect(isTenantOfEntra(issuer)).toBe(does);
});

const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;

test.each([
  ['was signed by somebody else', () => tokenBy(stolen.privateKey)],
  ['nobody has signed', () => tokenBy(null)],
  ['is for another client', () => tokenBy(published.privateKey, { aud: 'khac' })],
  ['is of another provider', () => tokenBy(published.privateKey, { iss: 'https://khac.example' })],
  ['is of another round', () => tokenBy(published.privateKey, { nonce: 'khác' })],
  ['has ended', () => tokenBy(published.privateKey, { iat: hourAgo - 600, exp: hourAgo })],
])('a token that %s lets nobody in', async (_, token) => {
  await expect(enter(token())).rejects.toThrow();
});

test('metadata of another issuer than the one that was typed, or an access token in place of the ID token, let nobody in', async () => {
  saysItIs = `${issuer}/khac`;
  await expect(enter(tokenBy(published.privateKey, { iss: saysItIs }))).rejects.toThrow();
  await expect(enter(tokenBy(published.privateKey))).rejects.toThrow();
  saysItIs = '';
  const asAccess = tokenBy(published.privateKey, { aud: 'api', nonce: undefined, scope: 'openid' });
  await expect(enter(asAccess)).rejects.toThrow();
  expect(await enter(tokenBy(published.privateKey))).toMatchObject({ email: 'lan@sao-mai.vn' });
});
