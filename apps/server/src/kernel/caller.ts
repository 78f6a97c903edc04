import type { Base, Scope, ShareName } from '@alo/contract';

/** Shares that who asks brings along. */
export const sharesOfRequests = [
  'requests',
  'uploads',
  'sounds',
  'sockets',
  'event_sockets',
] as const satisfies readonly ShareName[];
type SharesOfRequests = (typeof sharesOfRequests)[number];

/** Who is asking, as the token proves it. */
export interface Caller {
  readonly tenantId: string;
  readonly tenantCode: string;
  /** IANA name; days and hours of this tenant are counted in it. */
  readonly timeZone: string;
  readonly accountId: string;
  readonly sessionId: string;
  /** The key by which a program acts for this person; a person at a console has none. */
  readonly apiKeyId?: string;
  /** A program that is being tried out: it calls bots, and touches no call of people. */
  readonly isSandbox?: true;
  /** From where they may come with what they came with; from anywhere where it is left out. */
  readonly sources?: { has(address: string): boolean };
  /** The bases that what they came with opens, and no others; a session opens all of them. */
  readonly onlyBases?: readonly Base[];
  /** They have yet to set up a second factor, and may do nothing else. */
  readonly mustSetUp: boolean;
  /** A person of the top role sees what this caller sees, and changes nothing; entries in the trail are theirs. */
  readonly lookedAs?: { readonly by: { readonly accountId: string; readonly name: string }; readonly until: Date };
  readonly name: string;
  /** Their phone's extension; null for people without one. */
  readonly extension: string | null;
  /** The first role, as the contract's `isAllowed` reads it, with the rows that it lets its people see. */
  readonly role: { readonly name: string; readonly permissions: readonly string[]; readonly scope: Scope };
  /** Their company is that of those who run the installation. */
  readonly operates: boolean;
  /** What the operator has said of shares that are looked at for each request; what every company has where it is left out. */
  readonly most?: { readonly [Share in SharesOfRequests]?: number };
  /** Features that the company has licensed at this moment. */
  readonly licences: readonly string[];
  /** Where they belong, as far as they belong somewhere; the branch is their department's. */
  readonly teamId: string | null;
  readonly departmentId: string | null;
  readonly branchId: string | null;
}

/** What a token is worth that came from a network: the caller, or nothing when it is unknown, ended or expired. */
export type Authenticate = (token: string, network: string) => Promise<Caller | undefined>;
