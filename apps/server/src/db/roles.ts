import type { ClientBase } from 'pg';

/**
 * `alo_owner` owns the tables and migrates them; `alo_app` serves requests and row-level security binds it; `alo_lookup`
 * may see across tenants, nobody signs in as it, and it owns only the few views and functions that need to
 * (which tenant is this code, whose token is this).
 */
export const roles = { owner: 'alo_owner', app: 'alo_app', lookup: 'alo_lookup' } as const;

/**
 * Who signs in to the built-in database, and as whom each then acts. They have nothing of their own, so that a connection which
 * gives its role back is left with nothing. A database of the operator's has sign-ins of the operator's.
 */
export const signIns = { server: roles.app, queue: roles.owner } as const;
export type SignIn = keyof typeof signIns;
export const signInName = (signIn: SignIn): string => `alo_${signIn}`;

/** Makes the two sign-ins of the built-in database, or gives them their passwords anew; needs a superuser. */
export async function ensureSignIns(client: ClientBase, passwordOf: (signIn: SignIn) => string): Promise<void> {
  for (const signIn of Object.keys(signIns) as SignIn[]) {
    const name = signInName(signIn);
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${name}') then
        create role ${name} nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    end $$`);
    const attributes = `login noinherit password ${client.escapeLiteral(passwordOf(signIn))}`;
    await client.query(`alter role ${name} ${attributes}`);
    await client.query(`grant ${signIns[signIn]} to ${name}`);
  }
}

/**
 * Makes the roles where they are missing and lets the connected user act as them. That user is a superuser or may create
 * roles; where an administrator has made the three roles beforehand, being a member of them is enough.
 */
export async function ensureRoles(client: ClientBase): Promise<void> {
  // Roles belong to the whole server: two databases may be set up at the same moment, and one finds the other's role.
  for (const role of Object.values(roles)) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${role}', 'member') then
        grant ${role} to current_user;
      end if;
    end $$`);
  }
  await client.query(`do $$ begin
    execute format('grant create on database %I to ${roles.owner}', current_database());
    -- The owner gives views and functions to the lookup role, which takes membership and a right to have things here.
    grant create, usage on schema public to ${roles.owner}, ${roles.lookup};
    grant usage on schema public to ${roles.app};
    grant ${roles.lookup} to ${roles.owner};
  end $$`);
}
