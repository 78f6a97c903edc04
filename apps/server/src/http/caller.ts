/** Who is asking, as the token proves it. */
export interface Caller {
  readonly tenantId: string;
  readonly tenantCode: string;
  /** IANA name; days and hours of this tenant are counted in it. */
  readonly timeZone: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
  /** Their phone's extension; null for people without one. */
  readonly extension: string | null;
  /** The first role, as the contract's `isAllowed` reads it. */
  readonly role: { readonly name: string; readonly permissions: readonly string[] };
}

/** What a token is worth: the caller, or nothing when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<Caller | undefined>;
