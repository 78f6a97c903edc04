import { setImmediate as turn } from 'node:timers/promises';
import * as contract from '@alo/contract';
import { z } from 'zod';

/** Schemas that have a name of their own: described once, referred to everywhere. */
const names = new Map<z.core.$ZodType, string>();
for (const [name, value] of Object.entries(contract)) {
  if (value instanceof z.ZodObject || value instanceof z.ZodEnum) names.set(value, capitalised(name));
}
for (const [name, { input, row }] of Object.entries(contract.resources)) {
  names.set(input, `${capitalised(name)}Input`);
  names.set(row, `${capitalised(name)}Row`);
}

/** The wire's JSON schema, what has a name by its name; `used` collects those. */
export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output', used: Map<string, z.core.$ZodType>) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = zodSchema === schema ? undefined : names.get(zodSchema);
      if (name !== undefined) {
        used.set(name, zodSchema);
        become(jsonSchema, { $ref: `#/components/schemas/${name}` });
      } else if (zodSchema === contract.timestamp) {
        // In the server a `Date`, of which zod knows no schema; on the wire what `toJSON` makes of it.
        become(jsonSchema, { type: 'string', format: 'date-time', examples: ['2026-11-21T08:00:00.000Z'] });
      } else if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date') {
        // The format says it; the pattern is long and says no more.
        delete jsonSchema.pattern;
      }
    },
  });
  return described;
}

/** The schema by its name where it has one, else as it is. */
export function namedSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  used: Map<string, z.core.$ZodType>,
): object {
  const name = names.get(schema);
  if (name === undefined) return schemaOf(schema, io, used);
  used.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** The named schemas, and those that they name. A schema that is both sent and answered is told apart by its name. */
export async function componentsOf(used: Map<string, z.core.$ZodType>): Promise<Record<string, object>> {
  const described: Record<string, object> = {};
  const due = [...used];
  for (let next = due.shift(); next !== undefined; next = due.shift()) {
    await turn();
    const [name, schema] = next;
    const further = new Map<string, z.core.$ZodType>();
    described[name] = schemaOf(schema, name.endsWith('Input') ? 'input' : 'output', further);
    due.push(...[...further].filter(([one]) => !Object.hasOwn(described, one)));
  }
  return Object.fromEntries(Object.entries(described).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function become(schema: object, other: object): void {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  Object.assign(schema, other);
}

function capitalised(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
