import { z } from 'zod';

/** What SCIM 2.0 calls things (RFC 7643 §8.7.1, RFC 7644 §3.4.2, §3.5.2 and §3.12). */
export const urn = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Why a request is refused, in the standard's word (RFC 7644 §3.12, table 9). */
export type ScimType = 'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'invalidValue';

/** A refusal in SCIM's shape: HTTP status, the standard's word where it has one, and what is wrong in English or Vietnamese. */
export class ScimRefusal extends Error {
  override readonly name = 'ScimRefusal';
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const scimPath = '/scim/v2';
/** Rows of a page at most, and where nothing is said. */
export const pageRowsAtMost = 200;

/** One page of answers. `start` counts from 1. */
export const listOf = (resources: readonly object[], total: number, start: number) => ({
  schemas: [urn.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});

const query = z.object({
  filter: z.string().max(2_000).optional(),
  // What is below 1 means the first (RFC 7644 §3.4.2.4).
  startIndex: z.coerce.number().int().max(10_000_000).catch(1).default(1),
  count: z.coerce.number().int().catch(pageRowsAtMost).default(pageRowsAtMost),
  attributes: z.string().max(2_000).default(''),
  excludedAttributes: z.string().max(2_000).default(''),
});

/** What a reader wants of a list. */
export function readQuery(given: unknown) {
  const { filter, startIndex, count, attributes, excludedAttributes } = query.parse(given);
  return {
    filter,
    start: Math.max(1, startIndex),
    count: Math.min(pageRowsAtMost, Math.max(0, count)),
    only: namesIn(attributes),
    but: namesIn(excludedAttributes),
  };
}

export type ScimQuery = ReturnType<typeof readQuery>;

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/** The attributes that were asked for; what every answer has stays (RFC 7644 §3.9). */
export function shownOnly(resource: object, { only, but }: Pick<ScimQuery, 'only' | 'but'>): object {
  const entries = Object.entries(resource).filter(([name]) => {
    if (['schemas', 'id', 'meta'].includes(name)) return true;
    const key = name.toLowerCase();
    return !but.includes(key) && (only.length === 0 || only.some((one) => one === key || one.startsWith(`${key}.`)));
  });
  return Object.fromEntries(entries);
}

const deepest = 12;

/** The same with names of attributes in small letters, which they are compared in (RFC 7643 §2.1). */
export function lowered(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw new ScimRefusal(400, 'Nested too deeply', 'invalidSyntax');
  if (Array.isArray(value)) return value.map((each) => lowered(each, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toLowerCase(), lowered(each, depth + 1)]),
  );
}

/** Parses what came, or refuses it in SCIM's words. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const outcome = schema.safeParse(lowered(value));
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw new ScimRefusal(400, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`, 'invalidValue');
}

/** Entra sends `"False"` where the standard has `false`. */
export const asBoolean = z.union([z.boolean(), z.stringbool()]);

/** The version that a request insists on (`If-Match`); undefined where any will do. */
export function wantedVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(header)?.[1];
  // What we never gave is no version of anything.
  return version === undefined ? -1 : Number(version);
}

export const etagOf = (version: number): string => `W/"${version}"`;
