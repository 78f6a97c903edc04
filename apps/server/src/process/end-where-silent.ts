/** How often a process is asked whether it lives, and how many times in a row it may leave that unanswered: our times, not the clock's. */
export const askedEveryMs = 5_000;
export const unansweredAtMost = 12;

/** What of a child this needs. */
interface Asked {
  readonly connected: boolean;
  on(event: 'message', listener: () => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
  send(message: object, told: () => void): unknown;
  kill(signal: 'SIGKILL'): unknown;
}

/** Kills a child that answers no pings any more: one in an endless loop, or stopped, never ends by itself. Until it does. */
export function endWhereSilent(child: Asked, onKill: () => void): void {
  let unanswered = 0;
  child.on('message', () => {
    unanswered = 0;
  });
  const watch = setInterval(() => {
    unanswered += 1;
    if (unanswered > unansweredAtMost) {
      onKill();
      child.kill('SIGKILL');
    } else if (child.connected) child.send({ kind: 'ping' }, () => undefined);
  }, askedEveryMs);
  child.once('exit', () => clearInterval(watch));
}
