import type { PersonApi } from './api.ts';
import { streamCalls } from './call-stream.ts';
import { type Kill, recordingsOf, untruths, type Victim, victims } from './compare-calls.ts';
import { type DeskPhone, deskPhone, hire } from './desk-phones.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

/**
 * Kills parts of the product in turn, every one of them unless some are named, `rounds` times, under a stream of calls; what is
 * kept afterwards and is not what happened, in words.
 */
export async function killInTurn(
  product: Product,
  api: PersonApi,
  size: { readonly pairs: number; readonly rounds: number; readonly parts?: readonly Victim[] },
): Promise<readonly string[]> {
  const pairs = await hirePairs(product, size.pairs);
  const since = Date.now();
  const recordedBefore = await recordingsOf(product);
  const stream = streamCalls(pairs, (pair, turn) => 1_500 + ((700 * turn + 300 * pair) % 2_500));
  const moreAnswered = async () => {
    const enough = stream.answered() + size.pairs;
    await until('further calls are answered', () => stream.answered() >= enough, 60_000);
  };
  const kills: Kill[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    for (const victim of size.parts ?? victims) {
      await moreAnswered();
      const from = Date.now();
      await kill(product, victim);
      const backAt = Date.now();
      // An engine is not waited for: it has died just now.
      kills.push({ victim, at: victim === 'engine' ? backAt : from, backAt });
    }
  }
  await moreAnswered();
  const attempts = await stream.stop();
  for (const { callee } of pairs) callee.phone.close();
  return untruths({ product, api, since, recordedBefore, attempts, kills });
}

async function hirePairs(product: Product, count: number) {
  const numbers = Array.from({ length: count }, (_, index) => [String(201 + index), String(301 + index)] as const);
  await hire(product, numbers.flat());
  await product.replaceServer();
  const pairs: { readonly caller: DeskPhone; readonly callee: DeskPhone }[] = [];
  for (const [caller, callee] of numbers)
    pairs.push({ caller: await deskPhone(product, caller), callee: await deskPhone(product, callee) });
  return pairs;
}

async function kill(product: Product, victim: Victim): Promise<void> {
  switch (victim) {
    case 'engine':
      return void (await product.killEngine());
    case 'server':
      return product.killServer();
    case 'PostgreSQL':
      return product.killDatabase();
    case 'keeper':
      return product.killKeeper();
    default:
      return victim satisfies never;
  }
}
