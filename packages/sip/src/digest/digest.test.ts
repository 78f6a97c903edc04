import { describe, expect, test } from 'vitest';
import type { Header, Request } from '../message/message.ts';
import { newRequest, responseTo } from '../message/new-message.ts';
import { parseAuth } from './auth-params.ts';
import { answerChallenge } from './digest-client.ts';
import { digestResponse, ha1, ha2 } from './digest-response.ts';
import { createDigestServer, type DigestSecret, type DigestServerOptions } from './digest-server.ts';
import type { Algorithm } from './hashes.ts';

describe('the examples of the RFCs', () => {
  const protection = {
    qop: 'auth',
    nc: '00000001',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  } as const;
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const)('RFC 7616 §3.9.1, %s', (algorithm, expected) => {
    const response = digestResponse({
      algorithm,
      ha1: ha1(algorithm, 'Mufasa', 'http-auth@example.org', 'Circle of Life'),
      ha2: ha2(algorithm, 'GET', '/dir/index.html'),
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      protection,
    });
    expect(response).toBe(expected);
  });

  test('RFC 2617 §3.5', () => {
    const response = digestResponse({
      algorithm: 'MD5',
      ha1: ha1('MD5', 'Mufasa', 'testrealm@host.com', 'Circle Of Life'),
      ha2: ha2('MD5', 'GET', '/dir/index.html'),
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      protection: { qop: 'auth', nc: '00000001', cnonce: '0a4f113b' },
    });
    expect(response).toBe('6629fae49393a05397450978507c4ef1');
  });
});

const REALM = 'demo.alo.local';
const secretOf = (id: string, username: string, password: string): DigestSecret => ({
  id,
  ha1Md5: ha1('MD5', username, REALM, password),
  ha1Sha256: ha1('SHA-256', username, REALM, password),
});
const USERS: Readonly<Record<string, readonly DigestSecret[]>> = {
  '101': [secretOf('desk', '101', 'first'), secretOf('browser', '101', 'second')],
};

const question = {
  realm: REALM,
  as: 'user' as const,
  secretsOf: (username: string) => USERS[username] ?? [],
};

const register = (...headers: Header[]): Request =>
  newRequest({
    method: 'REGISTER',
    uri: `sip:${REALM}`,
    from: { display: '', uri: `sip:101@${REALM}`, params: new Map([['tag', 'a']]) },
    to: { display: '', uri: `sip:101@${REALM}`, params: new Map() },
    callId: 'c',
    cseq: 1,
    headers,
  });

/** A server, and a phone that answers its challenges. */
function door(options: DigestServerOptions = {}) {
  const server = createDigestServer(options);
  const check = (request: Request, now: number) => server.check(request, question, now);
  return {
    check,
    credentials: (username: string, password: string, now: number): Header => {
      const verdict = check(register(), now);
      if (verdict.ok) throw new Error('let in without credentials');
      const header = answerChallenge(responseTo(register(), verdict.response), register(), { username, password });
      if (!header) throw new Error('no challenge was understood');
      return header;
    },
  };
}

const why = (verdict: ReturnType<ReturnType<typeof door>['check']>): string =>
  verdict.ok ? verdict.secret.id : verdict.why;

test('without credentials: 401 with a challenge for each algorithm, MD5 first for phones that look no further', () => {
  const verdict = door().check(register(), 0);
  expect(verdict).toMatchObject({ ok: false, why: 'absent', response: { status: 401 } });
  const algorithms = (verdict.ok ? [] : (verdict.response.headers ?? [])).map(({ value }) =>
    parseAuth(value)?.params.get('algorithm'),
  );
  expect(algorithms).toEqual(['MD5', 'SHA-256']);
});

test('a digest opens the number that it was made for and no other, through whichever host; one that names nobody opens as before', () => {
  const ask = dialling();
  expect(ask('sip:102@demo.alo.local', 'sip:102@demo.alo.local')).toBe(true);
  expect(ask('sip:102@demo.alo.local', 'sip:102@10.0.0.1:5060;transport=udp')).toBe(true);
  expect(ask('sip:102@demo.alo.local', 'sip:0901000003@demo.alo.local')).toBe(false);
  expect(ask('sip:demo.alo.local', 'sip:102@demo.alo.local')).toBe(true);
});

