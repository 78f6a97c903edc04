import { once } from 'node:events';
import { connect } from 'node:net';
import type { TenantId } from '@alo/call-core';
import { type Flow, udpFlow } from '@alo/sip';
import { expect, onTestFinished, test } from 'vitest';
import { TcpSockets } from '../sockets/tcp.ts';
import { MessageGate, type MessageGateOptions, spanMs } from './message-gate.ts';

// Names of this test; in the product they come from the database.
const flooding = 'flooding' as TenantId;
const modest = 'modest' as TenantId;
const [stranger, neighbour, floodingCarrier, modestCarrier] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
const carriers = new Map([
  [floodingCarrier, flooding],
  [modestCarrier, modest],
]);

/** A gate on a machine whose one processor is wanted by all, of which this process used such a part in each span. */
function gateWith(options: Partial<MessageGateOptions> = {}) {
  const machine = { used: 0 };
  const now = { at: 0, active: 0, messages: 0, processors: { count: 1, idle: 0, total: 0 } };
  const gate = new MessageGate({
    registrations: { ownerOf: () => undefined },
    gateways: { trunkOf: () => undefined },
    directory: { tenantAt: (address) => carriers.get(address), hasOthers: () => true },
    isNeighbour: (address) => address === neighbour,
    hasCall: (callId) => callId === 'standing',
    holdBack: () => undefined,
    onShed: () => undefined,
    read() {
      now.at += spanMs;
      now.active += machine.used * spanMs;
      now.processors.total += spanMs;
      return structuredClone(now);
    },
    ...options,
  });
  onTestFinished(() => gate.close());
  return { gate, machine };
}

const text = (callId: string) => new TextEncoder().encode(`OPTIONS sip:x SIP/2.0\r\nCall-ID: ${callId}\r\n\r\n`);

/** How many of so many datagrams from an address are read in a span. */
function read(gate: MessageGate, address: string, messages: number, callId = 'new'): number {
  const flow = udpFlow(address, 5060);
  return Array.from({ length: messages }, () => gate.admits(flow, text(callId))).filter(Boolean).length;
}

const fromAll = (gate: MessageGate) => [
  read(gate, stranger, 2_000),
  read(gate, neighbour, 2_000),
  read(gate, floodingCarrier, 2_000),
  read(gate, modestCarrier, 50),
];

function pressed(gate: MessageGate, machine: { used: number }): void {
  machine.used = 0.6;
  for (let nth = 0; nth < 20; nth += 1) {
    fromAll(gate);
    gate.turn();
  }
}

test('while the engine uses too much, floods are left out and those who keep their measure are read; then everybody is again', () => {
  const { gate, machine } = gateWith();
  expect(fromAll(gate)).toEqual([2_000, 2_000, 2_000, 50]);
  pressed(gate, machine);
  expect(fromAll(gate)).toEqual([10, 100, 150, 50]);
  machine.used = 0.1;
  for (let nth = 0; nth < 30; nth += 1) {
    gate.turn();
    fromAll(gate);
  }
  expect(fromAll(gate)).toEqual([2_000, 2_000, 2_000, 50]);
});

test('a call that stands is heard beside a flood of its company, and is no way for the flood', () => {
  const { gate, machine } = gateWith();
  pressed(gate, machine);
  expect(read(gate, floodingCarrier, 2_000)).toBe(150);
  expect(read(gate, floodingCarrier, 5, 'standing')).toBe(5);
  expect(read(gate, floodingCarrier, 2_000, 'standing')).toBe(5);
  gate.turn();
  read(gate, floodingCarrier, 2_000);
  expect(read(gate, floodingCarrier, 5, 'standing')).toBe(5);
});

test('a company beside whom there is nobody is read', () => {
  const directory = { tenantAt: () => flooding, hasOthers: () => false };
  const { gate, machine } = gateWith({ directory });
  pressed(gate, machine);
  expect(read(gate, floodingCarrier, 2_000)).toBe(2_000);
});

test('a carrier of several companies has a measure of its own', () => {
  const directory = {
    tenantAt: (address: string) => (address === floodingCarrier ? null : carriers.get(address)),
    hasOthers: () => true,
  };
  const { gate, machine } = gateWith({ directory });
  pressed(gate, machine);
  expect(read(gate, floodingCarrier, 2_000)).toBe(150);
});

test('what was left out is told, by the kind of sender', () => {
  const told: unknown[] = [];
  const { gate, machine } = gateWith({ onShed: (shed) => told.push({ ...shed }) });
  pressed(gate, machine);
  for (let nth = 0; nth < 20; nth += 1) gate.turn();
  expect(told.at(-1)).toMatchObject({ stranger: expect.any(Number), company: expect.any(Number) });
  const before = told.length;
  for (let nth = 0; nth < 40; nth += 1) gate.turn();
  expect(told).toHaveLength(before);
});

test('from connections that flood is read less, and nothing of them is lost', async () => {
  const bytes = new Map<string, number>();
  const flows = new Map<string, Flow>();
  const sockets: { tcp?: TcpSockets } = {};
  const { gate, machine } = gateWith({
    directory: { tenantAt: () => flooding, hasOthers: () => true },
    holdBack: (flow, on) => sockets.tcp?.holdBack(flow, on),
  });
  const tcp = await TcpSockets.open(
    '127.0.0.1',
    0,
    {
      onOpened: (flow) => void flows.set(flow.id, flow),
      onBytes(flow, piece) {
        gate.admits(flow, piece);
        bytes.set(flow.id, (bytes.get(flow.id) ?? 0) + piece.length);
      },
      onClosed: (flow) => gate.flowClosed(flow),
      isPhonePage: () => false,
      onProblem: () => undefined,
    },
    100,
  );
  sockets.tcp = tcp;
  onTestFinished(() => tcp.close());
  const sent = 8_000_000;
  const clients = [0, 1].map(() => connect(tcp.port, '127.0.0.1'));
  for (const client of clients) onTestFinished(() => void client.destroy());
  await Promise.all(clients.map((client) => once(client, 'connect')));
  await expect.poll(() => flows.size).toBe(2);

  pressed(gate, machine);
  for (const client of clients) client.write(Buffer.alloc(sent, 'x'));
  const came = () => [...bytes.values()].reduce((all, one) => all + one, 0);
  await expect.poll(() => bytes.size).toBe(2);
  // However long it takes: each connection brought a piece, and then nothing more comes before there is room.
  await expect
    .poll(async () => {
      const before = came();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return came() - before;
    })
    .toBe(0);
  expect(came()).toBeLessThan(sent);

  machine.used = 0;
  await expect
    .poll(() => {
      gate.turn();
      return came();
    })
    .toBe(2 * sent);
});
