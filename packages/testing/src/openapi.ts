import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** What a kept linter finds wrong in the description of an API: OpenAPI or AsyncAPI, its recommended rules. */
export async function lintApi(description: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location.map(({ pointer }) => pointer ?? '').join()})`,
  );
}

/** A client's types as a stranger's tool makes them of an OpenAPI description. */
export const clientTypes = async (description: object): Promise<string> =>
  astToString(await openapiTypescript(JSON.stringify(description), { defaultNonNullable: false }));
