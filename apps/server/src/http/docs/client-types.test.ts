import { join } from 'node:path';
import { basePrefix, type Operation, operations, webhookBody } from '@alo/contract';
import { clientTypes } from '@alo/testing/openapi';
import { expect, test } from 'vitest';

import { describeApi } from './describe-api.ts';
import { componentsOf } from './json-schema.ts';

/** What `@alo/client` knows; a new one is its name here, and `-u`. */
const known = [
  'readEvents programCall programCallBetween programTransfer programHold programPark programKeys programListen',
  'programHangUp historiesCall startBotCall createCallLink askOtp otpRequest verifyOtp',
  'customersList customersGet customersCreate customersUpdate',
].flatMap((line) => line.split(' '));

const chosen = operations.filter(({ id }) => known.includes(id));
const folder = join(import.meta.dirname, '../../../../../packages/client/src');

test('the client’s types are those of the description', async () => {
  const described = await describeApi(chosen);
  const used = new Map([['WebhookBody', webhookBody]]);
  const schemas = { ...(await componentsOf(used)), ...described.components.schemas };
  const types = await clientTypes({ ...described, components: { ...described.components, schemas } });
  await expect(`${head}${types}`).toMatchFileSnapshot(join(folder, 'api.ts'));
});

test('the client knows the address of each', async () => {
  expect(chosen.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
  const lines = chosen.map(
    ({ id, endpoint }) => `  ${id}: { method: '${endpoint.method}', path: '${addressOf(endpoint)}' },`,
  );
  const text = `${head}export const calls = {\n${lines.join('\n')}\n} as const;\n`;
  await expect(text).toMatchFileSnapshot(join(folder, 'calls.ts'));
});

const head = '// Made from the contract by `npx vitest run apps/server/src/http/docs/client-types.test.ts -u`.\n';

const addressOf = ({ base, path }: Operation['endpoint']) => `${basePrefix[base]}${path}`.replace(/:(\w+)/g, '{$1}');
