import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { readConfig } from '../config.ts';

const root = join(import.meta.dirname, '../../../..');
const deploy = join(root, 'deploy');

const read = (...path: string[]) => readFile(join(...path), 'utf8');

/** The names of settings in a text. */
const settingsIn = (text: string) => [...new Set(text.match(/\bALO_[A-Z0-9_]+/g))].toSorted();

test('every setting in what is shipped for machines is one that the server reads', async () => {
  const files = await readdir(deploy, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(files.filter((one) => one.isFile()).map((one) => read(one.parentPath, one.name)));
  const known = settingsIn(await read(root, 'apps/server/src/config.ts'));
  const named = settingsIn(texts.join('\n'));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('the settings of the unit are read as they stand, and with those that are left out by a stroke', async () => {
  const lines = (await read(deploy, 'systemd', 'alo.env'))
    .split('\n')
    .map((line) => line.replace(/^# (?=[A-Z_]+=.)/, ''));
  const settings = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );
  expect(readConfig(settings)).toMatchObject({
    dataFolder: '/var/lib/alo',
    sipWsPort: 5066,
    icePort: 9_999,
    drainMs: 120_000,
    publicAddresses: expect.anything(),
    certificate: { certFile: '/etc/alo/certificate.pem' },
  });
});

test('alarms and the board ask for figures that the server counts', async () => {
  const counted = await Promise.all(
    ['compose/installation-metrics.ts', 'http/metrics.ts'].map((file) => read(root, 'apps/server/src', file)),
  );
  const known = new Set(counted.join('\n').match(/\balo_[a-z_]+/g));
  const asked = `${await read(deploy, 'prometheus/alo.rules.yaml')}\n${await read(deploy, 'grafana/alo.json')}`;
  const names = [...new Set(asked.match(/\balo_[a-z_]+/g))].map((name) => name.replace(/_(bucket|count)$/, ''));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(JSON.parse(await read(deploy, 'grafana/alo.json'))).toMatchObject({ title: 'Alô' });
});

test('the proxy passes sockets on, and straight to the engine where the unit has that listen', async () => {
  const [proxy, settings] = [await read(deploy, 'nginx/alo.conf'), await read(deploy, 'systemd/alo.env')];
  const port = /^ALO_SIP_WS_PORT=(\d+)$/m.exec(settings)?.[1] ?? 'none';
  expect(proxy).toMatch(new RegExp(`location = /sip \\{\\s*proxy_pass http://127\\.0\\.0\\.1:${port};`));
  expect(proxy).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
});

test('phones in browsers of several machines come by the same proxy, each by the name of its machine', async () => {
  const proxy = await read(deploy, 'nginx/alo.conf');
  const machines = [...proxy.matchAll(/^# {3}(n\d) (\S+:5066);$/gm)].map(([, name]) => name);
  expect(machines).toEqual(['n1', 'n2', 'n3']);
  expect(proxy).toContain('# location ~ ^/sip/(?<machine>[a-z0-9-]+)$ {');
});

/** Names of a file of values, `calls.sipPort`, as deep as they are asked for. */
function valuesIn(text: string): string[] {
  const found: string[] = [];
  let top = '';
  for (const [, indent = '', name = ''] of text.matchAll(/^( *)(\w+):/gm)) {
    if (indent === '') top = name;
    if (indent.length <= 2) found.push(indent === '' ? name : `${top}.${name}`);
  }
  return found;
}

test('the chart asks for the values that it has, and for each of them', async () => {
  const chart = join(deploy, 'helm', 'alo');
  const files = await readdir(join(chart, 'templates'));
  const templates = (await Promise.all(files.map((file) => read(chart, 'templates', file)))).join('\n');
  const asked = new Set([...templates.matchAll(/\.Values\.(\w+(?:\.\w+)?)/g)].map(([, name = '']) => name));
  const values = valuesIn(await read(chart, 'values.yaml'));
  const groups = new Set(values.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
  expect([...asked].toSorted()).toEqual(values.filter((name) => !groups.has(name)).toSorted());
  // Each machine is called as its pod is, and its phones come by that name.
  for (const part of ['fieldPath: metadata.name', '/sip/$(ALO_NODE)', '- path: /sip/alo-calls-{{ $at }}'])
    expect(templates).toContain(part);
});

test('machines that are tried on one have ports of their own, and the edge knows them', async () => {
  const [services, machines] = await Promise.all([
    read(deploy, 'docker/several/compose.yaml'),
    read(deploy, 'docker/several/machines.list'),
  ]);
  const ports = [...services.matchAll(/^ +ALO_(?:\w+_)?PORTS?: (\S+)$/gm)].map(([, port]) => port);
  expect(ports.length).toBeGreaterThan(10);
  expect(new Set(ports).size).toBe(ports.length);
  const known = [...services.matchAll(/^ +ALO_NODE_SIP: \S+:(\d+)$/gm)].map(([, port]) => `1 sip:127.0.0.1:${port}`);
  expect(machines.trim().split('\n')).toEqual(known);
});

test('the unit of roles is that of one machine, but for whose settings it reads', async () => {
  const directives = async (file: string) =>
    (await read(deploy, 'systemd', file)).split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
  const apart = (await directives('alo@.service')).filter((line) => line !== 'EnvironmentFile=/etc/alo/%i.env');
  const without = (lines: string[]) => lines.filter((line) => !line.startsWith('Description='));
  expect(without(apart)).toEqual(without(await directives('alo.service')));
});

test('the way to the database asks Patroni, on the machines and ports that it has', async () => {
  const [way, database] = [await read(deploy, 'haproxy/haproxy.cfg'), await read(deploy, 'patroni/patroni.yaml')];
  const asked = [...way.matchAll(/^ {2}server (\S+) (\S+):(\d+) check port (\d+)$/gm)].map(([, ...parts]) => parts);
  const hosts = /^ {2}hosts: \[(.+)\]$/m
    .exec(database)?.[1]
    ?.split(', ')
    .map((host) => host.split(':')[0]);
  expect(asked.map(([, host]) => host)).toEqual(hosts);
  const ports = ['postgresql', 'restapi'].map(
    (part) => new RegExp(`^${part}:\\n {2}listen: \\S+:(\\d+)$`, 'm').exec(database)?.[1],
  );
  for (const [, , ...own] of asked) expect(own).toEqual(ports);
});

test('the edge says once what each installation says otherwise', async () => {
  const edge = await read(deploy, 'kamailio/kamailio.cfg');
  const said = [...edge.matchAll(/^#!ifndef (\w+)\n#!define (\w+) \S+\n#!endif$/gm)];
  expect(said.map(([, name]) => name)).toEqual(said.map(([, , name]) => name));
  expect(said.map(([, name]) => name)).toEqual([
    'EDGE_LISTEN',
    'EDGE_CERTIFICATE',
    'EDGE_KEY',
    'EDGE_MACHINES',
    'EDGE_CARRIERS',
    'CARRIER_URI',
    'EDGE_MOST_PACKETS',
  ]);
});
