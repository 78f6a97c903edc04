/**
 * What it costs that a browser's SIP connection is taken by the web server and handed over to the engine, beside the registration on it:
 * so many phones connect by WebSocket at once, and when all stand they register, challenge and proof. `handOver` is the CPU time
 * in ms of all processes of the product for one connection, less what the same connection costs a bare `ws` server, `registration` what the
 * registration costs, and `ratio` the one to the other; `connection` is not lessened. Four rounds of which the first does not count.
 * Prints one JSON object.
 *
 *   node tests/load/hand-over.ts [--phones=1000] [--rounds=4]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { round, SipServer } from './generator.ts';
import { type LoadPhone, openLoadPhone, webDoor } from './load-phone.ts';
import { openProduct } from './product-switch.ts';
import { extensionAt } from './sip-tenant.ts';
import { type CpuTimes, separateCores } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf } from './turns.ts';

const { values } = parseArgs({
  options: { phones: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '4' } },
});
const [count, rounds] = [Number(values.phones), Number(values.rounds)];
/** What a process has to do afterwards is part of it. */
const SETTLE_MS = 1_500;

const product = await openProduct(count);
const bare = await SipServer.start({ kind: 'bare', lines: 0 });
separateCores({ roots: [...product.roots, bare.ready.pid] });
const cpuOfBare = async (): Promise<CpuTimes> => ({ all: bare.cpuMs, parts: {} });
const used: { readonly connection: CpuTimes; readonly bare: CpuTimes; readonly registration: CpuTimes }[] = [];
let failed = 0;
for (let turn = 0; turn < rounds; turn += 1) {
  const theirs = await spent(cpuOfBare, () => connect(() => webDoor(bare.ready.webPort)));
  for (const phone of theirs.came) phone.close();
  const ours = await spent(
    () => product.cpu(),
    () => connect(() => ({ transport: 'ws', url: product.webSocket.web })),
  );
  const registered = await spent(
    () => product.cpu(),
    () => Promise.all(ours.came.map((phone) => phone.register())),
  );
  failed += registered.came.filter((ok) => !ok).length;
  for (const phone of ours.came) phone.close();
  await sleep(SETTLE_MS);
  if (turn > 0) used.push({ connection: ours.cpu, bare: theirs.cpu, registration: registered.cpu });
}
await bare.stop();
await product.close();

const handOver = rangeOf(
  used.map((one) => one.connection.all - one.bare.all),
  3,
);
const registration = cpuRange(used.map((one) => one.registration));
const result = {
  ratio: round(handOver.median / registration.cpu.median, 2),
  phones: count,
  failed,
  runs: [
    { what: 'connection', ...cpuRange(used.map((one) => one.connection)) },
    { what: 'connection, bare', ...cpuRange(used.map((one) => one.bare)) },
    { what: 'hand-over', cpu: handOver },
    { what: 'registration', ...registration },
  ],
};
console.log(JSON.stringify(result, null, 2));
process.exit(failed === 0 ? 0 : 1);

function connect(registrar: () => Parameters<typeof openLoadPhone>[1]): Promise<LoadPhone[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      openLoadPhone(extensionAt(index), registrar(), { password: product.passwordAt(index) }),
    ),
  );
}

async function spent<T>(cpu: () => Promise<CpuTimes>, act: () => Promise<T>) {
  const before = await cpu();
  const came = await act();
  await sleep(SETTLE_MS);
  return { came, cpu: cpuOfEach(before, await cpu(), count) };
}
