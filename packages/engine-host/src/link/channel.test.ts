import type { TenantId } from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { expect, test } from 'vitest';
import { answer, EngineChannel, type Handlers, parseToEngine, parseToServer, type ToEngine } from './channel.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('not in this test'));

const handlers: Handlers = {
  start: refuse,
  open: refuse,
  drain: refuse,
  provision: refuse,
  change: refuse,
  forget: async () => null,
  letGo: refuse,
  snapshot: async () => emptyEngine,
  close: refuse,
  startBot: refuse,
  stopBot: refuse,
};

/** A server's end, whose requests are answered as an engine does. */
function served(): EngineChannel {
  const channel: EngineChannel = new EngineChannel((message: ToEngine) => {
    if (message.kind !== 'request') throw new Error(`not asked: ${message.kind}`);
    void answer(message, handlers, (reply) => {
      if (reply.kind === 'reply' || reply.kind === 'refusal') channel.answered(reply);
    });
  });
  return channel;
}

// A name of this test; anywhere else it comes from the database.
const tenant = 'tenant' as TenantId;

test('a request is answered with what its handler gives, and refused with the reason that it throws', async () => {
  const channel = served();
  expect(await channel.request('snapshot', null)).toEqual(emptyEngine);
  await expect(channel.request('close', null)).rejects.toThrow('engine refused close: not in this test');
});

test('when the engine goes, everything pending is rejected, and so is what is asked later', async () => {
  const channel = new EngineChannel(() => undefined);
  const pending = channel.request('snapshot', null).catch(String);
  channel.close();
  expect(await pending).toContain('engine went away');
  await expect(channel.request('snapshot', null)).rejects.toThrow('engine is gone');
});

test('what is no message of ours is not taken, from either side', () => {
  expect(() => parseToServer({ kind: 'event', seq: 1, tenant, event: { type: 'invented' } })).toThrow('type');
  expect(() => parseToEngine({ kind: 'perform', tenant, call: 'c', command: { type: 'explode' } })).toThrow('type');
});

test('of whoever runs our code, events and commands are taken as they come, if they are some; all else is looked at', () => {
  const event = { kind: 'event', seq: 1, tenant, event: { type: 'invented' } };
  const perform = { kind: 'perform', tenant, call: 'c', command: { type: 'explode' } };
  expect(parseToServer(event, true)).toBe(event);
  expect(parseToEngine(perform, true)).toBe(perform);
  for (const missing of ['seq', 'tenant', 'event']) {
    expect(() => parseToServer({ ...event, [missing]: null }, true)).toThrow(missing);
  }
  for (const missing of ['tenant', 'call', 'command']) {
    expect(() => parseToEngine({ ...perform, [missing]: null }, true)).toThrow(missing);
  }
  expect(() => parseToServer({ kind: 'seen', tenant, seen: {} }, true)).toThrow('device');
  expect(() => parseToEngine({ kind: 'taken', seq: 'all' }, true)).toThrow('seq');
});

test('parameters that are not what the method takes are refused', async () => {
  const said: unknown[] = [];
  await answer({ kind: 'request', id: 900, method: 'forget', params: 7 }, handlers, (reply) => said.push(reply));
  expect(said).toEqual([{ kind: 'refusal', id: 900, reason: expect.stringContaining('"expected": "string"') }]);
});
