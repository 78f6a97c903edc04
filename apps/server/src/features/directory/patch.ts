import { z } from 'zod';

import { unqualified } from './filter.ts';
import { parsed, ScimRefusal } from './scim.ts';

const mostOperations = 100;

const body = z.object({
  operations: z
    .array(
      z.object({
        // Entra writes Add, Replace and Remove.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(mostOperations),
});

/** One change of one attribute; the path is in small letters and without its schema. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value: unknown;
}

/** The operations of a PATCH, those without a path taken apart into one for each attribute that they name (RFC 7644 §3.5.2). */
export const readPatch = (given: unknown): Operation[] =>
  parsed(body, given).operations.flatMap(({ op, path, value }): Operation[] => {
    if (path !== undefined && path.trim() !== '') return [{ op, path: unqualified(path.trim()), value }];
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new ScimRefusal(400, 'An operation without a path names its attributes in its value', 'invalidValue');
    }
    return Object.entries(value).map(([name, each]) => ({ op, path: unqualified(name), value: each }));
  });
