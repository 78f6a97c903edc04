import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@alo/testing';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The files that operators begin with, read by the programs that they are for. */
const deploy = join(import.meta.dirname, '../../deploy');
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-deploy-'));
});

afterAll(() => rm(folder, { recursive: true }));

const programAt = (variable: string, name: string) => process.env[variable] ?? name;

/** What a program says of files that are in order; it rejects with what it says of others. */
async function saysOf(program: string, ...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, words);
  return `${stdout}${stderr}`;
}

/** A configuration of nginx that has ours in it, with a certificate, ports and addresses that this machine has. */
async function nginxWith(site: string): Promise<string> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const { cert, private: secret } = await generate([{ name: 'commonName', value: 'alo.example.vn' }]);
  await Promise.all([writeFile(certificate, cert), writeFile(key, secret)]);
  const file = join(folder, 'site.conf');
  const [plain, secure] = [await freePort(), await freePort()];
  const here = site
    .replace('/etc/alo/certificate.pem', certificate)
    .replace('/etc/alo/key.pem', key)
    .replaceAll('listen [::]:', 'listen 127.0.0.2:')
    .replace(/(?<=listen .*)\b80\b/g, String(plain))
    .replace(/(?<=listen .*)\b443\b/g, String(secure));
  await writeFile(file, here);
  const own = ['proxy', 'client_body', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const whole = [`pid ${folder}/pid;`, 'events {}', `http { access_log off; ${own.join(' ')} include ${file}; }`];
  const path = join(folder, 'nginx.conf');
  await writeFile(path, whole.join('\n'));
  return path;
}

test('nginx takes the proxy of one machine, and of several with their lines', async () => {
  const nginx = programAt('ALO_NGINX', 'nginx');
  const site = await readFile(join(deploy, 'nginx/alo.conf'), 'utf8');
  const several = site.replace(/^( *)# (?=map |  n\d|\}|location ~|  if |  proxy_pass )/gm, '$1');
  expect(several).toContain('\nmap $machine $engine {\n  n1 ');
  for (const one of [site, several]) {
    expect(await saysOf(nginx, '-t', '-e', join(folder, 'log'), '-c', await nginxWith(one))).toContain('is successful');
  }
  await expect(saysOf(nginx, '-t', '-c', await nginxWith(`${site}\nproxy_pas x;`))).rejects.toThrow('proxy_pas');
});

test('HAProxy takes the way to the database', async () => {
  const haproxy = programAt('ALO_HAPROXY', 'haproxy');
  await saysOf(haproxy, '-c', '-f', join(deploy, 'haproxy/haproxy.cfg'));
  const broken = join(folder, 'broken.cfg');
  await writeFile(broken, `${await readFile(join(deploy, 'haproxy/haproxy.cfg'), 'utf8')}\n  servr pg4\n`);
  await expect(saysOf(haproxy, '-c', '-f', broken)).rejects.toThrow('servr');
});

test('Prometheus takes the alarms', async () => {
  const promtool = programAt('ALO_PROMTOOL', 'promtool');
  expect(await saysOf(promtool, 'check', 'rules', join(deploy, 'prometheus/alo.rules.yaml'))).toMatch(
    /SUCCESS: \d+ rules found/,
  );
});
