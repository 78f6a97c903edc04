import type { Endpoint } from '@alo/contract';
import { z } from 'zod';

/** A list's query with the number of rows on a page as the call's base names it. */
export function asPaged<Value>(
  { query: schema }: Pick<Endpoint, 'query'>,
  query: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const known = schema instanceof z.ZodObject && 'page_size' in schema.shape;
  const { per_page: size, ...rest } = query;
  return known && size !== undefined ? { ...rest, page_size: size } : query;
}