/** A phone that proves itself to dial one URI, and sends an INVITE to another. */
function dialling() {
  const server = createDigestServer();
  const invite = (uri: string, ...headers: Header[]) => ({ ...register(...headers), method: 'INVITE', uri });
  return (proved: string, sent: string): boolean => {
    const verdict = server.check(invite(proved), question, 0);
    if (verdict.ok) throw new Error('let in without credentials');
    const challenge = responseTo(invite(proved), verdict.response);
    const credentials = answerChallenge(challenge, invite(proved), { username: '101', password: 'first' });
    if (credentials === undefined) throw new Error('no challenge was understood');
    return server.check(invite(sent, credentials), question, 10).ok;
  };
}

test('a proxy asks with 407 and Proxy-Authenticate (RFC 3261 §22.3)', () => {
  const verdict = createDigestServer().check(register(), { ...question, as: 'proxy' }, 0);
  const response = verdict.ok ? undefined : verdict.response;
  expect(response?.status).toBe(407);
  expect(response?.headers?.[0]?.name).toBe('proxy-authenticate');
});

test.each(['MD5', 'SHA-256'] satisfies Algorithm[])(
  '%s: each secret of a person opens, and says which one it was',
  (algorithm) => {
    const { check, credentials } = door({ algorithms: [algorithm] });
    expect(why(check(register(credentials('101', 'first', 0)), 10))).toBe('desk');
    expect(why(check(register(credentials('101', 'second', 0)), 10))).toBe('browser');
  },
);

