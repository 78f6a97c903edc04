import { expect, it } from 'vitest';

import { answerableChallenges } from './challenges.ts';

const md5 = 'WWW-Authenticate: Digest realm="demo", nonce="a", algorithm=MD5, qop="auth"';
const sha = 'WWW-Authenticate: Digest realm="demo", nonce="a", algorithm=SHA-256, qop="auth"';
const plain = 'WWW-Authenticate: Digest realm="demo", nonce="a"';
const answer = (...challenges: string[]) =>
  ['SIP/2.0 401 Unauthorized', 'CSeq: 1 REGISTER', ...challenges, 'Content-Length: 0', '', ''].join('\r\n');

it.each([
  ['MD5 behind SHA-256', [sha, md5], [md5]],
  ['MD5 before SHA-256', [md5, sha], [md5]],
  ['a challenge that names no algorithm, which is MD5', [plain, sha], [plain]],
  ['in lower case', [sha.toLowerCase(), md5.toLowerCase()], [md5.toLowerCase()]],
  ['nothing where nothing can be answered', [sha], [sha]],
  ['a single one', [md5], [md5]],
] as const)('keeps %s', (_, given, kept) => {
  expect(answerableChallenges(answer(...given))).toBe(answer(...kept));
});

it('takes MD5-sess for another algorithm, as JsSIP does', () => {
  expect(answerableChallenges(answer(md5.replace('MD5', 'MD5-sess'), md5))).toBe(answer(md5));
});

it('does the same for a proxy, and leaves every other message alone', () => {
  const proxy = answer(sha, md5)
    .replace('401 Unauthorized', '407 Proxy Authentication Required')
    .replaceAll('WWW-', 'Proxy-');
  expect(answerableChallenges(proxy)).not.toMatch(/SHA-256/);
  const invite = `INVITE sip:101@demo SIP/2.0\r\n${sha}\r\n\r\nv=0\r\n`;
  expect(answerableChallenges(invite)).toBe(invite);
});
