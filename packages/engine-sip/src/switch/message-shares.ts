import type { TenantId } from '@alo/call-core';
import { RecentCounts } from './recent-counts.ts';

/** So many messages of a tenant are read in a second or two, whatever else there is to do. */
const floor = 1_000;
/** More than this part of the time goes into work: more messages would make all of them late. */
const pressedAbove = 0.5;
const lookMs = 250;

/**
 * What phones and carriers of tenants send. While the switch has much to do, nobody may send more than a floor who sends more than the others in
 * the mean: the rest is not read, and what is worth it is sent again.
 */
export class MessageShares {
  readonly #messages = new RecentCounts<TenantId>();
  readonly #isPressed: () => boolean;

  constructor(isPressed: () => boolean = loopIsPressed()) {
    this.#isPressed = isPressed;
  }

  /** One more message of this tenant: is it read? `now` in milliseconds of a clock that only goes forward. */
  takes(tenant: TenantId, now: number): boolean {
    return this.#messages.count(tenant, now) <= floor || !this.#messages.isMost(tenant) || !this.#isPressed();
  }
}

/** Whether the event loop of this process was at work for most of the last moment. */
function loopIsPressed(): () => boolean {
  let since = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isPressed = false;
  return () => {
    const now = performance.now();
    if (now - lookedAt >= lookMs) {
      const until = performance.eventLoopUtilization();
      isPressed = performance.eventLoopUtilization(until, since).utilization > pressedAbove;
      [since, lookedAt] = [until, now];
    }
    return isPressed;
  };
}
