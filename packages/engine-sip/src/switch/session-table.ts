import type { CallId, LegId, TenantId, TrunkId } from '@alo/call-core';
import { type Dialog, type Flow, findReplaced, type IncomingRequest, type Replaces } from '@alo/sip';

/** A dialog that is alive, as requests find it. */
export interface LiveSession {
  readonly flow: Flow;
  readonly dialog: Dialog;
  receive(incoming: IncomingRequest): void;
}

/** The owner of a session. */
interface Owner {
  readonly tenant: TenantId;
  readonly party:
    | { readonly kind: 'extension'; readonly extension: string }
    | { readonly kind: 'trunk'; readonly trunk: TrunkId };
  readonly call: CallId;
  readonly leg: LegId;
}

export interface OwnedSession {
  readonly session: LiveSession;
  readonly owner: Owner;
}

/** How a leg makes its dialogs known. */
export interface Sessions {
  set(key: string, session: LiveSession): void;
  delete(key: string): void;
}

type Replacing =
  | { readonly kind: 'found'; readonly call: CallId; readonly leg: LegId }
  | { readonly kind: 'refused'; readonly status: 481 | 486 };

/** Every dialog that is alive, by its key. */
export class SessionTable {
  readonly #sessions = new Map<string, OwnedSession>();
  /** How many dialogs have a Call-ID. */
  readonly #callIds = new Map<string, number>();

  of(owner: Owner): Sessions {
    return {
      set: (key, session) => {
        if (!this.#sessions.has(key)) this.#count(callIdOfKey(key), 1);
        this.#sessions.set(key, { session, owner });
      },
      delete: (key) => {
        if (this.#sessions.delete(key)) this.#count(callIdOfKey(key), -1);
      },
    };
  }

  find(key: string): OwnedSession | undefined {
    return this.#sessions.get(key);
  }

  /** Is it the Call-ID of a dialog that is alive? */
  hasCall(callId: string): boolean {
    return this.#callIds.has(callId);
  }

  /** The leg that a Replaces of one of this tenant's phones names (RFC 3891 §3); of no other tenant. */
  replaced(tenant: TenantId, replaces: Replaces): Replacing {
    const { callId, toTag, fromTag } = replaces;
    const known = this.#sessions.get([callId, toTag, fromTag].join('\n'));
    // A phone that we ring is in nobody's place yet.
    const rings = known?.session.dialog.state === 'early' && known.session.dialog.side === 'caller';
    if (known === undefined || rings || known.owner.tenant !== tenant) return { kind: 'refused', status: 481 };
    const found = findReplaced([known.session.dialog], replaces);
    return found.kind === 'found' ? { kind: 'found', call: known.owner.call, leg: known.owner.leg } : found;
  }

  #count(callId: string, by: number): void {
    const count = (this.#callIds.get(callId) ?? 0) + by;
    if (count === 0) this.#callIds.delete(callId);
    else this.#callIds.set(callId, count);
  }

  *all(): Iterable<Pick<LiveSession, 'flow' | 'dialog'>> {
    for (const { session } of this.#sessions.values()) yield session;
  }
}

/** A key begins with it (`dialogKey`). */
const callIdOfKey = (key: string): string => key.slice(0, key.indexOf('\n'));
