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

  of(owner: Owner): Sessions {
    return {
      set: (key, session) => void this.#sessions.set(key, { session, owner }),
      delete: (key) => void this.#sessions.delete(key),
    };
  }

  find(key: string): OwnedSession | undefined {
    return this.#sessions.get(key);
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

  *all(): Iterable<Pick<LiveSession, 'flow' | 'dialog'>> {
    for (const { session } of this.#sessions.values()) yield session;
  }
}
