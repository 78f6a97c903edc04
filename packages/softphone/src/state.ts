/**
 * The phone's outer face: registration and call as the specification's section 4 names them. `step.ts` is the only
 * place that changes it. Plain data, so that other tabs can mirror it.
 */

/** Who is at the other end, as far as the signalling tells. `name` is '' when it says nothing. */
export interface Party {
  /** User part of the SIP address: an extension, a number, or what stands for it where it is masked. */
  readonly number: string;
  readonly name: string;
}

/** Why no call can arrive, said to the person (never only to the console). */
export type OfflineReason =
  /** Not started yet, or stopped by signing out. */
  | 'not-started'
  /** `status_activity` is 3: the person went offline (specification §4). */
  | 'status'
  /** The registrar took the registration back. */
  | 'unregistered'
  /** The socket is gone; it is being opened again. */
  | 'no-connection';

/** Why the registrar said no. `credentials` will not get better by asking again soon. */
export type RegistrationFailure = 'credentials' | 'refused' | 'timeout';

/**
 * ```
 *   offline ──start──► connecting ──registered──► registered
 *      ▲                 │  ▲                        │
 *      │   failed ◄──no──┘  └──socket is back── offline (no-connection) ◄──socket lost
 *      └──stop──── any
 * ```
 */
export type Registration =
  | { readonly state: 'offline'; readonly why: OfflineReason }
  | { readonly state: 'connecting' }
  | { readonly state: 'registered' }
  | { readonly state: 'failed-register'; readonly why: RegistrationFailure };

export type Direction = 'incoming' | 'outgoing';

interface Session {
  readonly id: string;
  /**
   * How the switchboard calls the conversation; null until it has said so, and where it never does. Once said it stays: whether the
   * phone's line is in another conversation by now the switchboard knows.
   */
  readonly conversation: string | null;
  readonly direction: Direction;
  readonly party: Party;
  /** Milliseconds since the epoch at which it arrived or was dialled. */
  readonly startedAt: number;
}

interface Adrift {
  /**
   * The connection was lost since the call began: whether the other side still waits cannot be known any more. The server gave
   * it up with the connection; where it still wants us, it rings anew.
   */
  readonly adrift?: true;
}

interface TakenUp {
  /** It was going on in a page that is gone, and is asked for as soon as this one is registered. */
  readonly takenUp?: LeftCall & { readonly asked: boolean };
}

/**
 * ```
 *   idle ──dial──► connecting ──INVITE sent──► calling ──180──► outgoing ──200──► connected (accepted)
 *    ▲  └─arrives─► incoming ──answer──► connecting ──200 sent──► connected (accepted) ──ACK──► connected (confirmed)
 *    └──────────────────────────── failed, ended, hang-up, reject: from everywhere
 * ```
 * The two variants of "connected" are the specification's accepted and confirmed; both show the same label.
 */
export type Call =
  | { readonly status: 'idle' }
  | (Session & Adrift & { readonly status: 'incoming'; readonly direction: 'incoming' })
  | (Session & Adrift & TakenUp & { readonly status: 'connecting' })
  | (Session & { readonly status: 'calling'; readonly direction: 'outgoing' })
  | (Session & { readonly status: 'outgoing'; readonly direction: 'outgoing' })
  | (Session & {
      readonly status: 'connected';
      readonly variant: 'accepted' | 'confirmed';
      readonly answeredAt: number;
      /** We put them on hold; they put us on hold. */
      readonly onHold: boolean;
      readonly heldByThem: boolean;
      readonly muted: boolean;
    });

type Connected = Extract<Call, { status: 'connected' }>;

/** A call beside the one that is shown: it rings while its person talks, or waits on hold. */
export type BesideCall =
  | Extract<Call, { status: 'incoming' }>
  | (Connected & {
      /** It waited in a page that is gone, and is asked for like the one that was spoken in. */
      readonly takenUp?: Pick<LeftCall, 'replaces' | 'leftAt'> & { readonly asked: boolean };
    });

/** A conversation as a page leaves it behind that is loaded again: the next one takes it up, in this tab or another. */
export interface LeftCall {
  readonly call: Connected;
  /** Those who waited beside it, each with its dialog. */
  readonly beside: readonly { readonly call: Connected; readonly replaces: string }[];
  readonly window: PhoneState['window'];
  /** Whether the customer pop-up was open. */
  readonly popup: boolean;
  /** Which dialog it is, as `Replaces` names it (RFC 3891). */
  readonly replaces: string;
  readonly leftAt: number;
}

/** The names of the states of a call. */
export type CallStatus = Call['status'];

/** Why a call ended, as the person is told. */
export type EndCause =
  | 'normal'
  | 'busy'
  | 'rejected'
  | 'no-answer'
  | 'cancelled'
  | 'answered-elsewhere'
  | 'unavailable'
  | 'not-found'
  /** Whoever calls may not call there. */
  | 'forbidden'
  /** The company lets nobody call there. */
  | 'blocked'
  /** No line is free. */
  | 'limit'
  | 'congestion'
  /** A carrier gives no sign of life. */
  | 'no-response'
  /** The two have no audio in common. */
  | 'incompatible'
  | 'no-microphone'
  | 'connection-lost'
  | 'no-audio'
  | 'interrupted'
  | 'failed';

/** What the last call left to say, or why a wish could not be met. Gone with the next call. */
export type Notice =
  | {
      readonly kind: 'ended';
      readonly cause: EndCause;
      readonly direction: Direction;
      readonly party: Party;
      /** How the switchboard calls it, where it has said so. */
      readonly conversation?: string | null;
    }
  /** Dialled while no user agent was running (specification §8: "user agent not initialised"). */
  | { readonly kind: 'not-ready' };

/** The customer pop-up's subject. Whether it may be shown is the console's to decide (feature and setting). */
export interface Popup {
  readonly callId: string;
  readonly party: Party;
}

/** All that the phone is: registration, call, and what is shown of them. */
export interface PhoneState {
  readonly registration: Registration;
  readonly call: Call;
  /** In the order in which they came here. There are some only while `call` is answered, or being answered. */
  readonly beside: readonly BesideCall[];
  /** The call window: `folded` leaves only the pill. */
  readonly window: 'closed' | 'open' | 'folded';
  readonly popup: Popup | null;
  readonly notice: Notice | null;
  /** Redial; `target` is what was dialled, which is not the number where that is hidden. */
  readonly lastDialled: (Party & { readonly target: string }) | null;
}

/** Before it was asked to register. */
export const initialState: PhoneState = {
  registration: { state: 'offline', why: 'not-started' },
  call: { status: 'idle' },
  beside: [],
  window: 'closed',
  popup: null,
  notice: null,
  lastDialled: null,
};

/** The session of a call that is not idle. */
export type ActiveCall = Exclude<Call, { status: 'idle' }>;
