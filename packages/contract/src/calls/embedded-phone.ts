import { z } from 'zod';

/** What the page around the phone may have done in it, as the person could by hand. */
export const phoneCommand = z.discriminatedUnion('do', [
  /** A number however it is written, an extension, or a customer's id. Whoever refuses advertising is asked about first. */
  z.strictObject({ do: z.literal('call'), to: z.string().trim().min(1).max(200) }),
  z.strictObject({ do: z.literal('answer') }),
  /** Rejects what rings. */
  z.strictObject({ do: z.literal('hang-up') }),
  z.strictObject({ do: z.literal('hold'), on: z.boolean() }),
  z.strictObject({ do: z.literal('mute'), on: z.boolean() }),
]);
export type PhoneCommand = z.output<typeof phoneCommand>;

/** What the page around the phone sends to it: that it is there, or a command, which is answered under its number. */
export const messageToPhone = z.discriminatedUnion('alo', [
  z.strictObject({ alo: z.literal('hello') }),
  z.strictObject({ alo: z.literal('ask'), id: z.int().nonnegative(), command: phoneCommand }),
]);

/** Why a command was not done. */
export type CommandRefusal = 'no-phone' | 'no-call' | 'in-call' | 'not-ringing' | 'not-talking';

/** A call of the embedded phone, as its person sees it: a number that they may not see is masked here, too. */
export interface EmbeddedCall {
  /** The id of the call in the history and in the events of the company; null until the switchboard has said it. */
  readonly call_id: string | null;
  readonly direction: 'incoming' | 'outgoing';
  readonly state: 'ringing' | 'calling' | 'talking' | 'held' | 'ended';
  /** Of the other end. */
  readonly number: string;
  /** '' while nobody knows it. */
  readonly name: string;
  /** The customer of the number, where there is one. */
  readonly customer_id: string | null;
  /** The number of ours that was called, and the queue or the group that it came through; '' where there is none. */
  readonly hotline: string;
  readonly through: string;
  /** ISO 8601 in UTC. */
  readonly started_at: string;
  readonly answered_at: string | null;
}

/** What the phone tells the page around it. */
export type PhoneNews =
  /** Somebody is signed in, and whether calls reach them here: also told whenever that changes. */
  | { readonly type: 'phone'; readonly ready: boolean; readonly extension: string; readonly person: string }
  /** A call, each time that its state, its other end or what is known of it changes. */
  | { readonly type: 'call'; readonly call: EmbeddedCall }
  /** The person has kept what came of a call. `outcome` is a code of `GET /all-call-outcome`. */
  | {
      readonly type: 'outcome';
      readonly call_id: string | null;
      readonly customer_id: string | null;
      readonly outcome: string;
      readonly note: string;
      readonly next_call_at: string | null;
    }
  /** The person's company does not let this page have the phone, or does no more. */
  | { readonly type: 'refused' };

/** What the phone sends to the page around it. */
export type MessageFromPhone =
  /** It has come, and waits for `hello`; says nothing else before. */
  | { readonly alo: 'there' }
  | { readonly alo: 'news'; readonly news: PhoneNews }
  | { readonly alo: 'done'; readonly id: number; readonly refused: CommandRefusal | null };
