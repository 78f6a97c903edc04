import { randomInt } from 'node:crypto';
import type { Endpoint } from '@alo/contract';
import { z } from 'zod';

/** Makes something that a schema takes, for tests that walk the whole contract. */
export interface Sampler {
  /** What stands in a text of no particular form. */
  readonly text: () => string;
  /** What stands where the id of something is asked for; undefined leaves the field as it is when nothing is chosen. */
  readonly id: (field: string) => string | undefined;
}

type Schema = z.core.JSONSchema._JSONSchema;
/** Described once: tests send thousands of calls that are filled in by the same schemas. */
const described = new WeakMap<z.core.$ZodType, Schema & object>();

function describe(schema: z.core.$ZodType): Schema & object {
  const known = described.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  described.set(schema, known);
  return known;
}

/** Every field filled in. */
export const fullBody = ({ body }: Endpoint, sampler: Sampler): Record<string, unknown> =>
  Object(sample(describe(body), sampler, ''));

/** What a query cannot be left without. */
export function queryOf({ query }: Endpoint, sampler: Sampler): Record<string, string> {
  const { required = [], properties = {} } = describe(query);
  return Object.fromEntries(required.map((name) => [name, String(sample(properties[name] ?? {}, sampler, name))]));
}

/** The fields of a schema, with what their values look like. */
export const fieldsOf = (schema: z.core.$ZodType): Record<string, Schema> => describe(schema).properties ?? {};

/** A field that holds an id, or a list of them, and the field of the form that it stands in: its own, or a list of rows. */
export interface ReferenceField {
  readonly name: string;
  readonly within: string;
}

export const referenceFields = (schema: z.core.$ZodType): ReferenceField[] =>
  Object.entries(fieldsOf(schema)).flatMap(([within, field]) => {
    if (asksForId(field)) return [{ name: within, within }];
    if (within === 'branches') return [];
    const rows = typeof field === 'object' && isOne(field.items) && typeof field.items === 'object' ? field.items : {};
    return Object.entries(rows.properties ?? {}).flatMap(([name, part]) => (asksForId(part) ? [{ name, within }] : []));
  });

function asksForId(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.anyOf !== undefined) return schema.anyOf.some(asksForId);
  if (schema.type === 'array') return isOne(schema.items) && asksForId(schema.items);
  return schema.format === 'uuid';
}

const isOne = (items: z.core.JSONSchema.JSONSchema['items']): items is Schema =>
  items !== undefined && !Array.isArray(items);

function sample(schema: Schema, sampler: Sampler, field: string): unknown {
  if (typeof schema === 'boolean') return null;
  if (asksForId(schema) && (keptElsewhere.has(field) || sampler.id(field) === undefined)) {
    return schema.type === 'array' ? [] : null;
  }
  const [choice] = schema.anyOf?.filter((one) => typeof one === 'boolean' || Object.keys(one).length > 0) ?? [];
  if (choice !== undefined) return sample(choice, sampler, field);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  // Branches are of the questions beside them, and in their order.
  if (field === 'branches') return [];
  const carrier = schema.type === 'array' ? undefined : ofCarrier[field];
  if (carrier !== undefined) return carrier();
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one, sampler, name)]),
      );
    case 'array':
      return isOne(schema.items) ? [sample(schema.items, sampler, field)] : [];
    case 'string':
      return text(schema, sampler, field);
    case 'boolean':
      return true;
    default:
      return Math.max(schema.minimum ?? 1, 1);
  }
}

/** Who belongs to a row is kept in rows of theirs, which would be in the way of its deletion. */
const keptElsewhere: ReadonlySet<string> = new Set(['people_ids', 'extension_ids', 'person_id']);

const letters = (count: number) =>
  Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('');
const upTo = (most: number) => randomInt(1, most + 1);
/** A carrier is on the Internet, and one company's: another one each time. */
const ofCarrier: Readonly<Record<string, () => string | number>> = {
  host: () => `${randomInt(100_000_000, 1_000_000_000)}.sip.test`,
  backups: () => `${randomInt(100_000_000, 1_000_000_000)}.sip.test`,
  addresses: () => `113.${upTo(254)}.${upTo(254)}.${upTo(254)}`,
  port: () => 5060,
  // A name: digits would be another number.
  carrier_form: () => `so-${letters(8)}`,
  // One without the other would be refused.
  hours_from: () => '08:00',
  hours_to: () => '17:00',
  headers: () => 'X-Api-Key: {secret}',
};

/** Another one each time: some may stand only once. */
const phone = () => `090${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;

function text(
  { pattern, format, minLength = 0, maxLength = 1_000, examples = [] }: z.core.JSONSchema.JSONSchema,
  sampler: Sampler,
  field: string,
) {
  if (format === 'date') return '2026-01-31';
  if (format === 'uri') return 'https://thu.example.com/';
  if (format === 'date-time') return '2026-01-31T08:00:00Z';
  if (format === 'email') return `${crypto.randomUUID()}@thu.local`;
  if (format === 'uuid') return sampler.id(field) ?? crypto.randomUUID();
  const candidates = [
    sampler.text(),
    sampler.text().replace(/[^\p{L}\p{N}_-]/gu, ''),
    // What may be there only once in a company, or in all.
    phone(),
    String(randomInt(100_000, 1_000_000)),
    `${randomInt(2001, 2999)}-${String(randomInt(1, 13)).padStart(2, '0')}`,
    '192.0.2.1',
    '#64748b',
    '1',
    '',
    ...examples.map(String),
  ];
  const fits = (one: string) =>
    one.length >= minLength && one.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(one));
  return candidates.find(fits) ?? 'thu-nghiem';
}