test('a wrong password and a person who does not exist get the same answer', () => {
  const { check, credentials } = door();
  const wrong = check(register(credentials('101', 'wrong', 0)), 0);
  const nobody = check(register(credentials('999', 'wrong', 0)), 0);
  const shape = (verdict: typeof wrong): unknown =>
    JSON.parse(JSON.stringify(verdict).replaceAll(/nonce=\\"[^"]*\\"/g, 'nonce'));
  expect(why(wrong)).toBe('refused');
  expect(shape(nobody)).toEqual(shape(wrong));
});

test('as many secrets are tried for a person who does not exist as for one who does', () => {
  const { credentials } = door();
  const server = createDigestServer();
  const tried = (username: string, password = 'wrong'): number => {
    let count = 0;
    const watched = new Proxy(USERS[username] ?? [], {
      get: (secrets, key, receiver): unknown => {
        if (/^\d+$/.test(String(key))) count++;
        return Reflect.get(secrets, key, receiver);
      },
    });
    server.check(register(credentials(username, password, 0)), { ...question, secretsOf: () => watched }, 0);
    return count;
  };
  expect([tried('101'), tried('999')]).toEqual([8, 8]);
  // Whoever has a secret learns nothing by being let in at once.
  expect(tried('101', 'first')).toBe(1);
});

test('no hash that an unknown person is compared with opens the door', () => {
  const { check } = door();
  const verdict = check(register(), 0);
  const nonce = verdict.ok ? '' : (parseAuth(verdict.response.headers?.[0]?.value ?? '')?.params.get('nonce') ?? '');
  const made = { qop: 'auth', nc: '00000001', cnonce: 'x' } as const;
  const proof = digestResponse({
    algorithm: 'MD5',
    ha1: '0'.repeat(32),
    ha2: ha2('MD5', 'REGISTER', 'sip:a'),
    nonce,
    protection: made,
  });
  const value = `Digest username="999", realm="${REALM}", nonce="${nonce}", uri="sip:a", response="${proof}", qop=auth, nc=00000001, cnonce="x"`;
  expect(why(check(register({ name: 'authorization', value }), 0))).toBe('refused');
});

test('a nonce lives 60 s; after that the right password gets stale=true and a fresh one (RFC 7616 §3.3)', () => {
  const { check, credentials } = door();
  expect(why(check(register(credentials('101', 'first', 0)), 60_000))).toBe('desk');
  const late = check(register(credentials('101', 'first', 0)), 60_001);
  expect(why(late)).toBe('stale');
  expect(late.ok ? '' : late.response.headers?.[0]?.value).toContain('stale=true');
  expect(why(check(register(credentials('101', 'wrong', 0)), 60_001))).toBe('refused');
});

test('the same credentials twice are a replay', () => {
  const { check, credentials } = door();
  const header = credentials('101', 'first', 0);
  expect(why(check(register(header), 1))).toBe('desk');
  expect(why(check(register(header), 2))).toBe('stale');
});

test('a nonce with something behind it is none of ours, so that its count cannot begin anew', () => {
  const { check } = door();
  const verdict = check(register(), 0);
  const nonce = `${verdict.ok ? '' : /nonce="([^"]+)"/.exec(verdict.response.headers?.[0]?.value ?? '')?.[1]}.x`;
  const challenge: Header = {
    name: 'www-authenticate',
    value: `Digest realm="${REALM}", nonce="${nonce}", algorithm=MD5, qop="auth"`,
  };
  const asked = responseTo(register(), { status: 401, headers: [challenge] });
  const header = answerChallenge(asked, register(), { username: '101', password: 'first' });
  expect(why(check(register(...(header ? [header] : [])), 1))).toBe('stale');
});

test('a full memory forgets the oldest nonce and takes it no more, so forgetting opens no replay', () => {
  const { check, credentials } = door({ maxNonces: 2 });
  const headers = [0, 1, 2].map((now) => credentials('101', 'first', now));
  expect(headers.map((header) => why(check(register(header), 10)))).toEqual(['desk', 'desk', 'desk']);
  expect(headers.map((header) => why(check(register(header), 11)))).toEqual(['stale', 'stale', 'stale']);
});

test('a nonce of another realm or of nobody is not taken', () => {
  const { check, credentials } = door();
  const own = credentials('101', 'first', 0);
  const other = createDigestServer().check(register(own), question, 1);
  expect(other.ok ? '' : other.why).toBe('stale');
  const renamed = { ...own, value: own.value.replace(REALM, 'other.local') };
  expect(why(check(register(renamed), 1))).toBe('absent');
});

test.each([
  'Digest',
  'Digest realm="demo.alo.local"',
  'Digest realm="demo.alo.local", realm="demo.alo.local"',
  'Digest realm="demo.alo.local", username="101", nonce="x", uri="sip:a", response="",',
  'Digest realm="demo.alo.local", username="101", nonce="x", uri="sip:a", response="0", qop=auth-int, nc=00000001, cnonce="c"',
  'Digest realm="demo.alo.local", username="101", nonce="x", uri="sip:a", response="0", qop=auth, nc=1, cnonce="c"',
  'Digest realm="demo.alo.local", username="101", nonce="....", uri="sip:a", response="é", qop=auth, nc=00000001, cnonce="c"',
  'NoOneKnowsThisScheme opaque-data=here',
  'Digest realm="unclosed',
  '"',
  '',
])('broken credentials are refused: %s', (value) => {
  expect(door().check(register({ name: 'authorization', value }), 0).ok).toBe(false);
});

test('the client picks the first challenge that it knows, and gives up where there is none', () => {
  const challenged = (values: readonly string[]) =>
    answerChallenge(
      responseTo(register(), { status: 407, headers: values.map((value) => ({ name: 'proxy-authenticate', value })) }),
      register(),
      { username: 'u', password: 'p' },
      'cn',
    );
  const header = challenged([
    'Digest realm="r", nonce="n", algorithm=SHA-512-256, qop="auth"',
    'Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth-int, auth", opaque="o"',
  ]);
  expect(header?.name).toBe('proxy-authorization');
  const params = parseAuth(header?.value ?? '')?.params;
  expect(['algorithm', 'qop', 'nc', 'cnonce', 'opaque'].map((name) => params?.get(name))).toEqual([
    'SHA-256',
    'auth',
    '00000001',
    'cn',
    'o',
  ]);
  expect(challenged(['Digest realm="r", nonce="n", algorithm=MD5-sess', 'Basic realm="r"'])).toBeUndefined();
});
