import { accounts } from '@alo/contract';
import { z } from 'zod';

import type { Operation } from './patch.ts';
import { asBoolean, parsed, ScimRefusal } from './scim.ts';

/** What a directory says of a person; what is left out stays as it is. */
export interface PersonSaid {
  readonly email?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly active?: boolean;
  /** Null takes it away. */
  readonly externalId?: string | null;
}

const text = z.string().trim().max(200);
const names = z.object({
  formatted: text.nullish(),
  givenname: text.nullish(),
  familyname: text.nullish(),
});
const values = z.array(z.object({ value: text.nullish(), primary: asBoolean.nullish() })).max(20);
const person = z.object({
  username: text,
  externalid: text.nullish(),
  active: asBoolean.default(true),
  displayname: text.nullish(),
  name: names.nullish(),
  phonenumbers: values.nullish(),
});

/** A whole person, as POST and PUT send one. */
export function readPerson(given: unknown): PersonSaid & Required<Pick<PersonSaid, 'email' | 'name' | 'active'>> {
  const said = parsed(person, given);
  const email = emailOf(said.username);
  return {
    email,
    name: shownName(said.displayname, said.name) ?? email,
    active: said.active,
    externalId: said.externalid ?? null,
    ...phoneIn(said.phonenumbers ?? []),
  };
}

/** What a PATCH changes of a person. Attributes that are not kept here are passed over: directories send all they have. */
export function patchedPerson(operations: readonly Operation[]): PersonSaid {
  let said: PersonSaid = {};
  let parts: z.output<typeof names> = {};
  for (const { op, path, value } of operations) {
    const given = op === 'remove' ? undefined : value;
    if (path === 'username') said = { ...said, email: emailOf(parsed(text, needed(given, path))) };
    else if (path === 'active') said = { ...said, active: parsed(asBoolean, needed(given, path)) };
    else if (path === 'externalid') said = { ...said, externalId: parsed(text.nullish(), given) ?? null };
    else if (path === 'displayname') said = { ...said, ...named(parsed(text.nullish(), given)) };
    else if (path === 'name') parts = { ...parts, ...parsed(names.nullish(), given) };
    else if (path.startsWith('name.')) parts = { ...parts, ...parsed(names, { [path.slice(5)]: given }) };
    else if (/^phonenumbers(\[|\.|$)/.test(path)) said = { ...said, ...phoneGiven(given) };
  }
  // Half of a name says nothing of the other half.
  const whole = parts.formatted ?? (parts.givenname != null && parts.familyname != null ? joined(parts) : undefined);
  return said.name === undefined ? { ...said, ...named(whole) } : said;
}

const named = (name: string | null | undefined): Pick<PersonSaid, 'name'> =>
  name == null || name === '' ? {} : { name };

const shownName = (display: string | null | undefined, name: z.output<typeof names> | null | undefined) =>
  [display, name?.formatted, joined(name ?? {})].find((one) => one != null && one !== '') ?? undefined;

/** As names are written here: the family's first. */
const joined = ({ familyname, givenname }: z.output<typeof names>): string =>
  [familyname, givenname].filter((part) => part != null && part !== '').join(' ');

function phoneGiven(given: unknown): Pick<PersonSaid, 'phone'> {
  if (given === undefined || given === null || given === '') return { phone: '' };
  return phoneIn(typeof given === 'string' ? [{ value: given }] : parsed(values, given));
}

/** The first number, as it is kept here; one that we cannot read changes nothing. */
function phoneIn(given: z.output<typeof values>): Pick<PersonSaid, 'phone'> {
  const first = given.find(({ primary }) => primary === true) ?? given[0];
  const digits = (first?.value ?? '').replace(/[^\d]/g, '');
  const read = accounts.input.shape.phone.safeParse(digits);
  return read.success && digits !== '' ? { phone: read.data } : {};
}

function emailOf(userName: string): string {
  const read = accounts.input.shape.email.safeParse(userName);
  if (!read.success)
    throw new ScimRefusal(400, 'userName has to be the e-mail that somebody signs in with', 'invalidValue');
  return read.data;
}

function needed(given: unknown, path: string): unknown {
  if (given === undefined || given === null) throw new ScimRefusal(400, `${path} cannot be taken away`, 'mutability');
  return given;
}
