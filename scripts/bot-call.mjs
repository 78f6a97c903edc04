/**
 * `npm run bot-call -- --from 0901234567 --to 02871000101`: lets a bot ("khách thử") call a running Alô, as a customer would.
 * It speaks, presses keys and hangs up by itself; options below. Signs in as the demo's Lan unless told otherwise.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://localhost:${process.env.ALO_PORT ?? 8080}` },
    company: { type: 'string', default: 'demo' },
    user: { type: 'string', default: 'lan@demo.local' },
    password: { type: 'string', default: process.env.ALO_PASSWORD ?? 'alo-demo-2026' },
    from: { type: 'string', default: '0901234567' },
    to: { type: 'string', default: '02871000101' },
    voice: { type: 'string', default: 'khach-1' },
    digits: { type: 'string', default: '' },
    seconds: { type: 'string', default: '30' },
  },
});

const refusal = z.object({ message: z.string(), fields: z.record(z.string(), z.string()).default({}) });

/**
 * @template {z.ZodType} Result
 * @param {string} path
 * @param {object} body
 * @param {Result} result
 * @param {string} [token]
 * @returns {Promise<z.output<Result>>}
 */
async function post(path, body, result, token) {
  const answer = await fetch(new URL(path, values.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (answer.ok) return result.parse(await answer.json());
  const { message, fields } = refusal.parse(await answer.json());
  const details = Object.entries(fields).map(([field, problem]) => `${field}: ${problem}`);
  throw new Error([`${answer.status} ${message}`, ...details].join('\n  '));
}

try {
  const { company, user, password, from, to, voice, digits, seconds } = values;
  const { token } = await post(
    '/identity/login/tenant',
    { ma_dn: company, username: user, password },
    z.object({ token: z.string() }),
  );
  const base = `/api/${encodeURIComponent(company)}`;
  const { id } = await post(
    `${base}/bot-calls`,
    { from, to, script: { voice, digits, seconds: Number(seconds) } },
    z.object({ id: z.string() }),
    token,
  );
  console.log(`Khách thử đang gọi ${to} (${id}), tối đa ${seconds} giây.`);
  await post(`${base}/logout`, {}, z.object({}), token);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
